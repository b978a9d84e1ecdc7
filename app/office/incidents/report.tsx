import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'
import { cents, formatEuros } from '#platform/money.ts'

import type { IncidentView, ReportView } from './view.ts'

type Row = ReportView['departures'][number]

/** The outcome of the incident: who moved, who was paid, the cost, and how soon they were told. */
export function Report({ incident: { incidentId, report } }: { incident: IncidentView }) {
  const { locale, messages } = translation()
  const words = messages.office.incidents.report
  const columns: Column<Row>[] = [
    {
      key: 'departure',
      head: words.departure,
      kind: 'name',
      cell: linkOf,
    },
    { key: 'bookings', head: words.bookings, kind: 'number', cell: ({ bookings }) => bookings },
    { key: 'moved', head: words.moved, kind: 'number', cell: ({ moved }) => moved },
    { key: 'paid', head: words.paid, kind: 'number', cell: ({ paid }) => paid },
    { key: 'waiting', head: words.waiting, kind: 'number', cell: ({ waiting }) => waiting },
    { key: 'staying', head: words.staying, kind: 'number', cell: ({ staying }) => staying },
    {
      key: 'cost',
      head: words.cost,
      kind: 'number',
      cell: ({ refundCents }) => formatEuros(cents(refundCents), locale),
    },
  ]
  return (
    <section className="stack" aria-labelledby="report-title">
      <h2 id="report-title">{words.title}</h2>
      <Facts facts={report.facts} />
      <DataTable
        caption={words.byDeparture}
        columns={columns}
        rows={report.departures}
        rowKey={({ departureId }) => departureId}
        name="departure"
        empty={words.none}
        address={localePath(locale, paths.officeIncident(incidentId))}
      />
    </section>
  )
}

function linkOf({ departureId, title }: Row) {
  return <PageLink to={paths.officeDeparture(departureId)}>{title}</PageLink>
}
