import type { LeavingCounts } from '#app/components/journey/leaving.ts'
import type { Cents } from '#platform/money.ts'

/* Cancelling a booking or a part of it, as text made by the server. */

export type CancelView = {
  manageId: string
  reference: string
  /** The options; empty when nothing can be cancelled any more. */
  rides: CancelRideView[]
  whole: { rides: number; comesBack: string; address: string } | null
  /** The selection with its refund; null while the holder has not chosen. */
  quote: CancelQuoteView | null
  /** The reason why the selection cannot be cancelled. */
  problem: string | null
}

export type CancelRideView = {
  bookingId: string
  title: string
  when: string
  party: string
  /** The refund of cancelling the whole ride. */
  comesBack: string
  canCancel: boolean
  chosen: 'none' | 'all' | 'some'
} & LeavingCounts

export type CancelQuoteView = {
  parts: { key: string; title: string; when: string; leaving: string; staying: string | null }[]
  given: Cents
  refund: Cents
  fee: Cents
  forfeited: Cents
  /** Refunded before, by a price reduction or in the provider's portal. */
  takenBack: Cents
  /** The notice period that was missed: the longest of the rides without a refund. */
  noticeHours: number
  /** "•••• 4242"; null when it is unknown or nothing was paid. */
  cards: string | null
  /** This page with the selection. */
  address: string
  /** There were other options. */
  hasOther: boolean
}
