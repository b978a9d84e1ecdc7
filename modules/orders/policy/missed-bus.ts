import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import { MISSED_FROM_HOURS, MISSED_UNTIL_HOURS } from '#modules/rules/rules.ts'
import { isBefore } from '#platform/time.ts'

import type { ChangeRefusal } from './cancellation.ts'

export type MissRefusal =
  | Exclude<ChangeRefusal, { reason: 'nothing-chosen' | 'departed' }>
  | { ok: false; reason: 'too-early-to-miss'; from: Temporal.Instant }
  | { ok: false; reason: 'too-late-to-miss'; until: Temporal.Instant }
  /** A ticket is valid for one later bus only. */
  | { ok: false; reason: 'missed-already' }
  | { ok: false; reason: 'no-later-bus' }

type Ride = { departsAt: Temporal.Instant; missed: boolean; companyCancelled: boolean }

/**
 * Whether a ticket may now be moved to a later bus. This is free, and nothing is refunded.
 * `overrule`: staff allow it once more, or later than the rule does.
 */
export function mayMiss(
  { departsAt, missed, companyCancelled }: Ride,
  now: Temporal.Instant,
  overrule?: OverruleCode,
): { ok: true } | MissRefusal {
  if (companyCancelled) return { ok: false, reason: 'not-running' }
  if (missed && !overrule) return { ok: false, reason: 'missed-already' }
  const from = departsAt.subtract({ hours: MISSED_FROM_HOURS })
  if (isBefore(now, from)) return { ok: false, reason: 'too-early-to-miss', from }
  const until = departsAt.add({ hours: MISSED_UNTIL_HOURS })
  if (isBefore(until, now) && !overrule) return { ok: false, reason: 'too-late-to-miss', until }
  return { ok: true }
}
