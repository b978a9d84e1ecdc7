import type { Passengers } from '#modules/fares/passengers.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import type { PartyRefusal } from '#modules/orders/order/limits.ts'
import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import { cancelUntil, isNoticeOver } from '#modules/rules/deadlines.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import { invariant } from '#platform/invariant.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

/** The division of the price of cancelled seats. */
export type Settlement = { refund: Cents; fee: Cents; forfeited: Cents }

/** Some cancelled seats of one ride, and their price. */
export type GivenUp = {
  price: Cents
  departsAt: Temporal.Instant
  noticeFrom: Temporal.Instant | null
  /** The terms of the sale. */
  refundTerms: RefundTerms
  /** The company cancelled the departure. */
  companyCancelled: boolean
}

/**
 * Until the notice begins, the fare is refunded less one fee, however many rides and passengers are
 * cancelled together; after that nothing is refunded (docs/specification.md). Each ride
 * keeps the notice and fee of its sale; of several fees the lowest is taken. The fee never exceeds
 * the refund, and there is none for a departure that the company cancelled.
 *
 * `overruled`: the sum that staff give instead, from what the rule gives up to the whole price. It
 * makes up for the forfeited fares first, and for the fee last.
 */
export function settleGivenUp(
  parts: readonly GivenUp[],
  now: Temporal.Instant,
  overruled?: OverruledRefund,
): Settlement {
  const byRule = settleByRule(parts, now)
  if (!overruled) return byRule
  const more = overruled.give - byRule.refund
  invariant(more >= 0 && more <= byRule.fee + byRule.forfeited, 'staff give up to the price')
  const forfeited = cents(Math.max(0, byRule.forfeited - more))
  const fee = cents(byRule.fee + byRule.forfeited - more - forfeited)
  return { refund: overruled.give, fee, forfeited }
}

/** The refund that staff give against the rule, and its reason. */
export type OverruledRefund = { overrule: OverruleCode; give: Cents }

function settleByRule(parts: readonly GivenUp[], now: Temporal.Instant): Settlement {
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

/** Whether it is too late for a refund. */
export function isForfeited(part: Omit<GivenUp, 'price'>, now: Temporal.Instant): boolean {
  return !part.companyCancelled && isNoticeOver(refundUntil(part), now)
}

/**
 * The last moment for a change or a refundable cancellation. After a correction of the date or a
 * missed bus it is still that of the departure first booked.
 */
export function refundUntil({
  departsAt,
  noticeFrom,
  refundTerms,
}: Pick<GivenUp, 'departsAt' | 'noticeFrom' | 'refundTerms'>): Temporal.Instant {
  return cancelUntil(noticeFrom ?? departsAt, refundTerms)
}

export type ChangeRefusal =
  /** There is no such order, or it can no longer be changed. */
  | { ok: false; reason: 'no-such-booking' }
  | { ok: false; reason: 'nothing-chosen' }
  | { ok: false; reason: 'departed' }
  /** The company cancelled the departure: the whole party takes another bus or a refund. */
  | { ok: false; reason: 'not-running' }
  /** A change of the order waits for its payment, and that payment cannot be closed now. */
  | { ok: false; reason: 'being-paid' }

export type CancelRefusal =
  | ChangeRefusal
  | PartyRefusal
  /** More passengers would stay than the booking has. */
  | { ok: false; reason: 'not-so-many' }

/** Whether every category keeps at most its present passengers. */
export function isPartOf(staying: Passengers, all: Passengers): boolean {
  return PASSENGER_CATEGORIES.every((category) => staying[category] <= all[category])
}
