import { isBefore } from '#platform/time.ts'

import {
  BE_THERE_MINUTES,
  BOOKING_MONTHS,
  CORRECTION_MINUTES,
  HOLD_MINUTES,
  MAX_HOLD_MINUTES,
  MAX_SHORT_HOLD_MINUTES,
  MISSED_UNTIL_HOURS,
  MUCH_UNPAID,
  PAYMENT_PAGE_CLOSES_MINUTES,
  PAY_UNTIL_MINUTES,
  SALE_CLOSES_MINUTES,
  SHORT_HOLD_MINUTES,
  STAFF_HOLD_MINUTES,
  WALK_UP_REPORT_DAYS,
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

/** Last moment for using the ticket of a missed bus on a later one. */
export function missedUntil(departsAt: Temporal.Instant): Temporal.Instant {
  return departsAt.add({ hours: MISSED_UNTIL_HOURS })
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
 * it is too late to pay, and for travellers who have paid when the bus leaves. Staff sell until it
 * leaves as well: they see whether the bus is still there. A sale on board was made at the door, and is
 * only reported now.
 */
export type Closing = 'for-buyers' | 'for-holders' | 'for-ticket-holders' | 'for-staff' | 'on-board'

export function closingTime(closing: Closing, boardsAt: Temporal.Instant): Temporal.Instant {
  if (closing === 'for-buyers') return saleClosesAt(boardsAt)
  if (closing === 'on-board') return boardsAt.add({ hours: 24 * WALK_UP_REPORT_DAYS })
  return closing === 'for-holders' ? payUntil(boardsAt) : boardsAt
}

/**
 * Until when a traveller can pay by the link that staff sent: within the longest hold, with the minutes that
 * staff added to it, less those in which its payment page closes, and before the bus is too close.
 */
export function payLinkUntil(
  { firstHeldAt, extraHoldMinutes }: { firstHeldAt: Temporal.Instant; extraHoldMinutes: number },
  boardsAt: Temporal.Instant,
): Temporal.Instant {
  const held = maxHoldUntil(firstHeldAt, extraHoldMinutes)
  const closes = held.subtract({ minutes: PAYMENT_PAGE_CLOSES_MINUTES })
  return earlierOf(closes, payUntil(boardsAt))
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
  extraHoldMinutes,
}: {
  heldUntil: Temporal.Instant
  firstHeldAt: Temporal.Instant
  extraHoldMinutes: number
}): Temporal.Instant {
  const max = maxHoldUntil(firstHeldAt, extraHoldMinutes)
  return earlierOf(heldUntil.add({ minutes: HOLD_MINUTES }), max)
}

/**
 * When an unpaid hold expires that staff extended: the time for paying plus the extra minutes, but
 * not after the first of its buses closes for visitors with a hold.
 */
export function staffHoldUntil(
  heldUntil: Temporal.Instant,
  firstBoardsAt: Temporal.Instant,
): Temporal.Instant {
  return earlierOf(heldUntil.add({ minutes: STAFF_HOLD_MINUTES }), payUntil(firstBoardsAt))
}

/**
 * When seats first held or proposed at this moment go back on sale at the latest, paid for or not.
 * `extraMinutes`: those by which staff extended the hold.
 */
export function maxHoldUntil(firstHeldAt: Temporal.Instant, extraMinutes = 0): Temporal.Instant {
  return firstHeldAt.add({ minutes: MAX_HOLD_MINUTES + extraMinutes })
}

function earlierOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isBefore(one, other) ? one : other
}
