import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'

import { toDeclineReason, toProviderRefund, toSnapshot } from './stripe-snapshot.ts'

type Intent = Partial<Stripe.PaymentIntent>

function sessionOf(changes: Partial<Stripe.Checkout.Session>, intent?: Intent) {
  const session = {
    id: 'cs_test_1',
    amount_total: 2700,
    currency: 'eur',
    client_reference_id: '7K3MWQ2P-1',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: intent ?? null,
    ...changes,
  }
  return session as Stripe.Checkout.Session
}

const PAID: Intent = { amount_received: 2700, currency: 'eur', status: 'succeeded' }

function refundOf(changes: Partial<Stripe.Refund>) {
  return { id: 're_1', amount: 500, metadata: {}, status: 'succeeded', ...changes } as Stripe.Refund
}

describe('the status of a payment', () => {
  test.each([
    ['open', {}, undefined, 'open', 0],
    ['open after a decline', {}, { status: 'requires_payment_method' }, 'open', 0],
    ['paid', { status: 'complete', payment_status: 'paid' }, PAID, 'paid', 2700],
    ['decided later', { status: 'complete' }, { status: 'processing' }, 'processing', 0],
    ['refused later', { status: 'complete' }, { status: 'requires_payment_method' }, 'declined', 0],
    ['cancelled', { status: 'complete' }, { status: 'canceled' }, 'declined', 0],
    ['expired', { status: 'expired' }, { status: 'canceled' }, 'expired', 0],
    ['expired, but paid', { status: 'expired' }, PAID, 'paid', 2700],
    ['no payment due, which we never ask for', { payment_status: 'paid' }, undefined, 'paid', 0],
  ] as const)('%s', (_what, session, intent, status, captured) => {
    expect(toSnapshot(sessionOf(session, intent), [])).toMatchObject({ status, captured })
  })

  test('a currency is in capitals, and is that of the money, not of the page', () => {
    expect(toSnapshot(sessionOf({}), []).currency).toBe('EUR')
    expect(toSnapshot(sessionOf({}, { ...PAID, currency: 'usd' }), []).currency).toBe('USD')
  })

  test('an intent that is only an id reveals nothing', () => {
    const session = sessionOf({ payment_intent: 'pi_1' })
    expect(toSnapshot(session, [])).toMatchObject({ card: null, captured: 0, lastDecline: null })
  })
})

describe('a card', () => {
  test.each([
    ['visa', 'Visa'],
    ['amex', 'American Express'],
    ['a_new_one', 'a_new_one'],
  ])('%s is called %s', (brand, name) => {
    const card = { brand, last4: '4242', fingerprint: 'x', exp_year: 2039 }
    const charge = { payment_method_details: { card } } as unknown as Stripe.Charge
    const session = sessionOf({}, { ...PAID, latest_charge: charge })
    expect(toSnapshot(session, []).card).toEqual({ brand: name, last4: '4242' })
  })
})

describe('refunds', () => {
  test.each([
    ['succeeded', 'succeeded'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    [null, 'pending'],
  ])('one that is %s counts as %s', (status, state) => {
    expect(toProviderRefund(refundOf({ status })).state).toBe(state)
  })

  test('only a refund that has arrived counts as paid', () => {
    const refunds = [
      refundOf({ metadata: { refund_id: 'a' } }),
      refundOf({ status: 'pending' }),
      refundOf({ status: 'failed' }),
    ]
    const snapshot = toSnapshot(sessionOf({}, PAID), refunds)
    expect(snapshot.refunded).toBe(500)
    expect(snapshot.refunds.map(({ refundId }) => refundId)).toEqual(['a', null, null])
  })
})

describe('the reason for a decline', () => {
  test.each([
    ['card_declined', 'insufficient_funds', 'insufficient-funds'],
    ['card_declined', 'stolen_card', 'lost-or-stolen'],
    ['card_declined', 'fraudulent', 'fraud-suspected'],
    ['card_declined', 'withdrawal_count_limit_exceeded', 'limit-exceeded'],
    ['card_declined', 'a_word_of_next_year', 'try-other-card'],
    ['card_declined', undefined, 'try-other-card'],
    ['expired_card', 'expired_card', 'card-expired'],
    ['incorrect_cvc', undefined, 'bad-cvc'],
    ['incorrect_number', undefined, 'bad-card-number'],
    ['processing_error', undefined, 'issuer-unavailable'],
    ['payment_intent_authentication_failure', undefined, 'authentication-failed'],
    ['a_code_of_next_year', undefined, 'unknown'],
  ])('%s, %s: %s', (code, bankSays, reason) => {
    const error = { code, ...(bankSays && { decline_code: bankSays }) }
    expect(toDeclineReason(error)).toBe(reason)
  })
})
