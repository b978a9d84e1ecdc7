import { expect, test } from 'vitest'

import { listPayments } from '#modules/payments/payments.server.ts'
import { db } from '#platform/db.server.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  getPaymentOf,
  goToBank,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

/* Edge case 23 with a provider that returns the address of its page only once. */

const simulation = openSimulation()

async function fillCart() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return visitor
}

/** The new attempt has a merchant reference of its own, since none is used twice. */
async function payOnAnotherPage(visitor: string) {
  const { paymentId, url, orderId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  const numbers = (await listPayments(db, orderId)).map(({ merchantRef }) => merchantRef.slice(-2))
  expect(numbers).toEqual(['-1', '-2'])
}

const UNAVAILABLE = { reason: 'provider-unavailable' }

test('23: a page whose address was lost is closed, and the next click opens another', async () => {
  const visitor = await fillCart()
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'open' })
  expect(await pressPay(visitor, simulation.bank)).toMatchObject(UNAVAILABLE)
  const lost = await getPaymentOf(visitor)
  expect(lost).toMatchObject({ state: simulation.bank.ways.closed, redirectUrl: null })
  await payOnAnotherPage(visitor)
})

test('23: if the look-up fails too, the next click closes it, and the one after opens another', async () => {
  const visitor = await fillCart()
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'open' })
  await simulation.bank.outage({ mode: '503', calls: 1, for: 'fetch' })
  expect(await pressPay(visitor, simulation.bank)).toMatchObject(UNAVAILABLE)
  expect(await pressPay(visitor, simulation.bank)).toMatchObject(UNAVAILABLE)
  await payOnAnotherPage(visitor)
})

test('14: a second click gets the address from the first, and closes no page', async () => {
  const visitor = await fillCart()
  const before = simulation.bank.line.calls.length
  const opening = simulation.bank.line.stopNext('open', 'back')
  const first = pressPay(visitor, simulation.bank)
  await opening.arrived
  const finding = simulation.bank.line.stopNext('find', 'back')
  const second = pressPay(visitor, simulation.bank)
  await finding.arrived
  finding.letGo()
  opening.letGo()
  expect(await second).toEqual(await first)
  expect(simulation.bank.line.calls.slice(before)).not.toContain('close')
  const { paymentId, redirectUrl } = await getPaymentOf(visitor)
  await simulation.bank.payAtBank(redirectUrl ?? '')
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
})
