import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import {
  removeRide,
  setWheelchairUsers,
  takeAgain,
} from '#modules/orders/cart/change-cart.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { lockPayment } from '#modules/payments/payments.server.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  ride,
} from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { checkOut } from './checkout.server.ts'

/*
 * The money of an abandoned payment arrives late, at the moment at which the traveller changes the
 * cart in another tab.
 */

let bank: SimulatedBank
let bus: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
})
afterAll(() => bank.stop())

/** Settles the late money while `change` waits for its lock. */
async function settleBefore<Outcome>(
  change: (visitor: string, bookingId: string) => Promise<Outcome>,
) {
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  const { paymentId, providerRef, orderId, url } = await goToBank(visitor, bank)
  await bank.leaveForGood(url)
  await comeBack(paymentId)
  await bank.control(`/orders/${providerRef}/pay`)
  const [booking] = await listBookings(db, orderId)

  const letGo = await hold((tx) => lockPayment(tx, paymentId))
  const settled = comeBack(paymentId)
  await untilWaiting(1)
  const changed = change(visitor, booking?.bookingId ?? '')
  await untilWaiting(2)
  await letGo()
  await settled
  return { outcome: await changed, orderId, visitor }
}

async function expectBought(orderId: string) {
  await doJobs()
  expect((await findOrderRow(orderId)).status).toBe('confirmed')
  expect(await listBookings(db, orderId)).toHaveLength(1)
  expect(await checkInvariants(db, { now: now(), bank: bank.provider })).toEqual([])
}

test('a ride that is being paid for can no longer be removed', async () => {
  const { orderId, outcome } = await settleBefore((visitor, bookingId) =>
    removeRide(visitor, bookingId, now()),
  )
  expect(outcome).toEqual({ ok: true })
  await expectBought(orderId)
})

test('a ride added at the moment of paying is not free: it starts a new cart', async () => {
  const other = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  const { orderId, outcome } = await settleBefore((visitor) =>
    choose(visitor, ride(other, 'A', 'B')),
  )
  expect(outcome).toMatchObject({ ok: true })
  await expectBought(orderId)
})

test('the wheelchair space of a ride being paid for does not change', async () => {
  const { orderId, outcome } = await settleBefore((visitor, bookingId) =>
    setWheelchairUsers({ visitor, bookingId, wheelchairUsers: 1, now: now() }),
  )
  expect(outcome).toMatchObject({ ok: false, reason: 'no-such-ride' })
  await expectBought(orderId)
})

test('seats that are sold at this moment are not held again', async () => {
  const { orderId, outcome } = await settleBefore((visitor) => takeAgain(visitor, now()))
  expect(outcome).toMatchObject({ ok: false, reason: 'cart-empty' })
  await expectBought(orderId)
})

test('an order that is paid at this moment is not paid twice', async () => {
  const { orderId, outcome } = await settleBefore((visitor) =>
    checkOut({
      visitor,
      contact: { name: 'Anna', email: 'anna@example.com' },
      emailAsked: '',
      wheelchairs: {},
      termsAccepted: true,
      termsVersion: '2026-01-01',
      refundTerms: REFUND_TERMS,
      locale: 'en',
      origin: bank.door.origin,
      now: now(),
    }),
  )
  expect(outcome).toMatchObject({ ok: false, reason: 'cart-empty' })
  await expectBought(orderId)
})
