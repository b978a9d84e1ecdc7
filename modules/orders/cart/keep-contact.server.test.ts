import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, choose, comeBack, goToBank, ride } from '#test/simulation/travellers.ts'

import { keepContact } from './change-cart.server.ts'
import { findCart } from './find-cart.server.ts'

let bank: SimulatedBank
let visitor: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  visitor = addTraveller()
  await choose(visitor, ride(await addDeparture({ departsAt: now().add({ hours: 48 }) }), 'A', 'B'))
})
afterAll(() => bank.stop())

test('an incomplete contact is kept for the next visit to the cart', async () => {
  await keepContact(visitor, { name: 'Anna', email: 'anna@' })
  expect(await contact()).toEqual(['Anna', 'anna@'])
  await keepContact(addTraveller(), { name: 'Eve', email: 'eve@example.com' })
  expect(await contact()).toEqual(['Anna', 'anna@'])
})

test('an address used for a payment is replaced only by a well-formed one', async () => {
  const { paymentId, url } = await goToBank(visitor, bank)
  await bank.cancelAtBank(url)
  await comeBack(paymentId)
  await keepContact(visitor, { name: 'Anna', email: 'anna@' })
  expect(await contact()).toEqual(['Anna Georgiou', 'anna@example.com'])
  await keepContact(visitor, { name: 'Anna', email: 'ann@example.com' })
  expect(await contact()).toEqual(['Anna', 'ann@example.com'])
})

async function contact() {
  const cart = await findCart(visitor, 'en', now())
  return [cart?.contactName, cart?.contactEmail]
}
