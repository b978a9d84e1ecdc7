import type { LegView, PlaceOptions, Remark } from '#app/components/journey/view.ts'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import type { Cents } from '#platform/money.ts'

/* Changing a ride that was bought, in words made by the server. */

export type ChangeView = {
  manageId: string
  reference: string
  bookingId: string
  title: string
  intro: string
  now: RideCardView
  /** Why nothing can be changed; then there is nothing to choose. */
  closed: string | null
  search: ChangeSearchView | null
  remarks: Remark[]
  leg: LegView | null
  /** The same bus for another party, as an address that chooses it. */
  sameBus: { label: string; address: string } | null
  quote: ChangeQuoteView | null
  problem: ChangeProblem | null
  /** All of the money instead, where the company does not run the bus. */
  refund: Cents | null
}

export type RideCardView = RideFacts & { party: string; wheelchairUsers: number }

export type ChangeSearchView = {
  /** The plain path of this page. */
  page: string
  date: string
  today: string
  lastDate: string | null
  /** What else may be other; nothing where only the date may. */
  more: null | {
    from: string
    to: string
    places: PlaceOptions
    passengers: Passengers
    wheelchairUsers: number
    /** Something of it is other than now. */
    isOpen: boolean
  }
}

export type ChangeQuoteView = {
  isWheelchair: boolean
  ride: RideCardView
  paid: Cents
  price: Cents
  surcharge: Cents
  refund: Cents
  /** "•••• 4242"; nothing when it is unknown. */
  cards: string | null
  /** Until when the new ride could be given up with money back; or that this is over. */
  deadline: string
  /** This page with all that was chosen, in the language of the page. */
  address: string
}

/** What was refused, and where it can be had instead. */
export type ChangeProblem = { sentence: string; link: { label: string; address: string } | null }
