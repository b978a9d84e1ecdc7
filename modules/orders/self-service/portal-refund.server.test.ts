import { beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import {
  cancelDeparture,
  refundHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { findMyBookings } from '#modules/orders/reads/find-my-bookings.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { setCaptured } from '#test/simulation/for-one-test.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { balancesOf } from '#test/simulation/ledger.ts'
import { makeBoughtEarlier } from '#test/simulation/office.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, comeBack, findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { cancel, quoteCancellation } from './cancel.server.ts'
import { findHeldOrder } from './find-order.server.ts'

/* A refund of a bought order in the provider's portal, and what is cancelled afterwards (edge case 34). */

const simulation = openSimulation()
let bus: string
beforeEach(async () => {
  bus = await anyBus()
})

test('a cancellation returns what the cards can still get, and counts the rest', async () => {
  const order = await boughtAndRefunded(500, ride(bus, 'A', 'C'))
  expect(await quoted(order)).toMatchObject({ refund: 1300, takenBack: 400, fee: 100 })
  expect(await giveUp(order, 1300)).toMatchObject({ ok: true })
  await doJobs()
  expect(await listRefunds(order.orderId)).toMatchObject([
    { amountCents: 500, reason: 'made-at-provider', state: 'succeeded' },
    { amountCents: 1300, reason: 'cancelled', state: 'succeeded' },
  ])
  // The euro that the portal gave beyond the rules bought nothing.
  expect(await balancesOf(order.orderId)).toEqual({ fees: -100, unsettled: 100 })
  expect(await breaches()).toEqual([])
})

test('what was counted once is not counted again', async () => {
  const later = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  const order = await boughtAndRefunded(1700, ride(bus, 'A', 'B'), ride(later, 'A', 'B'))
  const [first, second] = await listBookings(db, order.orderId)
  expect(await giveUp(order, 100, first?.bookingId)).toMatchObject({ ok: true })
  expect(await quoted(order, second?.bookingId)).toMatchObject({ refund: 0, takenBack: 800 })
  expect(await giveUp(order, 0, second?.bookingId)).toMatchObject({ ok: true })
  await doJobs()
  expect(await balancesOf(order.orderId)).toEqual({ fees: -200, unsettled: 200 })
  expect(await breaches()).toEqual([])
})

test('an order that is cancelled too late is not called refunded for it', async () => {
  const soon = await anyBus({ departsAt: now().add({ hours: 20 }) })
  const late = await boughtAndRefunded(500, ride(soon, 'A', 'C'))
  await makeBoughtEarlier(late.orderId)
  expect(await giveUp(late, 0)).toMatchObject({ ok: true })
  expect(await statusesOf(late)).toEqual(['cancelled', 'cancelled'])

  const whole = await boughtAndRefunded(1700, ride(bus, 'A', 'C'))
  expect(await giveUp(whole, 100)).toMatchObject({ ok: true })
  expect(await statusesOf(whole)).toEqual(['refunded', 'refunded'])
})

test('a bus that the company cancels is refunded, and so are the holders behind', async () => {
  const order = await boughtAndRefunded(500, ride(bus, 'A', 'C'))
  const next = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  await cancelDeparture({ departureId: bus, by: ADMIN, reason: 'snow', now: now() })
  await refundHolders(now().add({ hours: 24 * 60 }))
  await doJobs()
  expect(await findOrderRow(order.orderId)).toMatchObject({ status: 'cancelled' })
  expect(await findOrderRow(next.orderId)).toMatchObject({ status: 'cancelled' })
  expect(await balancesOf(order.orderId)).toEqual({})
  expect(await breaches()).toEqual([])
})

test('an order whose refund fails does not keep those behind it from theirs', async () => {
  const order = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const next = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  await cancelDeparture({ departureId: bus, by: ADMIN, reason: 'snow', now: now() })
  await setCaptured(order.paymentId, 0)
  const later = now().add({ hours: 24 * 60 })
  await expect(refundHolders(later)).rejects.toThrow(/refunds never exceed/)
  expect(await findOrderRow(next.orderId)).toMatchObject({ status: 'cancelled' })
  await setCaptured(order.paymentId, 1800)
  await refundHolders(later)
  expect(await findOrderRow(order.orderId)).toMatchObject({ status: 'cancelled' })
})

async function boughtAndRefunded(amount: number, ...rides: RideWish[]) {
  const { providerRef, paymentId, orderId } = await buy(simulation.bank, rides)
  await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount })
  await comeBack(paymentId)
  const { manageId } = await db
    .selectFrom('orders')
    .select('manageId')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, manageId }
}

type Bought = { orderId: string; manageId: string }

async function leavingOf({ orderId }: Bought, bookingId?: string) {
  const bookings = await listBookings(db, orderId)
  const chosen = bookings.filter((one) => !bookingId || one.bookingId === bookingId)
  return chosen.map((one) => ({ bookingId: one.bookingId, staying: null }))
}

async function quoted(order: Bought, bookingId?: string) {
  const leaving = await leavingOf(order, bookingId)
  return quoteCancellation({ manageId: order.manageId, leaving, now: now() })
}

async function giveUp(order: Bought, shown: number, bookingId?: string) {
  const leaving = await leavingOf(order, bookingId)
  const { manageId } = order
  return cancel({ manageId, leaving, shownRefund: cents(shown), now: now() })
}

/** The status on the page of the order, and in the list of its buyer. */
async function statusesOf({ orderId, manageId }: Bought) {
  const { visitor } = await findOrderRow(orderId)
  const { upcoming, earlier } = await findMyBookings({ visitor }, 'en', now())
  const listed = [...upcoming, ...earlier].find((one) => one.manageId === manageId)
  return [(await findHeldOrder(manageId, 'en', now()))?.status, listed?.status]
}

function breaches() {
  return checkInvariants(db, { now: now(), bank: simulation.bank.provider })
}
