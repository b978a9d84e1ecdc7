import type { PriceLineView } from '#app/components/ride/price-lines.tsx'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { Ending } from '#modules/dispatch/ending.ts'
import type { Cents } from '#platform/money.ts'

/** The code for the scanner at the bus. */
export type TicketCodeView = {
  qr: { dots: number; path: string; number: string }
  isDemonstration: boolean
}

/** The data of the ticket page: all variable text comes from the server. */
export type TicketPageView = TicketCodeView & {
  ticketId: string
  number: string
  reference: string
  groupLeader: string
  ride: RideFacts
  /** "2 adults (over 12)" */
  passengers: string[]
  lines: PriceLineView[]
  total: Cents
  vat: Cents
  vatPercent: string
  wheelchair: { places: string; number: string } | null
  /** The deadline for changes and cancellation, or that it has passed. */
  cancelRule: string
  /** It was already moved once after a missed bus, so it cannot be moved again. */
  missed: boolean
  /** Why the bus does not run; null if it runs. */
  ending: Ending | null
  /** The time that was booked, if a new timetable has another one. */
  retimedFrom: string | null
  /** Which of two buses to board, in a sentence; null if one runs. */
  twoBuses: string | null
  /** The stop that the bus does not serve as usual, in a sentence; null if it serves both. */
  stopNews: string | null
  /** The holder still has to be at the stop before the planned time. */
  hasToBeThere: boolean
  /** The delay of the bus in a sentence; null if it is on time. */
  late: string | null
  /** Notices of the company about the stops of the journey. */
  notices: { tone: 'info' | 'warning'; text: string; stop?: string }[]
  /** The tickets stored for offline use, this one among them. */
  kept: string[]
  /** The remark on the offline copy. */
  savedAt: string
  /** Offered from 3 hours before to 24 hours after departure. */
  nextBus: NextBusView | null
}

/** A later bus for which the ticket would be valid; its times are null when none has room. */
export type NextBusView =
  | {
      departureId: string
      departs: string
      clock: string
      fullBefore: number
      hasLeft: boolean
      /** Further buses of the day that may be taken instead, before the own one has left. */
      later: { departureId: string; clock: string }[]
    }
  /** `refusal`: the ticket was used to board, so no bus was searched. */
  | { departureId: null; hasLeft: boolean; refusal?: string }
