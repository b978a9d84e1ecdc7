import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { action } from '#app/endpoints/payment-notice.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'

import { openBank, type WorldBank } from './bank.ts'

let bank: WorldBank
beforeAll(async () => {
  bank = await openBank()
})
afterAll(() => bank.stop())

test('43: a flood of forged callbacks is turned away, costs nothing, and hides no true one', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 25; count++) statuses.push(await knock('a secret that was guessed'))
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400))
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
  expect(await db.selectFrom('paymentNotices').select('noticeId').execute()).toEqual([])

  expect(await knock(env().BANK_SECRET)).toBe(200)
  expect(await db.selectFrom('paymentNotices').select('noticeId').execute()).toHaveLength(1)
})

async function knock(secret: string): Promise<number> {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'order.paid',
    order_id: 'x',
    merchant_ref: null,
  })
  const time = Math.floor(now().epochMilliseconds / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = { 'X-Sandbox-Signature': `t=${time},v1=${mac}` }
  const request = new Request('http://localhost/payments/notices/sandbox', {
    method: 'POST',
    headers,
    body,
  })
  const response = await action({ request, params: { provider: 'sandbox' } } as never)
  return response.status
}
