import type { LeavingCounts } from '#app/components/journey/leaving.ts'
import type { Cents } from '#platform/money.ts'

/* Cancelling a booking or a part of it for its holder, as text made by the server. */

export type CancelView = {
  reference: string
  /** The number of audit entries that the page shows. */
  seen: number
  journeys: JourneyView[]
  /** The selection with its refund; null while nothing is selected. */
  quote: QuoteView | null
  problem: string | null
}

export type JourneyView = {
  bookingId: string
  title: string
  when: string
  party: string
  /** Until when it is refunded, and how long ago that was. */
  rule: string
  chosen: 'none' | 'all' | 'some'
} & LeavingCounts

export type QuoteView = {
  parts: { key: string; title: string; leaving: string; staying: string | null; rule: string }[]
  given: Cents
  fee: Cents
  forfeited: Cents
  /** Refunded before, by a price reduction or in the provider's portal. */
  takenBack: Cents
  refund: Cents
  /** The refund that staff give instead, and its bounds; null if the rules give everything. */
  instead: { give: Cents; least: Cents; most: Cents; limit: Cents | null } | null
  /** The names and values of the query that make up the selection. */
  selection: [name: string, value: string][]
}
