import type { PlaceOptions } from '#app/components/journey/view.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import type { SaleState } from '#modules/sales/sale.ts'
import type { Cents } from '#platform/money.ts'

export type SellView = {
  search: {
    from: string
    to: string
    date: string
    passengers: Passengers
    wheelchairs: number
    places: PlaceOptions
    /** The field that could not be read, or names nothing. */
    remarks: string[]
  }
  /** Null until the journey is known. */
  departures: DepartureRow[] | null
  chosen: ChosenDeparture | null
  /** The till of the seller is open. */
  isTillOpen: boolean
  sold: SoldView | null
}

export type DepartureRow = {
  key: string
  departs: string
  arrives: string
  ride: string
  seatsLeft: number
  price: string
  /** Why it cannot be sold to this party; null if it can. */
  why: string | null
  /** The address of this page with the departure chosen. */
  href: string
}

export type ChosenDeparture = {
  departureId: string
  fromStopId: string
  toStopId: string
  ride: string
  when: string
  total: Cents
}

export type SoldView = {
  reference: string
  orderId: string
  state: SaleState
  payBy: string
  total: Cents
  hasEmail: boolean
  /** The change to give back; negative if too little was given. Null if nothing was typed. */
  change: Cents | null
  /** Their numbers. */
  tickets: string[]
  /** In a demonstration, the mail with the link can be read. */
  isInMailbox: boolean
}
