import type { Passengers } from '#modules/fares/passengers.ts'
import type { Cents } from '#platform/money.ts'

/* Changing a journey for its holder, as text made by the server. */

export type ChangeView = {
  reference: string
  /** The number of audit entries that the page shows. */
  seen: number
  now: JourneyInShort
  /** Until when the journey can be changed by the rules, and how long ago that was. */
  rule: string
  limit: Cents | null
  next: NextBusView | null
  search: SearchView
  departures: DepartureView[] | null
  quote: QuoteView | null
  problem: string | null
}

export type JourneyInShort = { title: string; when: string; party: string }

/** A later bus for a ticket whose bus was missed. */
export type NextBusView = {
  when: string
  departureId: string
  /** Why the rules do not allow it; null if they do. */
  refusal: string | null
}

export type SearchView = {
  from: string
  to: string
  date: string
  today: string
  dayInWords: string
  stops: { stopId: string; name: string }[]
  passengers: Passengers
  wheelchairUsers: number
}

export type DepartureView = {
  departureId: string
  time: string
  seatsLeft: number
  spacesLeft: number
  total: Cents
  /** This page with the departure chosen. */
  address: string
  isSameBus: boolean
}

export type QuoteView = {
  /** The journey after the change. */
  ride: JourneyInShort
  paid: Cents
  price: Cents
  surcharge: Cents
  /** The surcharge that nobody is asked for. */
  waived: Cents
  refund: Cents
  /** The address of the holder, who receives the link to pay. */
  email: string
  /** Why the rules do not allow it; null if they do. */
  refusal: string | null
  /** Whether this needs an overrule: a refusal of the rules, or a waived surcharge. */
  isOverrule: boolean
  /** This page with the surcharge waived, or asked for again; null if there is none. */
  waiveAddress: string | null
  otherAddress: string
}
