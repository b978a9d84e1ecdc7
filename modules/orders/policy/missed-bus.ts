import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import { missedUntil } from '#modules/rules/deadlines.ts'
import { MISSED_FROM_HOURS } from '#modules/rules/rules.ts'
import { isBefore } from '#platform/time.ts'

import { refuseAboard, type AboardRefusal } from './aboard.ts'
import type { ChangeRefusal } from './cancellation.ts'

export type MissRefusal =
  | Exclude<ChangeRefusal, { reason: 'nothing-chosen' | 'departed' }>
  | { ok: false; reason: 'too-early-to-miss'; from: Temporal.Instant }
  | { ok: false; reason: 'too-late-to-miss'; until: Temporal.Instant }
  /** A ticket is valid for one later bus only. */
  | { ok: false; reason: 'missed-already' }
  | AboardRefusal
  | { ok: false; reason: 'no-later-bus' }

type Ride = {
  departsAt: Temporal.Instant
  missed: boolean
  companyCancelled: boolean
  /** The people who were let aboard, and all of the party, infants included. */
  aboard: number
  people: number
}

/**
 * Whether a ticket may now be moved to a later bus. This is free, and nothing is refunded. A party
 * of which anyone was let aboard did not miss its bus, and its ticket is not divided between two
 * buses. `overrule`: staff allow it nevertheless, once more, or later than the rule does.
 */
export function mayMiss(
  { departsAt, missed, companyCancelled, aboard, people }: Ride,
  now: Temporal.Instant,
  overrule?: OverruleCode,
): { ok: true } | MissRefusal {
  if (companyCancelled) return { ok: false, reason: 'not-running' }
  const refused = overrule ? undefined : refuseAboard({ aboard, people })
  if (refused) return refused
  if (missed && !overrule) return { ok: false, reason: 'missed-already' }
  const from = missedFrom(departsAt)
  if (isBefore(now, from)) return { ok: false, reason: 'too-early-to-miss', from }
  const until = missedUntil(departsAt)
  if (isBefore(until, now) && !overrule) return { ok: false, reason: 'too-late-to-miss', until }
  return { ok: true }
}

/** Whether travellers may ask for a later bus at this moment, as far as the time decides it. */
export function isTimeToMiss(departsAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return !isBefore(now, missedFrom(departsAt)) && !isBefore(missedUntil(departsAt), now)
}

function missedFrom(departsAt: Temporal.Instant): Temporal.Instant {
  return departsAt.subtract({ hours: MISSED_FROM_HOURS })
}
