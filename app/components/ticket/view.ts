import type { PriceLineView } from '#app/components/ride/price-lines.tsx'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { Cents } from '#platform/money.ts'

/** What is scanned at the bus. */
export type TicketCodeView = {
  qr: { dots: number; path: string; code: string }
  isDemonstration: boolean
}

/** A ticket as its page shows it: every word but the fixed ones is made by the server. */
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
  /** Until when it can be changed and given up, or that it no longer can. */
  cancelRule: string
  /** It stands for a bus that was missed, so it is good for no other one any more. */
  missed: boolean
  /** The company has cancelled the bus. */
  isNotRunning: boolean
  /** The tickets that are kept for when there is no connection, this one among them. */
  kept: string[]
  /** What the copy says that is shown without a connection. */
  savedAt: string
  /** Offered from 3 hours before to 24 hours after departure. */
  nextBus: NextBusView | null
}

/** A later bus that the ticket would be good for; its times are null when none has room. */
export type NextBusView =
  | { departureId: string; departs: string; clock: string; fullBefore: number; hasLeft: boolean }
  | { departureId: null; hasLeft: boolean }
