import { MIN_REASON_LETTERS } from '#modules/rules/rules.ts'
import type { Actor } from '#platform/actor.ts'
import { cents, type Cents } from '#platform/money.ts'

/** The reasons for which a rule is overruled, as OSDM names them (`overruleCode`). */
export const OVERRULE_CODES = [
  'CONNECTION_BROKEN',
  'DEATH',
  'EQUIPMENT_FAILURE',
  'INABILITY_TO_TRAVEL',
  'PAYMENT_FAILURE',
  'PRM_SUPPORT_UNAVAILABLE',
  'SALES_STAFF_ERROR',
  'STOP_NOT_SERVED',
  'STRIKE',
  'TECHNICAL_FAILURE',
  'TICKET_NOT_USED',
] as const
export type OverruleCode = (typeof OVERRULE_CODES)[number]

/** The warrant of a member of staff to act against a rule. */
export type Overrule = {
  code: OverruleCode
  /**
   * The most that this person may give on one order beyond the rules; earlier gifts of the same
   * person count.
   */
  mayWaiveCents: number
}

/** A request by a member of staff, with the number of audit entries that the page had shown. */
export type StaffRequest = {
  by: Actor
  seen: number | undefined
  reason?: string | undefined
}

/** A sentence of a person to the next one who reads the audit. */
export type ReasonRefusal = { ok: false; reason: 'reason-too-short'; least: number }

/** `most`: the limit of this person; `given`: the part of it that was used on this order before. */
export type LimitRefusal = { ok: false; reason: 'over-limit'; most: Cents; given: Cents }

export type OverruleRefusal = ReasonRefusal | LimitRefusal

type Waiving = {
  reason: string | undefined
  mayWaiveCents: number
  /** The cents that the rule would not have given. */
  waived: Cents
  /** The cents that the same person gave on this order before. */
  given: Cents
}

/** Whether a person may give this against the rules: with a reason, and within a limit. */
export function mayWaive({
  reason = '',
  mayWaiveCents,
  waived,
  given,
}: Waiving): { ok: true } | OverruleRefusal {
  const letters = reason.match(/\p{L}/gu) ?? []
  if (letters.length < MIN_REASON_LETTERS) {
    return { ok: false, reason: 'reason-too-short', least: MIN_REASON_LETTERS }
  }
  if (given + waived > mayWaiveCents) {
    return { ok: false, reason: 'over-limit', most: cents(mayWaiveCents), given }
  }
  return { ok: true }
}
