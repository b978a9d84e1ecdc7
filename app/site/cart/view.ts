import type { PriceLineView } from '#app/components/ride/price-lines.tsx'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { Cents } from '#platform/money.ts'

/** The cart as its loader hands it over: words, numbers and cents. */
export type CartPageView = {
  rides: CartRideView[]
  state: 'held' | 'lapsed' | 'paying'
  /** "14:32" */
  heldUntil: string
  /** The same in milliseconds, with the server's now, so that a wrong clock in the browser is none. */
  heldUntilMs: number
  nowMs: number
  /** None when no time can be added. */
  extendsByMinutes: number
  /** Where the page to pay on is, while it is open. */
  payAt: string | null
  paymentId: string | null
  name: string
  email: string
  /** Both were entered on this order before, and are still there. */
  hasContact: boolean
  /** As part of this order, which was not paid then; the same terms are in force. */
  termsAccepted: boolean
  total: Cents
  vat: Cents
  vatPercent: string
}

export type CartRideView = RideFacts & {
  bookingId: string
  lines: PriceLineView[]
  total: Cents
  /** The last moment to change or cancel it; nothing when that has passed. */
  cancelUntil: string | null
  wheelchair: WheelchairView
  /** The departures of the same day, for when this one has sold out. */
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

/** What the page answers to a form it did not carry out, or not wholly. */
export type CartAnswer = {
  problems: FormProblem[]
  fareChanges: FareChangeView[]
  typed: Typed
}

export type Typed = {
  name: string
  email: string
  termsAccepted: boolean
  /** What the address was probably meant to be; asked once. */
  suggestion: string | null
  /** By booking. */
  wheelchairs: Record<string, number>
}
