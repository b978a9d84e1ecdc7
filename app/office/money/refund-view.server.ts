import { translation } from '#app/i18n/translation.ts'
import { OFFICE } from '#app/permissions.ts'
import { isWithPeople } from '#modules/payments/refund-state.ts'
import type { MoneyStory } from '#modules/support/find-payment-history.server.ts'

import { euros, moment } from './view.server.ts'
import type { ActView, Fact } from './view.ts'

type Refund = MoneyStory['refunds'][number]

export function showRefundFacts(refund: Refund): Fact[] {
  const {
    refund: words,
    payment,
    refundStates,
    refundReasons,
  } = translation().messages.office.money
  const { state, amountCents, reason, requestedAt, failure } = refund
  return [
    { name: payment.state, value: refundStates[state] },
    { name: words.amount, value: euros(amountCents) },
    { name: words.reason, value: refundReasons[reason] },
    { name: words.requested, value: moment(requestedAt) },
    ...(failure ? [{ name: words.failure, value: failure }] : []),
  ]
}

const ACTS = ['retry', 'paid-otherwise', 'paid-in-portal'] as const

/** The decisions possible about a refund that waits for people. */
export function listRefundActs({ state, amountCents }: Refund): ActView<(typeof ACTS)[number]>[] {
  const { acts } = translation().messages.office.money
  if (!isWithPeople(state)) return []
  const levels = OFFICE['/office/money/refunds/:id'].acts
  return ACTS.map((intent) => {
    const { title, text, button } = acts[intent]
    return {
      intent,
      title,
      text,
      button: button(euros(amountCents)),
      confirm: levels[intent].confirm,
    }
  })
}
