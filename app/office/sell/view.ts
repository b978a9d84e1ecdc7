import type { Direction } from '#app/components/journey/links.ts'
import type { PlaceOptions } from '#app/components/journey/view.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import type { SaleState } from '#modules/sales/sale.ts'
import type { Cents } from '#platform/money.ts'

export type SellView = {
  search: {
    from: string
    to: string
    date: string
    isReturn: boolean
    /** Empty until it is given. */
    returnDate: string
    passengers: Passengers
    wheelchairs: number
    places: PlaceOptions
    /** The field that could not be read, or names nothing. */
    remarks: string[]
  }
  /** The way there, and once it is chosen the way back of a return. Empty until the journey is known. */
  ways: WayView[]
  /** The chosen departures of a whole journey; null while one is missing. */
  chosen: { rides: ChosenDeparture[]; total: Cents } | null
  /** The till of the seller is open. */
  isTillOpen: boolean
  sold: SoldView | null
}

export type WayView = {
  direction: Direction
  date: string
  departures: DepartureRow[]
}

export type DepartureRow = {
  key: string
  departs: string
  arrives: string
  ride: string
  seatsLeft: number
  price: string
  isChosen: boolean
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
