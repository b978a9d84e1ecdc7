import type { AmendRefusal } from '#modules/orders/policy/amendment.ts'
import type { CancelRefusal } from '#modules/orders/policy/cancellation.ts'

/** Every refusal of a change to a bought order. A missing sentence does not compile. */
export type ChangeRefusal =
  | AmendRefusal
  | CancelRefusal
  | { ok: false; reason: 'name-fixed'; until: Temporal.Instant }
  | { ok: false; reason: 'sent-too-often'; most: number }
  | { ok: false; reason: 'no-ticket-left' }
  | { ok: false; reason: 'quote-changed' }
  | { ok: false; reason: 'too-many-tries' }

export type ChangeRefusalSentences = {
  [R in ChangeRefusal as R['reason']]: (refusal: R) => string
}

export function explainChange(sentences: ChangeRefusalSentences, refusal: ChangeRefusal): string {
  const sentence: (refusal: never) => string = sentences[refusal.reason]
  return sentence(refusal as never)
}
