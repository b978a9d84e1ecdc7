import { translation } from '#app/i18n/translation.ts'
import { OFFICE } from '#app/permissions.ts'
import { awaitsDispute, isOpen } from '#modules/payments/payment-state.ts'
import type { MoneyStory } from '#modules/support/find-payment-history.server.ts'

import { euros, moment } from './view.server.ts'
import type { ActView, Fact } from './view.ts'

type Payment = MoneyStory['payments'][number]

export function showPaymentFacts(payment: Payment): Fact[] {
  const { payment: words, paymentStates } = translation().messages.office.money
  const { provider, state, decision, disputed, disputeOutcome, cardBrand, cardLast4 } = payment
  const { amountCents, capturedCents, refundedCents, takenBackCents, checkedAt } = payment
  const states = [
    paymentStates[state],
    ...(decision ? [words[decision]] : []),
    ...(disputeOutcome ? [words[disputeOutcome]] : disputed ? [words.disputed] : []),
  ]
  return [
    { name: words.state, value: states.join(', ') },
    { name: words.asked, value: euros(amountCents) },
    { name: words.captured, value: euros(capturedCents) },
    { name: words.refunded, value: euros(refundedCents) },
    ...(takenBackCents > 0 ? [{ name: words.takenBack, value: euros(takenBackCents) }] : []),
    { name: words.provider, value: provider },
    ...(cardLast4 ? [{ name: words.card, value: `${cardBrand ?? ''} ${cardLast4}`.trim() }] : []),
    { name: words.checked, value: checkedAt ? moment(checkedAt) : words.never },
  ]
}

type PaymentAct = keyof (typeof OFFICE)['/office/money/payments/:id']['acts']

/** The decisions possible in its state; the provider can be asked about any that is not paid. */
export function listPaymentActs(payment: Payment): ActView<PaymentAct>[] {
  const { acts } = translation().messages.office.money
  const { state, decision, amountCents, capturedCents } = payment
  if (awaitsDispute(payment)) {
    return [
      { ...acts['dispute-won'], ...actOf('dispute-won') },
      withButton('dispute-lost', acts['dispute-lost'].button(euros(capturedCents))),
    ]
  }
  if (state === 'review' && !decision) {
    const excess = capturedCents - amountCents
    const accept = { ...acts.accept, ...actOf('accept') }
    const { excess: withExcess, ...plain } = accept
    const accepting =
      excess < 0
        ? withButton('make-good', acts['make-good'].button(euros(-excess)))
        : { ...plain, ...(excess > 0 && { button: withExcess(euros(excess)) }) }
    const giveBack = withButton('return', acts.return.button(euros(capturedCents)))
    return capturedCents > 0 ? [accepting, giveBack] : [giveBack]
  }
  return isOpen(state) ? [{ ...acts.ask, ...actOf('ask') }] : []
}

function actOf<Intent extends PaymentAct>(intent: Intent) {
  const act = OFFICE['/office/money/payments/:id'].acts[intent]
  return { intent, ...('confirm' in act && { confirm: act.confirm }) }
}

function withButton(
  intent: 'make-good' | 'return' | 'dispute-lost',
  button: string,
): ActView<PaymentAct> {
  const { title, text } = translation().messages.office.money.acts[intent]
  return { title, text, button, ...actOf(intent) }
}
