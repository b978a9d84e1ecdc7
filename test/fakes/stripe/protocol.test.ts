import { afterAll, beforeAll, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { startTestBank } from '#test/fixtures/bank.ts'

import { stripeProtocol } from './protocol.ts'
import { API_VERSION } from './requests.ts'

/* A fake that accepts requests which Stripe refuses proves nothing. */

const KEY = 'sk_test_keyOfTheTests'

let bank: Awaited<ReturnType<typeof startTestBank>>
beforeAll(async () => {
  bank = await startTestBank({ key: KEY, secret: 'whsec_x', protocol: stripeProtocol() })
})
afterAll(() => bank.stop())

function open(body: string, headers: Record<string, string> = {}) {
  return fetch(`${bank.origin}/v1/checkout/sessions`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${KEY}`,
      'Stripe-Version': API_VERSION,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': newAccessToken(),
      ...headers,
    },
    body,
  })
}

const GOOD =
  'mode=payment&locale=en&success_url=http://localhost/a&line_items[0][quantity]=1' +
  '&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=900' +
  '&line_items[0][price_data][product_data][name]=Bus'
const minutes = (ahead: number) =>
  `&expires_at=${Math.floor(now().epochMilliseconds / 1000) + ahead * 60}`

test.each([
  ['a valid request', '', {}, 200],
  ['a misspelt field', '&client_referenceid=x', {}, 400],
  ['a field of older versions', '&payment_method_types[0]=card', {}, 400],
  ['a repeated field', '&mode=payment', {}, 400],
  ['a wrong key', '', { Authorization: 'Bearer sk_test_other' }, 401],
  ['another version', '', { 'Stripe-Version': '2020-08-27' }, 400],
  ['JSON', '', { 'Content-Type': 'application/json' }, 400],
])('answers %s correctly', async (_what, more, headers, status) => {
  const body = GOOD + minutes(31) + more
  const answer = await open(body, headers)
  expect(answer.status).toBe(status)
})

test.each([29, 24 * 60 + 1])('refuses to open a page for %s minutes', async (ahead) => {
  const answer = await open(GOOD + minutes(ahead))
  expect(answer.status).toBe(400)
})

test('refuses other parameters under a used idempotency key', async () => {
  const key = { 'Idempotency-Key': 'one-key' }
  const body = GOOD + minutes(31)
  expect((await open(body, key)).status).toBe(200)
  const again = await open(body, key)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await open(`${body}&metadata[a]=b`, key)
  expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } })
})
