import { PageLink } from '#app/components/page-link.tsx'
import { StatusBadge } from '#app/components/status-badge.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'

import type { FindView, FoundRow } from './view.ts'

type FoundListProps = { view: FindView; rows: readonly FoundRow[] }

/** The bookings found, each with the reason why it is here. */
export function FoundList({ view, rows }: FoundListProps) {
  const { locale, messages } = translation()
  const { find } = messages.office
  const { typed, hasMore } = view
  return (
    <>
      <DataTable
        caption={find.results(typed)}
        columns={listColumns()}
        rows={rows}
        rowKey={({ reference }) => reference}
        name="booking"
        address={localePath(locale, paths.officeFind())}
        empty={
          <>
            <strong>{typed ? find.nothing(typed) : find.nothingHere}</strong> {find.elsewhere}
          </>
        }
      />
      {hasMore && <p className="soft">{find.hasMore(rows.length)}</p>}
    </>
  )
}

function listColumns(): Column<FoundRow>[] {
  const { locale, messages } = translation()
  const { find } = messages.office
  return [
    {
      key: 'reference',
      head: find.reference,
      kind: 'name',
      cell: ({ reference }) => <PageLink to={paths.officeBooking(reference)}>{reference}</PageLink>,
    },
    {
      key: 'name',
      head: find.name,
      cell: ({ name }) => name || <span className="soft">{find.erased}</span>,
    },
    {
      key: 'journey',
      head: find.journey,
      cell: ({ when, ride, isCancelled }) => (
        <>
          {when} {ride}
          {isCancelled && <span className="soft"> ({find.cancelledJourney})</span>}
        </>
      ),
    },
    { key: 'party', head: find.party, cell: ({ party }) => party },
    {
      key: 'status',
      head: find.state,
      cell: ({ status }) => (status ? <StatusBadge status={status} /> : <Badge>{find.cart}</Badge>),
    },
    {
      key: 'paid',
      head: find.paid,
      kind: 'number',
      cell: ({ paid }) => formatEuros(paid, locale),
    },
    { key: 'by', head: find.how, cell: ({ by }) => find.by[by] },
  ]
}
