import type { LegView, PlaceOptions, Remark } from '#app/components/journey/view.ts'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import type { Cents } from '#platform/money.ts'

/* Changing a bought ride, as text made by the server. */

export type ChangeView = {
  manageId: string
  reference: string
  bookingId: string
  title: string
  intro: string
  now: RideCardView
  /** The reason why no change is possible; then there are no alternatives. */
  closed: string | null
  search: ChangeSearchView | null
  remarks: Remark[]
  leg: LegView | null
  /** The same bus for another party, as a link that chooses it. */
  sameBus: { label: string; address: string } | null
  quote: ChangeQuoteView | null
  problem: ChangeProblem | null
  /** The full refund, if the company has cancelled the bus. */
  refund: Cents | null
}

export type RideCardView = RideFacts & { party: string; wheelchairUsers: number }

export type ChangeSearchView = {
  /** The path of this page without a language. */
  page: string
  date: string
  today: string
  lastDate: string | null
  /** Other properties that may change; null if only the date may. */
  more: null | {
    from: string
    to: string
    places: PlaceOptions
    passengers: Passengers
    wheelchairUsers: number
    /** One of them differs from the current ride. */
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
  /** "•••• 4242"; null when it is unknown. */
  cards: string | null
  /** The deadline for cancelling the new ride with a refund; or that it has passed. */
  deadline: string
  /** This page with the whole choice, in the language of the page. */
  address: string
}

/** A refusal, and a link to the page that can help. */
export type ChangeProblem = { sentence: string; link: { label: string; address: string } | null }
