import { afterAll, afterEach, expect, test } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { startTestBank } from '#test/fixtures/bank.ts'

const bank = await startTestBank()
afterAll(() => bank.stop())

let shifted = 0
afterEach(() => {
  shiftClock({ milliseconds: -shifted })
  shifted = 0
})
function letPass(minutes: number) {
  shifted += minutes * 60_000
  shiftClock({ minutes })
}

test('the same request again opens no second order', async () => {
  const wish = bank.orderWish()
  const first = await bank.api('POST', '/orders', wish, 'key-a')
  expect(first.status).toBe(201)
  expect(await bank.api('POST', '/orders', wish, 'key-a')).toEqual(first)
  expect((await bank.api('POST', '/orders', { ...wish, amount: 1 }, 'key-a')).status).toBe(409)
  expect((await bank.api('POST', '/orders', wish, 'key-b')).status).toBe(409)
})

test('the same request after the order expired gets its first response', async () => {
  const wish = bank.orderWish()
  const first = await bank.api('POST', '/orders', wish, 'key-late')
  letPass(16)
  expect(await bank.api('POST', '/orders', wish, 'key-late')).toEqual(first)
})

test('an invalid order is refused', async () => {
  for (const wrong of [
    { amount: 0 },
    { amount: 9.5 },
    { currency: 'USD' },
    { locale: 'de' },
    { success_url: 'javascript:alert(1)' },
    { expires_at: now().subtract({ seconds: 1 }).toString() },
    { expires_at: now().add({ hours: 25 }).toString() },
  ]) {
    expect((await bank.api('POST', '/orders', bank.orderWish(wrong))).status).toBe(422)
  }
})

test('a request without the key is refused', async () => {
  const { id } = await bank.openOrder()
  const answer = await fetch(`${bank.origin}/api/orders/${id}`)
  expect(answer.status).toBe(401)
})

test('an order is found by the shop’s own reference, or is a 404', async () => {
  const order = await bank.openOrder({ merchant_ref: 'SHOP-1' })
  const found = await bank.api('GET', '/orders?merchant_ref=SHOP-1')
  expect(found.answer.orders).toMatchObject([{ id: order.id, merchant_ref: 'SHOP-1' }])
  expect((await bank.api('GET', '/orders?merchant_ref=SHOP-2')).answer.orders).toEqual([])
  expect((await bank.api('GET', '/orders/unknown')).status).toBe(404)
})

test('a session ends by the bank’s own clock', async () => {
  const { id } = await bank.openOrder()
  expect(await bank.look(id)).toMatchObject({ status: 'open' })
  letPass(15)
  expect(await bank.look(id)).toMatchObject({ status: 'expired' })
})

test('closing an order returns the status that prevented it', async () => {
  const [open, paid] = [await bank.openOrder(), await bank.openOrder()]
  await bank.control(`/orders/${paid.id}/pay`)
  const close = async (id: string) => (await bank.api('POST', `/orders/${id}/close`)).answer.result
  expect(await close(paid.id)).toBe('already_paid')
  expect(await close(open.id)).toBe('closed')
  expect(await close(open.id)).toBe('already_final')

  const processing = await bank.openOrder()
  await bank.payWith(processing, '4000000000000119')
  expect((await bank.api('POST', `/orders/${processing.id}/close`)).status).toBe(409)
})

test('no more is refunded than is left, and each refund once', async () => {
  const { id } = await bank.openOrder()
  await bank.control(`/orders/${id}/pay`)
  const refund = (refundId: string, amount: number) =>
    bank.api('POST', `/orders/${id}/refunds`, { refund_id: refundId, amount })

  const first = await refund('r-1', 1700)
  expect(first.answer).toMatchObject({ refund_id: 'r-1', amount: 1700, state: 'succeeded' })
  expect(await refund('r-1', 1700)).toEqual(first)
  expect((await refund('r-1', 1699)).status).toBe(409)
  expect((await refund('r-2', 1001)).status).toBe(422)
  expect((await refund('r-3', 1000)).status).toBe(200)
  expect(await bank.look(id)).toMatchObject({ captured: 2700, refunded: 2700 })
})

test('the control interface captures wrong amounts, and is absent unless switched on', async () => {
  const { id } = await bank.openOrder()
  await bank.control(`/orders/${id}/pay`, { amount: 2600, currency: 'USD' })
  expect(await bank.look(id)).toMatchObject({ captured: 2600, currency: 'USD', amount: 2700 })

  const closed = await startTestBank({ control: false })
  const answer = await fetch(`${closed.origin}/control/clock`, { method: 'POST' })
  expect(answer.status).toBe(404)
  await closed.stop()
})

test('a refund made in the portal has no id of the shop’s', async () => {
  const { id } = await bank.openOrder()
  await bank.control(`/orders/${id}/pay`)
  const { refunds } = await bank.control(`/orders/${id}/portal_refund`, { amount: 500 })
  expect(refunds).toMatchObject([{ refund_id: null, amount: 500, state: 'succeeded' }])
  await bank.control(`/orders/${id}/refund_fail`)
  expect(await bank.look(id)).toMatchObject({ refunded: 0 })
})
