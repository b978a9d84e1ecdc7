import type { PassengerCategory } from '#modules/fares/passengers.ts'
import type { Cents } from '#platform/money.ts'

/* Giving up a booking or a part of it, in words made by the server. */

export type CancelView = {
  manageId: string
  reference: string
  /** What may be chosen; empty when nothing can be given up any more. */
  rides: CancelRideView[]
  whole: { rides: number; comesBack: string; address: string } | null
  /** What was chosen, and what that brings. Without it one still chooses. */
  quote: CancelQuoteView | null
  /** Why what was chosen cannot be given up. */
  problem: string | null
}

export type CancelRideView = {
  bookingId: string
  title: string
  when: string
  party: string
  /** What giving all of it up brings. */
  comesBack: string
  canCancel: boolean
  /** Who may stay at home while others travel; empty where all go or nobody does. */
  counts: { category: PassengerCategory; name: string; of: number; chosen: number }[]
  wheelchair: { name: string; of: number; chosen: number } | null
  chosen: 'none' | 'all' | 'some'
}

export type CancelQuoteView = {
  parts: { key: string; title: string; when: string; leaving: string; staying: string | null }[]
  given: Cents
  refund: Cents
  fee: Cents
  forfeited: Cents
  /** Within so many hours of its departure, the latest of what is forfeited. */
  noticeHours: number
  /** "•••• 4242"; nothing when it is unknown or nothing was paid. */
  cards: string | null
  /** This page with all that was chosen. */
  address: string
  /** There was more to choose from. */
  hasOther: boolean
}
