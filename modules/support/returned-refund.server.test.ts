import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { removeRide } from '#modules/orders/cart/change-cart.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  goToBank,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

let bank: SimulatedBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
afterAll(() => bank.stop())

test('33: a refund that the card returned is owed again, and left to staff', async () => {
  const payment = await payForAnEmptiedCart()
  expect(await listRefunds(payment.orderId)).toMatchObject([{ state: 'succeeded' }])

  await bank.control(`/orders/${payment.providerRef}/refund_fail`)
  await comeBack(payment.paymentId)
  await comeBack(payment.paymentId)
  expect(await listRefunds(payment.orderId)).toMatchObject([{ state: 'needs-attention' }])
  expect(await breaches()).toEqual([])
})

test('34: a refund made in the portal of the bank is recorded, and does not change the tickets', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const { providerRef, paymentId, orderId } = await buy(bank, [ride(bus, 'A', 'C')])
  await bank.control(`/orders/${providerRef}/portal_refund`, { amount: 500 })
  await comeBack(paymentId)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 500, state: 'succeeded' }])

  await bank.control(`/orders/${providerRef}/refund_fail`)
  await comeBack(paymentId)
  expect(await listRefunds(orderId)).toMatchObject([{ state: 'needs-attention' }])
  expect(await breaches()).toEqual([])
})

/** A payment that is refunded because its cart was emptied before the money arrived. */
async function payForAnEmptiedCart() {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  const attempt = await goToBank(visitor, bank)
  const cart = await findCart(visitor, 'en', now())
  await removeRide(visitor, cart?.rides[0]?.bookingId ?? '', now())
  await bank.control(`/orders/${attempt.providerRef}/pay`)
  await comeBack(attempt.paymentId)
  await doJobs()
  return attempt
}

function breaches() {
  return checkInvariants(db, { now: now(), bank: bank.provider })
}
