import type { Passengers } from '#modules/fares/passengers.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import type { PartyRefusal } from '#modules/orders/order/limits.ts'
import { cancelUntil, isNoticeOver } from '#modules/rules/deadlines.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

/** What becomes of the money for what is given up. */
export type Settlement = { refund: Cents; fee: Cents; forfeited: Cents }

/** Some seats of one ride that nobody wants any more, and what they cost. */
export type GivenUp = {
  price: Cents
  departsAt: Temporal.Instant
  noticeFrom: Temporal.Instant | null
  /** Those it was sold under. */
  refundTerms: RefundTerms
  /** The company does not run the bus. */
  companyCancelled: boolean
}

/**
 * Until the notice begins, the fare comes back less one fee, whatever number of rides and passengers
 * is given up at once; after that nothing (SPEC.md, section 9). Notice and fee are those each ride
 * was sold under; of several fees the lowest is taken. The fee is never more than what comes back,
 * and there is none for a bus that the company does not run.
 */
export function settleGivenUp(parts: readonly GivenUp[], now: Temporal.Instant): Settlement {
  const priceOf = (some: readonly GivenUp[]) => sum(some.map(({ price }) => price))
  const atFault = priceOf(parts.filter(({ companyCancelled }) => companyCancelled))
  const theirs = parts.filter(({ companyCancelled }) => !companyCancelled)
  const returned = theirs.filter((part) => !isForfeited(part, now))
  const inTime = priceOf(returned)
  const fee = cents(Math.min(inTime, ...returned.map(({ refundTerms }) => refundTerms.fee)))
  return {
    refund: cents(atFault + inTime - fee),
    fee,
    forfeited: cents(priceOf(theirs) - inTime),
  }
}

/** Whether it is too late for any of its money to come back. */
export function isForfeited(part: Omit<GivenUp, 'price'>, now: Temporal.Instant): boolean {
  return !part.companyCancelled && isNoticeOver(refundUntil(part), now)
}

/**
 * The last moment for giving up a ride with money back, and for changing it. It stays that of the
 * departure first booked when a date was corrected or the bus was missed.
 */
export function refundUntil({
  departsAt,
  noticeFrom,
  refundTerms,
}: Pick<GivenUp, 'departsAt' | 'noticeFrom' | 'refundTerms'>): Temporal.Instant {
  return cancelUntil(noticeFrom ?? departsAt, refundTerms)
}

export type ChangeRefusal =
  /** No such order, or not one that can be changed any more. */
  | { ok: false; reason: 'no-such-booking' }
  | { ok: false; reason: 'nothing-chosen' }
  | { ok: false; reason: 'departed' }
  /** The company does not run the bus: nothing but another bus or the money for all of them. */
  | { ok: false; reason: 'not-running' }
  /** A change of it waits for its payment, and the payment cannot be closed now. */
  | { ok: false; reason: 'being-paid' }

export type CancelRefusal =
  | ChangeRefusal
  | PartyRefusal
  /** More of them would stay than ride. */
  | { ok: false; reason: 'not-so-many' }

/** Whether nobody stays who does not ride now, and somebody leaves. */
export function isPartOf(staying: Passengers, all: Passengers): boolean {
  return PASSENGER_CATEGORIES.every((category) => staying[category] <= all[category])
}
