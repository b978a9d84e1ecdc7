import { expect, test } from 'vitest'

import type { NewCheckout } from '#modules/payments/provider.ts'
import { cents } from '#platform/money.ts'

import { createdWithin, describeSession } from './stripe-session.ts'

const checkout: NewCheckout = {
  paymentId: '0123456789abcdefghijklmnop',
  merchantRef: '7K3MWQ2P-1',
  amount: cents(2700),
  currency: 'EUR',
  locale: 'el',
  description: 'Bus tickets 7K3MWQ2P, 3 passengers',
  lines: [
    { name: 'Λευκωσία – Αεροδρόμιο Λάρνακας, 2 ενήλικες', unit: cents(1100), quantity: 2 },
    { name: 'Λευκωσία – Αεροδρόμιο Λάρνακας, 1 παιδί', unit: cents(500), quantity: 1 },
    { name: 'Λευκωσία – Αεροδρόμιο Λάρνακας, 1 βρέφος', unit: cents(0), quantity: 1 },
  ],
  backToBooking: 'Πίσω στην κράτηση',
  email: 'traveller@example.com',
  successUrl: 'https://halcyon.example/el/payment/success/0123456789abcdefghijklmnop',
  failUrl: 'https://halcyon.example/el/payment/fail/0123456789abcdefghijklmnop',
  noticeUrl: 'https://halcyon.example/payments/notices/stripe',
  startedAt: Temporal.Instant.from('2026-11-20T08:00:00.750123Z'),
  expiresAt: Temporal.Instant.from('2026-11-20T08:15:00Z'),
}

test('a page takes only cards and only euros, in the traveller’s language', () => {
  expect(describeSession(checkout)).toMatchObject({
    mode: 'payment',
    locale: 'el',
    currency: 'eur',
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ['card'],
    submit_type: 'pay',
    success_url: checkout.successUrl,
    cancel_url: checkout.failUrl,
  })
})

test('session and intent both carry our ids, and nothing personal', () => {
  const { client_reference_id, metadata, payment_intent_data } = describeSession(checkout)
  const names = { payment_id: checkout.paymentId, merchant_ref: '7K3MWQ2P-1' }
  expect(client_reference_id).toBe('7K3MWQ2P-1')
  expect(metadata).toEqual(names)
  expect(payment_intent_data).toEqual({ metadata: names, description: checkout.description })
})

test.each([
  ['Δ'.repeat(250), 'Δ'.repeat(250)],
  ['Δ'.repeat(251), `${'Δ'.repeat(249)}…`],
  [`${'Πλατεία '.repeat(32)}– Λάρνακα`, `${'Πλατεία '.repeat(31).trim()}…`],
])('a name longer than 250 letters is cut, between words if possible (%#)', (name, shown) => {
  const lines = [{ name, unit: cents(2700), quantity: 1 }]
  const [line] = describeSession({ ...checkout, lines }).line_items ?? []
  expect(line?.price_data?.product_data?.name).toBe(shown)
})

test('the lines add up to the amount, to the cent, or no page is opened', () => {
  const { line_items: lines = [] } = describeSession(checkout)
  const total = lines.reduce(
    (sum, { quantity, price_data }) => sum + (quantity ?? 0) * (price_data?.unit_amount ?? 0),
    0,
  )
  expect(total).toBe(2700)
  const wrong = { ...checkout, amount: cents(2701) }
  expect(() => describeSession(wrong)).toThrow('the lines of the page add up to the amount')
})

test('all requests for one page are identical, and end late enough for Stripe', () => {
  const { expires_at: end = 0 } = describeSession(checkout)
  const lastMoment = checkout.expiresAt.epochMilliseconds / 1000
  // Stripe requires half an hour; five minutes allow for clocks that differ.
  expect(end - lastMoment).toBe(35 * 60)
  const inParts = { ...checkout, expiresAt: checkout.expiresAt.add({ milliseconds: 999 }) }
  expect(describeSession(inParts)).toEqual(describeSession(checkout))
})

test('an address with letters that Stripe does not accept is left to its page', () => {
  expect(describeSession(checkout).customer_email).toBe('traveller@example.com')
  const greek = describeSession({ ...checkout, email: 'ελένη@παράδειγμα.ελ' })
  expect(greek).not.toHaveProperty('customer_email')
})

test('the search covers the minutes of the attempt, with five minutes for either clock', () => {
  const { gte, lte } = createdWithin(checkout.startedAt)
  expect([gte, lte].map((seconds) => new Date(seconds * 1000).toISOString())).toEqual([
    '2026-11-20T07:55:00.000Z',
    '2026-11-20T09:05:00.000Z',
  ])
})
