import { expect, test } from 'vitest'

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

/*
 * Edge case 23 of docs/faults.md, with providers that return the address of an open page again.
 * JCC does not, so these tests skip it (vitest.config.ts): see lost-page-with-jcc.server.test.ts.
 */

const simulation = openSimulation()

async function fillCart() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return visitor
}

test('23: the answer to opening the page is lost: it is looked up, and the traveller is sent there without an error', async () => {
  const visitor = await fillCart()
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'open' })
  const { paymentId, url } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  expect(simulation.bank.line.calls.slice(-4)).toContain('find')
})

test('23: if the look-up fails too, the next click finds the same page and opens no second one', async () => {
  const visitor = await fillCart()
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'open' })
  await simulation.bank.outage({ mode: '503', calls: 1, for: 'fetch' })
  expect(await pressPay(visitor, simulation.bank)).toMatchObject({ reason: 'provider-unavailable' })
  const { url } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  const { paymentId, merchantRef } = await getPaymentOf(visitor)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  expect(merchantRef).toMatch(/-1$/)
})
