import { afterAll, beforeAll, expect, test } from 'vitest'

import type { NewCheckout, PaymentProvider } from '#modules/payments/provider.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'
import type { Fault } from '#test/fakes/stripe/idempotency.ts'
import { stripeProtocol } from '#test/fakes/stripe/protocol.ts'
import { startTestBank } from '#test/fixtures/bank.ts'

import { createStripeProvider } from './stripe.server.ts'

/* Faults that Stripe stores, and repeats for a day for every call with the same key. */

const KEY = 'sk_test_keyOfTheTests'
const SECRET = 'whsec_secretOfTheTests'

const faults: Fault[] = []
let bank: Awaited<ReturnType<typeof startTestBank>>
let provider: PaymentProvider
let count = 0
beforeAll(async () => {
  bank = await startTestBank({ key: KEY, secret: SECRET, protocol: stripeProtocol({ faults }) })
  provider = createStripeProvider({ url: bank.origin, key: KEY, secret: SECRET })
})
afterAll(() => bank.stop())

function newCheckout(): NewCheckout {
  count += 1
  return {
    paymentId: `payment-${count}`,
    merchantRef: `REFERENCE-${count}`,
    amount: cents(900),
    currency: 'EUR',
    locale: 'en',
    description: 'Bus tickets',
    lines: [{ name: 'Nicosia to Larnaca Airport', unit: cents(900), quantity: 1 }],
    backToBooking: 'Back to the booking',
    email: 'traveller@example.com',
    successUrl: 'http://localhost:3000/payment/success/1',
    failUrl: 'http://localhost:3000/payment/fail/1',
    noticeUrl: 'http://localhost:3000/payments/notices/stripe',
    startedAt: now(),
    expiresAt: now().add({ minutes: 15 }),
  }
}
test.each(['500-before', '500-after'] as const)(
  '%s opening: the next try still opens a single page',
  async (fault) => {
    const checkout = newCheckout()
    faults.push(fault)
    expect(await provider.openCheckout(checkout)).toEqual({ ok: false, reason: 'unknown' })
    const opened = await provider.openCheckout(checkout)
    expect(opened).toMatchObject({ ok: true })
    expect(await provider.openCheckout(checkout)).toEqual(opened)
    const { merchantRef, startedAt } = checkout
    expect(await provider.findByMerchantRef(merchantRef, startedAt)).toEqual(opened)
  },
)

test('after refunding: the refund is found, and paid once', async () => {
  const { providerRef, wish } = await paid()
  faults.push('500-after')
  expect(await provider.refund(wish)).toEqual({ ok: false, reason: 'unknown' })
  expect(await provider.refund(wish)).toMatchObject({ ok: true, state: 'succeeded' })
  expect(await provider.fetch(providerRef)).toMatchObject({ refunded: 400 })
})

test('before refunding: the effect is unknown, and nothing is refunded under another key', async () => {
  const { providerRef, wish } = await paid()
  faults.push('500-before')
  for (let tries = 0; tries < 3; tries++) {
    expect(await provider.refund(wish)).toEqual({ ok: false, reason: 'unknown' })
  }
  expect(await provider.fetch(providerRef)).toMatchObject({ refunded: 0 })
})

test('refunds beyond those listed with the payment are all counted', async () => {
  const { providerRef, wish } = await paid()
  for (let place = 0; place < 12; place++) {
    await provider.refund({ ...wish, refundId: `${wish.refundId}-${place}`, amount: cents(10) })
  }
  const snapshot = await provider.fetch(providerRef)
  expect(snapshot).toMatchObject({ refunded: 120 })
  expect(snapshot.ok && snapshot.refunds).toHaveLength(12)
})

test('a payment is found by the id of its intent too', async () => {
  const { providerRef } = await paid()
  const intent = providerRef.replace('cs_test_', 'pi_')
  expect(await provider.fetch(intent)).toMatchObject({ ok: true, providerRef })
  expect(await provider.fetch('pi_of_others')).toEqual({ ok: false, reason: 'rejected' })
})

async function paid() {
  const opened = await provider.openCheckout(newCheckout())
  if (!opened.ok) throw new Error(`no page: ${opened.reason}`)
  const { providerRef, redirectUrl: url } = opened
  await bank.payWith({ id: providerRef, url, status: 'open' }, '4111111111111111')
  const refundId = `refund-${count}`
  return {
    providerRef,
    wish: { providerRef, refundId, amount: cents(400), currency: 'EUR' } as const,
  }
}
