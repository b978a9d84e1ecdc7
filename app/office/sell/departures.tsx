import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { DepartureRow, WayView } from './view.ts'

type DeparturesProps = {
  way: WayView
  /** It is in the form of the traveller: another departure keeps what was typed there. */
  isInForm: boolean
}

/**
 * The departures of a day in one direction; those that cannot be sold say why. Once one is selected, the
 * others are folded away.
 */
export function Departures({ way, isInForm }: DeparturesProps) {
  const { sell } = translation().messages.office
  const { direction, date, departures } = way
  const columns: Column<DepartureRow>[] = [
    { key: 'departs', head: sell.departs, kind: 'name', cell: ({ departs }) => departs },
    { key: 'arrives', head: sell.arrives, cell: ({ arrives }) => arrives },
    { key: 'ride', head: sell.ride, cell: ({ ride }) => ride },
    { key: 'seats', head: sell.seats, kind: 'number', cell: ({ seatsLeft }) => seatsLeft },
    { key: 'price', head: sell.price, kind: 'number', cell: ({ price }) => price },
    { key: 'state', head: sell.state, cell: (row) => choose(row, isInForm) },
  ]
  const chosen = departures.find(({ isChosen }) => isChosen)
  const caption = sell.departures[direction](date)
  const table = (
    <DataTable
      caption={caption}
      columns={columns}
      rows={departures}
      rowKey={({ key }) => key}
      rowTone={({ isChosen }) => (isChosen ? 'positive' : undefined)}
      empty={sell.none}
      address={paths.officeSell()}
    />
  )
  return (
    <section id={direction} tabIndex={-1}>
      {chosen ? <Details summary={sell.selected(caption, chosen.departs)}>{table}</Details> : table}
    </section>
  )
}

function choose({ why, isChosen, href, departs }: DepartureRow, isInForm: boolean) {
  const { sell } = translation().messages.office
  if (why !== null) return <Badge>{why}</Badge>
  if (isChosen) return <Badge tone="positive">{sell.isChosen}</Badge>
  const words = (
    <>
      {sell.select} <span className="visually-hidden">{departs}</span>
    </>
  )
  if (!isInForm) return <a href={href}>{words}</a>
  return (
    <Button kind="quiet" formAction={href} name="intent" value="choose">
      {words}
    </Button>
  )
}
