import { afterAll, beforeAll, expect, test } from 'vitest'

import { action } from '#app/site/payment/webhook.ts'
import { db } from '#platform/db.server.ts'

import { openBank, type SimulatedBank } from './bank.ts'

let bank: SimulatedBank
beforeAll(async () => {
  bank = await openBank()
})
afterAll(() => bank.stop())

test('43: a flood of forged callbacks is refused, costs nothing, and hides no genuine one', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 25; count++) statuses.push(await knock('whsec_aSecretThatWasGuessed'))
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400))
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
  expect(await db.selectFrom('paymentNotices').select('noticeId').execute()).toEqual([])

  expect(await knock()).toBe(200)
  expect(await db.selectFrom('paymentNotices').select('noticeId').execute()).toHaveLength(1)
})

async function knock(secret?: string): Promise<number> {
  const { id: provider } = bank.provider
  const forged = bank.forge({ providerRef: 'x' }, secret === undefined ? {} : { secret })
  const request = new Request(`http://localhost/payments/notices/${provider}`, {
    method: 'POST',
    ...forged,
  })
  const response = await action({ request, params: { provider } } as never)
  return response.status
}
