import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { ClosedTill, EntryRow } from './view.server.ts'

/** The entries of a till. A sale leads to its booking. */
export function Entries({ entries, address }: { entries: EntryRow[]; address: string }) {
  const { till } = translation().messages.office
  const columns: Column<EntryRow>[] = [
    { key: 'time', head: till.time, kind: 'name', cell: ({ time }) => time },
    { key: 'kind', head: till.kind, cell: kindOf },
    { key: 'about', head: till.about, cell: aboutOf },
    { key: 'amount', head: till.amount, kind: 'number', cell: ({ amount }) => amount },
  ]
  return (
    <DataTable
      caption={till.entries}
      columns={columns}
      rows={entries}
      rowKey={({ entryId }) => entryId}
      empty={till.noEntries}
      address={address}
    />
  )
}

function kindOf({ kind, means, slip }: EntryRow): string {
  const { till } = translation().messages.office
  return [till.kinds[kind], till.means[means], slip && till.slip(slip)].filter(Boolean).join(', ')
}

function aboutOf({ kind, about }: EntryRow) {
  if (kind !== 'sale') return about
  return <PageLink to={paths.officeBooking(about)}>{about}</PageLink>
}

/** The sums counted and expected, and the difference; or that the till is still open. */
export function Count({ session }: { session: ClosedTill }) {
  const { till } = translation().messages.office
  const { openedAt, closedAt, float, count } = session
  return (
    <>
      {count && (
        <Notice tone={count.agrees ? 'positive' : 'warning'}>
          <p>{count.agrees ? till.agrees : till.differs}</p>
        </Notice>
      )}
      <Facts
        facts={[
          { name: till.openedAt, value: openedAt },
          { name: till.closedAt, value: closedAt ?? till.stillOpen },
          { name: till.floatShort, value: float },
          ...(count
            ? [
                { name: till.expected, value: count.expected },
                { name: till.countedShort, value: count.counted },
                { name: till.difference, value: count.difference },
              ]
            : []),
        ]}
      />
    </>
  )
}
