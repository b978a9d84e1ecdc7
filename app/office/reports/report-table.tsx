import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { ReportView } from './view.server.ts'

type Row = { key: string; to: string | null; cells: readonly string[]; isTotal?: boolean }

/** The values of a report, with their sums in the last row. */
export function ReportTable({ report }: { report: ReportView }) {
  const { locale, messages } = translation()
  const sentences = messages.office.reports
  const { name, way, period, columns, rows, totals, next, isLaterPage } = report
  const sums: Row[] = totals ? [{ key: 'total', to: null, cells: totals, isTotal: true }] : []
  const query = new URLSearchParams(period.query)
  if (way) query.set('by', way)
  const address = localePath(locale, paths.officeReport(name, query))
  return (
    <DataTable<Row>
      isWide
      caption={sentences.ofPeriod(sentences.names[name], period.text)}
      columns={columns.map(({ key, head, kind }, place): Column<Row> => ({
        key,
        head,
        ...(place === 0 && { kind: 'name' }),
        ...(place > 0 && isNumber(kind) && { kind: 'number' }),
        cell: (row) => showCell(row, place),
      }))}
      rows={[...rows, ...sums]}
      rowKey={({ key }) => key}
      empty={sentences.nothing}
      address={address}
      pages={{
        label: sentences.pages,
        ...(isLaterPage && { earlier: { text: sentences.firstRows, before: '' } }),
        ...(next && { next: { text: sentences.nextRows, after: next } }),
      }}
    />
  )
}

function isNumber(kind: string): boolean {
  return kind === 'count' || kind === 'cents' || kind === 'percent'
}

function showCell({ cells, to, isTotal }: Row, place: number): React.ReactNode {
  const { total } = translation().messages.office.reports
  if (isTotal) return <strong>{place === 0 ? total : cells[place]}</strong>
  return place === 0 && to ? <PageLink to={to}>{cells[place]}</PageLink> : cells[place]
}
