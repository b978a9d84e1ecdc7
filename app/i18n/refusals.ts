import type { PasswordRefusal } from '#modules/accounts/passwords.ts'
import type { SignUpRefusal } from '#modules/accounts/sign-up.ts'
import type { ContactFirst } from '#modules/orders/order/contact-first.ts'
import type { ContactRefusal } from '#modules/orders/order/contact.ts'
import type { CartRefusal } from '#modules/orders/order/limits.ts'

/**
 * Every refusal of the site. A new reason does not compile until each language has a sentence for
 * it.
 */
export type Refusal =
  | CartRefusal
  | ContactFirst
  | ContactRefusal
  | SignUpRefusal
  | PasswordRefusal
  | { ok: false; reason: 'select-departure-first' }
  | { ok: false; reason: 'cart-empty' }
  | { ok: false; reason: 'hold-expired' }
  | { ok: false; reason: 'extended-already' }
  | { ok: false; reason: 'too-late-to-pay' }
  | { ok: false; reason: 'provider-unavailable' }
  | { ok: false; reason: 'fares-changed' }
  | { ok: false; reason: 'email-corrected-already' }
  | { ok: false; reason: 'too-many-tries' }
  | { ok: false; reason: 'far-too-long' }
  | { ok: false; reason: 'wrong-login' }
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'link-spent' }
  | { ok: false; reason: 'same-email' }
  | { ok: false; reason: 'erasing-not-meant' }
  | { ok: false; reason: 'rides-to-come' }
  | { ok: false; reason: 'money-on-its-way' }

export type RefusalSentences = { [R in Refusal as R['reason']]: (refusal: R) => string }

export function explain(sentences: RefusalSentences, refusal: Refusal): string {
  const sentence: (refusal: never) => string = sentences[refusal.reason]
  return sentence(refusal as never)
}
