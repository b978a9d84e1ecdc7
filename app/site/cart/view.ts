import type { PriceLineView } from '#app/components/ride/price-lines.tsx'
import type { RetimedView } from '#app/components/ride/retimed.tsx'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { Cents } from '#platform/money.ts'

/** The cart as its loader returns it: strings, numbers and cents. */
export type CartPageView = {
  rides: CartRideView[]
  state: 'held' | 'lapsed' | 'paying'
  /** "14:32" */
  heldUntil: string
  /**
   * In milliseconds, with the server's time, so the countdown is right even if the browser's clock
   * is not.
   */
  heldUntilMs: number
  nowMs: number
  /** Null if the hold cannot be extended. */
  extendsByMinutes: number
  /** The payment page, while it is open. */
  payAt: string | null
  paymentId: string | null
  name: string
  email: string
  phone: string
  /** Name and address were entered on this order before, and are still filled in. */
  hasContact: boolean
  /** Accepted earlier for this order, which was not paid; the same terms are in force. */
  termsAccepted: boolean
  total: Cents
  vat: Cents
  vatPercent: string
}

export type CartRideView = RideFacts & {
  bookingId: string
  lines: PriceLineView[]
  total: Cents
  /** The time that was chosen, and the one that paying agrees to; null unless a timetable changed it. */
  retimed: RetimedView | null
  /** The deadline for changes and cancellation; null once it has passed. */
  cancelUntil: string | null
  wheelchair: WheelchairView
  /** The departures of the same day, in case this one is sold out. */
  searchHref: string
}

export type WheelchairView = {
  state: 'open' | 'too-late' | 'no-access' | 'not-known' | 'none'
  users: number
  most: number
  /** "08:30 on Thursday 19 November 2026" */
  until: string
}

export type FareChangeView = { bookingId: string; before: Cents; after: Cents }

/** The result of a form that was refused, wholly or in part. */
export type CartAnswer = {
  problems: FormProblem[]
  fareChanges: FareChangeView[]
  typed: Typed
}

export type Typed = {
  name: string
  email: string
  phone?: string | undefined
  termsAccepted: boolean
  /** The probable intended address; asked about once. */
  suggestion: string | null
  /** The number of wheelchair users per booking. */
  wheelchairs: Record<string, number>
}
