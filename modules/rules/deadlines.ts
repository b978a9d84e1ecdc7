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
 * What the numbers of rules.ts mean for one bus or one order. Every moment of a ride counts from the
 * traveller's own boarding stop, in true hours, also when the clock changes.
 */

/** When passengers are at their stop. */
export function beThereAt(departsAt: Temporal.Instant): Temporal.Instant {
  return departsAt.subtract({ minutes: BE_THERE_MINUTES })
}

/** The last moment for giving up or changing a ride, under the terms it was sold with. */
export function cancelUntil(
  departsAt: Temporal.Instant,
  { noticeHours }: Pick<RefundTerms, 'noticeHours'>,
): Temporal.Instant {
  return departsAt.subtract({ hours: noticeHours })
}

/** Whether the last moment for it has passed: then nothing offers it any more. At that moment one still may. */
export function isNoticeOver(until: Temporal.Instant, now: Temporal.Instant): boolean {
  return isBefore(until, now)
}

/** The last moment for correcting a wrong date free of charge. */
export function correctionEndsAt(boughtAt: Temporal.Instant): Temporal.Instant {
  return boughtAt.add({ minutes: CORRECTION_MINUTES })
}

/** The last moment at which seats from a stop are sold to somebody new. */
export function saleClosesAt(boardsAt: Temporal.Instant): Temporal.Instant {
  return boardsAt.subtract({ minutes: SALE_CLOSES_MINUTES })
}

/** The last moment at which somebody who holds seats may pay for them. */
export function payUntil(boardsAt: Temporal.Instant): Temporal.Instant {
  return boardsAt.subtract({ minutes: PAY_UNTIL_MINUTES })
}

/**
 * Until when seats may be had: by somebody new until sale closes, by a visitor who holds some already
 * until it is too late to pay, and by a traveller who has paid until the bus leaves.
 */
export type Closing = 'for-buyers' | 'for-holders' | 'for-ticket-holders'

export function closingTime(closing: Closing, boardsAt: Temporal.Instant): Temporal.Instant {
  if (closing === 'for-buyers') return saleClosesAt(boardsAt)
  return closing === 'for-holders' ? payUntil(boardsAt) : boardsAt
}

/** The last moment at which a wheelchair place can be asked for. */
export function wheelchairUntil(boardsAt: Temporal.Instant): Temporal.Instant {
  return boardsAt.subtract({ hours: WHEELCHAIR_NOTICE_HOURS })
}

/** The last service date for which departures are made. */
export function lastBookableDate(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ months: BOOKING_MONTHS })
}

type Held = {
  firstHeldAt: Temporal.Instant
  /** Places that others of the same network hold and have not paid. */
  unpaidBesides: number
}

/** Until when a hold lasts that is taken, or asked for again, now. */
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

/** Until when a hold lasts once it is extended: as long again as at first, within the longest. */
export function extendedUntil({
  heldUntil,
  firstHeldAt,
}: {
  heldUntil: Temporal.Instant
  firstHeldAt: Temporal.Instant
}): Temporal.Instant {
  return earlierOf(heldUntil.add({ minutes: HOLD_MINUTES }), maxHoldUntil(firstHeldAt))
}

/** When seats go back on sale that were first held, or proposed for a change, then: paid for or not. */
export function maxHoldUntil(firstHeldAt: Temporal.Instant): Temporal.Instant {
  return firstHeldAt.add({ minutes: MAX_HOLD_MINUTES })
}

function earlierOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isBefore(one, other) ? one : other
}
