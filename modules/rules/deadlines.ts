import { isBefore } from '#platform/time.ts'

import {
  BE_THERE_MINUTES,
  BOOKING_MONTHS,
  CORRECTION_MINUTES,
  HOLD_MINUTES,
  MAX_HOLD_MINUTES,
  MAX_SHORT_HOLD_MINUTES,
  MUCH_UNPAID,
  PAY_UNTIL_MINUTES,
  SALE_CLOSES_MINUTES,
  SHORT_HOLD_MINUTES,
  WHEELCHAIR_NOTICE_HOURS,
  type RefundTerms,
} from './rules.ts'

/*
 * The numbers of rules.ts applied to one bus or one order. Every moment of a ride counts from the
 * traveller's own boarding stop, in true hours, also when the clock changes.
 */

/** Time by which passengers must be at their stop. */
export function beThereAt(departsAt: Temporal.Instant): Temporal.Instant {
  return departsAt.subtract({ minutes: BE_THERE_MINUTES })
}

/** Last moment for cancelling or changing a ride, under the terms it was sold with. */
export function cancelUntil(
  departsAt: Temporal.Instant,
  { noticeHours }: Pick<RefundTerms, 'noticeHours'>,
): Temporal.Instant {
  return departsAt.subtract({ hours: noticeHours })
}

/**
 * Whether a deadline has passed, so that cancelling or changing is no longer offered. At the
 * deadline itself it is still allowed.
 */
export function isNoticeOver(until: Temporal.Instant, now: Temporal.Instant): boolean {
  return isBefore(until, now)
}

/** Last moment for correcting a wrong date free of charge. */
export function correctionEndsAt(boughtAt: Temporal.Instant): Temporal.Instant {
  return boughtAt.add({ minutes: CORRECTION_MINUTES })
}

/** Last moment at which seats from a stop are sold to new buyers. */
export function saleClosesAt(boardsAt: Temporal.Instant): Temporal.Instant {
  return boardsAt.subtract({ minutes: SALE_CLOSES_MINUTES })
}

/** Last moment at which a visitor may pay for seats that they hold. */
export function payUntil(boardsAt: Temporal.Instant): Temporal.Instant {
  return boardsAt.subtract({ minutes: PAY_UNTIL_MINUTES })
}

/**
 * When seats stop being available: for new buyers when sale closes, for visitors with a hold when
 * it is too late to pay, and for travellers who have paid when the bus leaves.
 */
export type Closing = 'for-buyers' | 'for-holders' | 'for-ticket-holders'

export function closingTime(closing: Closing, boardsAt: Temporal.Instant): Temporal.Instant {
  if (closing === 'for-buyers') return saleClosesAt(boardsAt)
  return closing === 'for-holders' ? payUntil(boardsAt) : boardsAt
}

/** Last moment at which a wheelchair place can be requested. */
export function wheelchairUntil(boardsAt: Temporal.Instant): Temporal.Instant {
  return boardsAt.subtract({ hours: WHEELCHAIR_NOTICE_HOURS })
}

/** Last service date for which departures are generated. */
export function lastBookableDate(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ months: BOOKING_MONTHS })
}

type Held = {
  firstHeldAt: Temporal.Instant
  /** Unpaid places held by other visitors of the same network. */
  unpaidBesides: number
}

/** When a hold expires that is taken, or requested again, now. */
export function holdUntil(
  now: Temporal.Instant,
  { firstHeldAt, unpaidBesides }: Held,
): Temporal.Instant {
  const { minutes, max } =
    unpaidBesides >= MUCH_UNPAID
      ? { minutes: SHORT_HOLD_MINUTES, max: MAX_SHORT_HOLD_MINUTES }
      : { minutes: HOLD_MINUTES, max: MAX_HOLD_MINUTES }
  return earlierOf(now.add({ minutes }), firstHeldAt.add({ minutes: max }))
}

/** When an extended hold expires: the first duration again, within the maximum. */
export function extendedUntil({
  heldUntil,
  firstHeldAt,
}: {
  heldUntil: Temporal.Instant
  firstHeldAt: Temporal.Instant
}): Temporal.Instant {
  return earlierOf(heldUntil.add({ minutes: HOLD_MINUTES }), maxHoldUntil(firstHeldAt))
}

/**
 * When seats first held or proposed at this moment go back on sale at the latest, paid for or not.
 */
export function maxHoldUntil(firstHeldAt: Temporal.Instant): Temporal.Instant {
  return firstHeldAt.add({ minutes: MAX_HOLD_MINUTES })
}

function earlierOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isBefore(one, other) ? one : other
}
