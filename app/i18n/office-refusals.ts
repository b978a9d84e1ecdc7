import type { MissRefusal } from '#modules/orders/policy/missed-bus.ts'
import type { Cents } from '#platform/money.ts'

import type { ChangeRefusal } from './change-refusals.ts'

/** Why an act of staff on a booking was refused, apart from the refusals that its holder gets too. */
export type ActRefusal =
  | MissRefusal
  | Extract<ChangeRefusal, { reason: HoldersToo }>
  /** `who` and `at`: the colleague, and the time of day; `who` is null for the holder or the program. */
  | { ok: false; reason: 'changed-meanwhile'; who: string | null; at: string }
  | { ok: false; reason: 'reason-too-short'; least: number }
  | { ok: false; reason: 'over-limit'; most: Cents; given: Cents }
  | { ok: false; reason: 'outside-price'; least: Cents; most: Cents }
  | { ok: false; reason: 'no-code' }
  | { ok: false; reason: 'no-sum' }
  | { ok: false; reason: 'hold-expired' }
  | { ok: false; reason: 'extended-already' }
  | { ok: false; reason: 'closes-before' }

/** Refusals for which staff get other words than the holder. */
type HoldersToo =
  | 'departed'
  | 'nothing-chosen'
  | 'notice-too-short'
  | 'same-ride'
  | 'fewer-passengers'
  | 'provider-unavailable'
  | 'quote-changed'

export type ActRefusalSentences = {
  [R in ActRefusal as R['reason']]: (refusal: R) => string
}
