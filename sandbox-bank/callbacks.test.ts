import { afterEach, beforeEach, expect, test } from 'vitest'

import { shiftClock } from '#platform/clock.server.ts'
import { signatureOf, startTestBank, type Callback, type TestBank } from '#test/fixtures/bank.ts'

import { calledAt } from './webhooks.server.ts'

let bank: TestBank
let shifted = 0
beforeEach(async () => {
  bank = await startTestBank()
})
afterEach(async () => {
  await bank.stop()
  shiftClock({ seconds: -shifted })
  shifted = 0
})
function letPass(seconds: number) {
  shifted += seconds
  shiftClock({ seconds })
}

function isGenuine({ headers, body }: Callback): boolean {
  const [, seconds = '', mac] =
    /^t=(\d+),v1=(.*)$/.exec(headers.get('X-Sandbox-Signature') ?? '') ?? []
  return mac === signatureOf(body, seconds)
}

async function openWith(faultSettings: object) {
  return bank.openOrder({ metadata: { chaos: JSON.stringify(faultSettings) } })
}

test('a payment sends the shop a signed callback', async () => {
  const order = await bank.openOrder()
  await bank.control(`/orders/${order.id}/pay`)
  const [callback] = await bank.shop.hear(1)
  expect(callback?.event).toMatchObject({ type: 'order.paid', order_id: order.id })
  expect(callback && isGenuine(callback)).toBe(true)
})

test('a shop that does not respond well gets the same event again', async () => {
  bank.shop.answerNext(500, 503)
  const { id } = await bank.openOrder()
  await bank.control(`/orders/${id}/pay`)
  await bank.shop.hear(1)
  await bank.control(`/orders/${id}/deliver_now`)
  expect(bank.shop.heard).toHaveLength(2)
  await bank.control(`/orders/${id}/deliver_now`)
  await bank.control(`/orders/${id}/deliver_now`)
  expect(bank.shop.heard).toHaveLength(3)
  expect(new Set(bank.shop.heard.map(({ event }) => event.id)).size).toBe(1)
})

test('without a request, a retry is sent after two seconds', async () => {
  bank.shop.answerNext(500)
  const { id } = await bank.openOrder()
  await bank.control(`/orders/${id}/pay`)
  await bank.shop.hear(1)
  letPass(2)
  expect(await bank.shop.hear(2)).toHaveLength(2)
})

test('a restarted bank continues its callbacks', async () => {
  bank.shop.answerNext(500)
  const { id } = await bank.openOrder()
  await bank.control(`/orders/${id}/pay`)
  await bank.shop.hear(1)
  await bank.stopBank()
  letPass(2)
  const again = await startTestBank({ databaseFile: bank.databaseFile })
  const [first, second] = await bank.shop.hear(2)
  expect(second?.event).toEqual(first?.event)
  await again.stop()
})

test('faults: copies, losses, forged signatures', async () => {
  const copied = await openWith({ duplicate: 2 })
  await bank.control(`/orders/${copied.id}/pay`)
  await bank.control(`/orders/${copied.id}/deliver_now`)
  expect(bank.shop.heard.map(({ event }) => event.id)).toHaveLength(3)

  const lost = await openWith({ never: true, drop: 1, wrong_signature: 1 })
  await bank.control(`/orders/${lost.id}/pay`)
  await bank.control(`/orders/${lost.id}/deliver_now`)
  expect(bank.shop.heard).toHaveLength(3)
  bank.shop.answerNext(400)
  await bank.control(`/orders/${lost.id}/deliver_now`)
  await bank.control(`/orders/${lost.id}/deliver_now`)
  expect(bank.shop.heard.slice(3).map(isGenuine)).toEqual([false, true])
})

test('faults: the later event first', async () => {
  const { id } = await openWith({ reorder: true })
  await bank.control(`/orders/${id}/pay`)
  await bank.control(`/orders/${id}/dispute`)
  await bank.control(`/orders/${id}/deliver_now`)
  const types = bank.shop.heard.map(({ event }) => event.type)
  expect(types).toEqual(['order.disputed', 'order.paid'])
})

test('faults: the shop gets the callback before the browser returns', async () => {
  const order = await openWith({ never: true, before_redirect: true })
  await bank.payWith(order, '4111111111111111')
  expect(bank.shop.heard).toMatchObject([{ event: { type: 'order.paid' } }])
})

test('an order that expired sends its event, though no request came', async () => {
  await bank.openOrder()
  letPass(15 * 60)
  expect(await bank.shop.hear(1)).toMatchObject([{ event: { type: 'order.expired' } }])
})

test('only this machine is ever called', () => {
  for (const url of ['http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]/']) {
    expect(calledAt(url, undefined)).toBe(url)
  }
  for (const url of ['http://example.com/', 'http://127.0.0.1.example.com/', 'http://10.0.0.1/']) {
    expect(calledAt(url, undefined)).toBeUndefined()
  }
})

test('a bank whose shop is on another machine calls that shop, whatever an order names', async () => {
  const elsewhere = await startTestBank({ shopUrl: bank.shop.origin })
  for (const named of ['https://shuttle.cy', 'http://10.0.0.1:9', elsewhere.shop.origin]) {
    const { id } = await elsewhere.openOrder({ notify_url: `${named}/notice?from=bank` })
    await elsewhere.control(`/orders/${id}/pay`)
  }
  expect(await bank.shop.hear(3)).toHaveLength(3)
  expect(elsewhere.shop.heard).toEqual([])
  await elsewhere.stop()
  expect(calledAt('https://shuttle.cy//10.0.0.1/notice?a=b', 'http://site:3000')).toBe(
    'http://site:3000//10.0.0.1/notice?a=b',
  )
})

test('a bank behind a proxy sends travellers to its public address', async () => {
  const pageOrigin = 'https://bank.shuttle.cy'
  const behind = await startTestBank({ pageOrigin })
  const { id, url } = await behind.openOrder()
  expect(url).toBe(`${pageOrigin}/pay/${id}`)
  await behind.stop()
})

test('a shop that gives another address is not called, but can be paid', async () => {
  // An address of no machine, which some systems route to themselves.
  const elsewhere = bank.shop.origin.replace('127.0.0.1', '0.0.0.0')
  const { id } = await bank.openOrder({ notify_url: `${elsewhere}/notice` })
  await bank.control(`/orders/${id}/pay`)
  expect(await bank.control(`/orders/${id}/deliver_now`)).toMatchObject({ status: 'paid' })
  expect(bank.shop.heard).toEqual([])
})
