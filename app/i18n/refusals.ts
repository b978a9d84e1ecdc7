import type { CartRefusal } from '#modules/orders/cart.ts'
import type { ContactRefusal } from '#modules/orders/contact.ts'

/** Every way the site can say no. A new reason does not compile until each language explains it. */
export type Refusal =
  | CartRefusal
  | ContactRefusal
  | { ok: false; reason: 'select-departure-first' }
  | { ok: false; reason: 'cart-empty' }
  | { ok: false; reason: 'hold-expired' }
  | { ok: false; reason: 'extended-already' }
  | { ok: false; reason: 'too-late-to-pay' }
  | { ok: false; reason: 'provider-unavailable' }
  | { ok: false; reason: 'fares-changed' }
  | { ok: false; reason: 'email-corrected-already' }
  | { ok: false; reason: 'too-many-tries' }

export type RefusalSentences = { [R in Refusal as R['reason']]: (refusal: R) => string }

export function explain(sentences: RefusalSentences, refusal: Refusal): string {
  const sentence: (refusal: never) => string = sentences[refusal.reason]
  return sentence(refusal as never)
}
