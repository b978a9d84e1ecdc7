import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { NewCheckout } from '#modules/payments/provider.ts'
import { cents } from '#platform/money.ts'

import { createStripeProvider } from './stripe.server.ts'

/*
 * Responses that neither Stripe nor its fake normally gives, and effects of a proxy on a
 * connection.
 */

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let answers: Answer[] = []
let heard: { method: string; path: string; key: string | undefined; body: string }[] = []
let heads: IncomingMessage['headers'][] = []
const odd = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const key = request.headers['idempotency-key'] as string | undefined
  heard.push({ method: request.method ?? '', path: request.url ?? '', key, body })
  heads.push(request.headers)
  const [answer = nothing, ...others] = answers
  if (others.length > 0) answers = others
  answer(response, request)
})
const nothing: Answer = (response) => response.writeHead(400).end('{"error":{}}')

let url: string
beforeAll(async () => {
  odd.listen(0, '127.0.0.1')
  await once(odd, 'listening')
  url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
})
beforeEach(() => {
  answers = []
  heard = []
  heads = []
})
afterAll(() => {
  odd.closeAllConnections()
  odd.close()
})

const settings = { key: 'rk_test_keyOfTheTests', secret: 'whsec_secretOfTheTests' }
const provider = (timeoutMilliseconds = 4000) =>
  createStripeProvider({ ...settings, url, timeoutMilliseconds })

function says(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (response) => response.writeHead(status, headers).end(text)
}

const list = (data: object[], has_more = false) => says(200, { object: 'list', data, has_more })
const cut: Answer = (response) => response.destroy()
const silence: Answer = () => undefined
const stall: Answer = (response) => void response.writeHead(200).write('{"id":')
const halfCut: Answer = (response) => {
  response.writeHead(200, { 'Content-Length': '1000' })
  response.write('{"id":', () => response.destroy())
}

const SESSION = {
  id: 'cs_test_1',
  object: 'checkout.session',
  amount_total: 900,
  currency: 'eur',
  client_reference_id: 'REFERENCE-1',
  created: 0,
  status: 'open',
  payment_status: 'unpaid',
  payment_intent: null,
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
}
const CHARGE = { id: 'ch_1', disputed: false, refunds: { data: [], has_more: false } }
const INTENT = { id: 'pi_1', amount_received: 900, status: 'succeeded', latest_charge: CHARGE }
const PAID = { ...SESSION, status: 'complete', payment_status: 'paid', payment_intent: INTENT }
const REFUND = { id: 're_1', object: 'refund', amount: 900, status: 'succeeded', metadata: {} }

const checkout: NewCheckout = {
  paymentId: 'payment-1',
  merchantRef: 'REFERENCE-1',
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
  startedAt: Temporal.Instant.from('2026-11-20T08:00:00Z'),
  expiresAt: Temporal.Instant.from('2026-11-20T08:15:00Z'),
}
const wish = {
  providerRef: 'cs_test_1',
  refundId: 'refund-1',
  amount: cents(900),
  currency: 'EUR',
} as const

const failed = (reason: string) => ({ ok: false, reason })
const error = (type: string, code?: string) => ({ error: { type, code, message: 'Not this.' } })

describe('a call that fails', () => {
  test.each([
    [400, error('invalid_request_error', 'parameter_unknown'), 'rejected'],
    [400, error('idempotency_error'), 'rejected'],
    [401, error('invalid_request_error'), 'rejected'],
    [402, error('card_error', 'card_declined'), 'rejected'],
    [403, error('invalid_request_error'), 'rejected'],
    [404, error('invalid_request_error', 'resource_missing'), 'rejected'],
    [429, error('invalid_request_error', 'lock_timeout'), 'unavailable'],
    [500, error('api_error'), 'unknown'],
    [502, '<html>Bad gateway</html>', 'unknown'],
    [503, error('api_error'), 'unknown'],
    [504, '', 'unknown'],
    [200, 'welcome', 'unknown'],
    [200, {}, 'unknown'],
    [200, { id: 'x', object: 'list' }, 'unknown'],
  ])('with %s %j is %s', async (status, body, reason) => {
    answers = [says(status, body)]
    expect(await provider().fetch('cs_test_1')).toEqual(failed(reason))
    expect(heard).toHaveLength(1)
  })

  test.each([
    ['cut', cut],
    ['cut in the middle', halfCut],
  ])(
    'because its connection was %s may have had an effect, and is not retried',
    async (_how, answer) => {
      answers = [answer]
      expect(await provider().openCheckout(checkout)).toEqual(failed('unknown'))
      expect(heard).toHaveLength(1)
    },
  )

  test.each([
    ['before its response', silence],
    ['in the middle of its response', stall],
  ])('because nothing arrives %s is abandoned after the timeout', async (_when, answer) => {
    answers = [answer]
    const begun = performance.now()
    expect(await provider(80).openCheckout(checkout)).toEqual(failed('unknown'))
    expect(performance.now() - begun).toBeLessThan(2000)
    expect(heard).toHaveLength(1)
  })
})

describe('a request', () => {
  test('carries the same key each time, and no timing of the one before', async () => {
    const measured = { 'Request-Id': 'req_1' }
    answers = [says(500, error('api_error'), measured), says(200, SESSION, measured)]
    const asking = provider()
    for (let tries = 0; tries < 3; tries++) await asking.openCheckout(checkout)
    expect(new Set(heard.map(({ key }) => key))).toEqual(new Set(['checkout:payment-1']))
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1)
    expect(heads.flatMap((head) => head['x-stripe-client-telemetry'] ?? [])).toEqual([])
  })

  test('to refund carries the id of the refund as its key, and our ids for people who look it up', async () => {
    answers = [says(200, PAID), says(200, REFUND)]
    expect(await provider().refund(wish)).toEqual({
      ok: true,
      providerRef: 're_1',
      state: 'succeeded',
    })
    expect(heard[1]).toMatchObject({ path: '/v1/refunds', key: 'refund:refund-1' })
    expect(Object.fromEntries(new URLSearchParams(heard[1]?.body))).toEqual({
      payment_intent: 'pi_1',
      amount: '900',
      reason: 'requested_by_customer',
      'metadata[refund_id]': 'refund-1',
      'metadata[merchant_ref]': 'REFERENCE-1',
    })
  })

  test('leads to Stripe’s own pages only', () => {
    expect(createStripeProvider(settings).pageOrigins).toEqual(['https://checkout.stripe.com'])
    expect(provider().pageOrigins).toEqual([url])
  })
})

describe('opening', () => {
  test('waits for the request of another tab, and gets the same page', async () => {
    answers = [says(409, error('idempotency_error', 'idempotency_key_in_use')), says(200, SESSION)]
    expect(await provider().openCheckout(checkout)).toMatchObject({ providerRef: 'cs_test_1' })
    expect(heard).toHaveLength(2)
  })

  test.each([
    ['sum', { amount_total: 901 }],
    ['currency', { currency: 'usd' }],
  ])(
    'a page for another %s is closed, and the traveller is not sent there',
    async (_what, change) => {
      answers = [says(200, { ...SESSION, ...change })]
      expect(await provider().openCheckout(checkout)).toEqual(failed('rejected'))
      expect(heard.map(({ path }) => path)).toEqual([
        '/v1/checkout/sessions',
        '/v1/checkout/sessions/cs_test_1/expire',
      ])
    },
  )
})

describe('the search for a page', () => {
  test('goes on to the next hundred', async () => {
    const others = Array.from({ length: 100 }, (_one, count) => ({
      ...SESSION,
      id: `cs_test_other_${count}`,
      client_reference_id: `OTHER-${count}`,
    }))
    answers = [list(others, true), list([SESSION])]
    const { merchantRef, startedAt } = checkout
    expect(await provider().findByMerchantRef(merchantRef, startedAt)).toEqual({
      ok: true,
      providerRef: 'cs_test_1',
      redirectUrl: SESSION.url,
    })
    expect(heard[1]?.path).toContain('starting_after=cs_test_other_99')
  })

  test('ends after two thousand others with an unknown result', async () => {
    const others = Array.from({ length: 100 }, () => ({ ...SESSION, client_reference_id: 'OTHER' }))
    answers = [list(others, true)]
    const found = await provider().findByMerchantRef('REFERENCE-1', checkout.startedAt)
    expect(found).toEqual(failed('unknown'))
    expect(heard).toHaveLength(20)
  })

  test('takes the newer of two', async () => {
    answers = [list([{ ...PAID, id: 'cs_test_2', url: null }, SESSION])]
    const found = await provider().findByMerchantRef('REFERENCE-1', checkout.startedAt)
    expect(found).toEqual({ ok: true, providerRef: 'cs_test_2', redirectUrl: null })
  })
})

describe('refunding', () => {
  test.each([401, 403])(
    'with a key that lacks the permission (%s) is retried later',
    async (status) => {
      for (const steps of [[], [says(200, PAID)]]) {
        answers = [...steps, says(status, error('invalid_request_error'))]
        expect(await provider().refund(wish)).toEqual(failed('unavailable'))
      }
    },
  )

  test('a refund made under this id is not repeated, even if Stripe has forgotten the key', async () => {
    const given = { ...REFUND, metadata: { refund_id: 'refund-1' } }
    const charge = { ...CHARGE, refunds: { data: [given], has_more: false } }
    answers = [says(200, { ...PAID, payment_intent: { ...INTENT, latest_charge: charge } })]
    expect(await provider().refund(wish)).toMatchObject({ ok: true, providerRef: 're_1' })
    expect(heard.map(({ method }) => method)).toEqual(['GET'])
  })

  test('all refunds are searched, not only the ten that come with the payment', async () => {
    const charge = { ...CHARGE, refunds: { data: [], has_more: true } }
    const given = { ...REFUND, metadata: { refund_id: 'refund-1' } }
    answers = [
      says(200, { ...PAID, payment_intent: { ...INTENT, latest_charge: charge } }),
      says(200, { object: 'list', data: [given], has_more: false }),
    ]
    expect(await provider().fetch('cs_test_1')).toMatchObject({
      refunded: 900,
      refunds: [{ refundId: 'refund-1' }],
    })
  })
})
