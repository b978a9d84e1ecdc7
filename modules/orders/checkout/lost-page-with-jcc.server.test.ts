import { expect, test } from 'vitest'

import { listPayments } from '#modules/payments/payments.server.ts'
import { db } from '#platform/db.server.ts'
import { anyBus, openWorld } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  getPaymentOf,
  goToBank,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

/* Edge case 23 with a company that tells the address of its page once. */

const world = openWorld()

async function fillCart() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return visitor
}

/** Under a number of its own, since a number is never used again. */
async function payOnAnotherPage(visitor: string) {
  const { paymentId, url, orderId } = await goToBank(visitor, world.bank)
  await world.bank.payAtBank(url)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  const numbers = (await listPayments(db, orderId)).map(({ merchantRef }) => merchantRef.slice(-2))
  expect(numbers).toEqual(['-1', '-2'])
}

const UNAVAILABLE = { reason: 'provider-unavailable' }

test('23: a page whose address was lost is closed, and the next click opens another', async () => {
  const visitor = await fillCart()
  await world.bank.outage({ mode: 'answer-lost', calls: 1, for: 'open' })
  expect(await pressPay(visitor, world.bank)).toMatchObject(UNAVAILABLE)
  const lost = await getPaymentOf(visitor)
  expect(lost).toMatchObject({ state: world.bank.ways.closed, redirectUrl: null })
  await payOnAnotherPage(visitor)
})

test('23: looking it up fails too: the next click closes it, and the one after opens another', async () => {
  const visitor = await fillCart()
  await world.bank.outage({ mode: 'answer-lost', calls: 1, for: 'open' })
  await world.bank.outage({ mode: '503', calls: 1, for: 'fetch' })
  expect(await pressPay(visitor, world.bank)).toMatchObject(UNAVAILABLE)
  expect(await pressPay(visitor, world.bank)).toMatchObject(UNAVAILABLE)
  await payOnAnotherPage(visitor)
})

test('14: a second click hears the address from the first, and closes nothing', async () => {
  const visitor = await fillCart()
  const before = world.bank.line.calls.length
  const opening = world.bank.line.stopNext('open', 'back')
  const first = pressPay(visitor, world.bank)
  await opening.arrived
  const finding = world.bank.line.stopNext('find', 'back')
  const second = pressPay(visitor, world.bank)
  await finding.arrived
  finding.letGo()
  opening.letGo()
  expect(await second).toEqual(await first)
  expect(world.bank.line.calls.slice(before)).not.toContain('close')
  const { paymentId, redirectUrl } = await getPaymentOf(visitor)
  await world.bank.payAtBank(redirectUrl ?? '')
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
})
