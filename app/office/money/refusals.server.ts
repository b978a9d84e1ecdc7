import { translation } from '#app/i18n/translation.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import type { DisputeRefusal } from '#modules/support/decide-dispute.server.ts'
import type { AcceptRefusal } from '#modules/support/decide-payment.server.ts'
import type { PortalRefusal, RetryRefusal } from '#modules/support/decide-refund.server.ts'

import { euros } from './view.server.ts'

type Refusal = Exclude<
  AcceptRefusal | DisputeRefusal | PortalRefusal | RetryRefusal,
  ColleagueRefusal
>

/** Why a decision about money was not carried out, in a sentence; a missing one does not compile. */
export function explain(refusal: Refusal): string {
  const { refusals, payment, paymentStates, refundStates } = translation().messages.office.money
  if (refusal.reason === 'not-in-review') {
    return refusals['not-in-review'](paymentStates[refusal.state])
  }
  if (refusal.reason === 'decided-already') {
    const decided = 'decision' in refusal ? refusal.decision : refusal.outcome
    return refusals['decided-already'](payment[decided])
  }
  if (refusal.reason === 'not-with-people') {
    return refusals['not-with-people'](refundStates[refusal.state])
  }
  if (refusal.reason === 'too-little') return refusals['too-little'](euros(refusal.missing))
  if (refusal.reason === 'given-back') return refusals['given-back'](euros(refusal.amount))
  if (refusal.reason === 'not-so-much-left') {
    return refusals['not-so-much-left'](euros(refusal.left))
  }
  return refusals[refusal.reason]
}
