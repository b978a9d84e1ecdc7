import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'

import type { DepartureRow } from './view.ts'

/** The departures of the day; those that cannot be sold say why. */
export function Departures({ departures }: { departures: DepartureRow[] }) {
  const { sell } = translation().messages.office
  const columns: Column<DepartureRow>[] = [
    { key: 'departs', head: sell.departs, kind: 'name', cell: ({ departs }) => departs },
    { key: 'arrives', head: sell.arrives, cell: ({ arrives }) => arrives },
    { key: 'ride', head: sell.ride, cell: ({ ride }) => ride },
    { key: 'seats', head: sell.seats, kind: 'number', cell: ({ seatsLeft }) => seatsLeft },
    { key: 'price', head: sell.price, kind: 'number', cell: ({ price }) => price },
    { key: 'state', head: sell.state, cell: stateOf },
  ]
  return (
    <section id="departures" tabIndex={-1}>
      <DataTable
        caption={sell.departures}
        columns={columns}
        rows={departures}
        rowKey={({ key }) => key}
        empty={sell.none}
        address={paths.officeSell()}
      />
    </section>
  )
}

function stateOf({ why, href, departs }: DepartureRow) {
  const { sell } = translation().messages.office
  if (why !== null) return <Badge>{why}</Badge>
  return (
    <a href={href}>
      {sell.select} <span className="visually-hidden">{departs}</span>
    </a>
  )
}
