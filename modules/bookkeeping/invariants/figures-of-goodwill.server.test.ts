import { expect, test } from 'vitest'

import { listFigures, sumUpDay } from '#modules/bookkeeping/figures/figures.server.ts'
import { addFigures, NO_FIGURES } from '#modules/bookkeeping/figures/figures.ts'
import { giveGoodwill } from '#modules/orders/office/goodwill.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { amend } from '#modules/orders/self-service/amend.server.ts'
import { cancel, quoteCancellation } from '#modules/orders/self-service/cancel.server.ts'
import { sellFree } from '#modules/sales/sell.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'
import { changeFare } from '#test/simulation/for-one-test.ts'
import { amendTo } from '#test/simulation/holders.ts'
import { asks, firstBooking, overrule } from '#test/simulation/office.ts'
import { addSeller, saleOf } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { checkInvariants } from './check-invariants.server.ts'

const simulation = openSimulation()

test('goodwill is in the figures as given, less what a later refund takes back', async () => {
  await buyAndGive(500)
  await giveUp(await buyAndGive(500))
  expect(await figuresOfToday()).toMatchObject({ soldCents: 3600, goodwillCents: 600 })
})

test('goodwill that is taken back in full leaves no document, and the figures still agree', async () => {
  const before = await figuresOfToday()
  await giveUp(await buyAndGive(1800))
  expect((await figuresOfToday()).soldCents - before.soldCents).toBe(1800)
})

test('goodwill for a forfeited fare, and a fee that takes the whole price, are in the figures', async () => {
  const before = await figuresOfToday()
  const bus = await addDeparture({ departsAt: now().add({ hours: 20 }) })
  const late = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  await giveUp(late.orderId)
  await give(late.orderId, 900)
  const refundTerms = { noticeHours: 24, fee: cents(1800) }
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')], { refundTerms })
  await giveUp(orderId)
  const after = await figuresOfToday()
  expect(after.forfeitedCents - before.forfeitedCents).toBe(1800)
  expect(after.feesCents - before.feesCents).toBe(1800)
  expect(after.goodwillCents - before.goodwillCents).toBe(900)
})

test('a surcharge that is waived for a free ride is in the figures, with its VAT', async () => {
  const before = await figuresOfToday()
  const reason = 'sorry for the broken window'
  const bus = await anyBus()
  const free = { ...saleOf(await addSeller(), ride(bus, 'A', 'B')), overrule: overrule(), reason }
  const sold = await sellFree(free)
  const { orderId } = sold.ok ? sold : { orderId: '' }
  await waive(orderId, ride(bus, 'A', 'C', { adult: 2 }))
  const after = await figuresOfToday()
  expect(after.soldCents - before.soldCents).toBe(3600)
  expect(after.goodwillCents - before.goodwillCents).toBe(3600)
  expect(after.vatCents - before.vatCents).toBe(0)
})

test('goodwill for an order whose last receipt is of a free ride is in the figures', async () => {
  const before = await figuresOfToday()
  const later = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  const rides = [ride(await anyBus(), 'A', 'C'), ride(later, 'A', 'C')]
  const { orderId } = await buy(simulation.bank, rides)
  await changeFare('A', 'B', 'adult', 0)
  const { manageId, reference } = await findOrderRow(orderId)
  const order = { orderId, manageId, reference }
  await amendTo(order, ride((await firstBooking(orderId)).departureId, 'A', 'B'), {
    ...simulation,
    refund: 1800,
  })
  await give(orderId, 500)
  const after = await figuresOfToday()
  expect(after.goodwillCents - before.goodwillCents).toBe(500)
})

async function waive(orderId: string, to: RideWish): Promise<void> {
  const { manageId } = await findOrderRow(orderId)
  const { bookingId } = await firstBooking(orderId)
  const outcome = await amend({
    manageId,
    bookingId,
    to,
    shown: { surcharge: cents(0), refund: cents(0) },
    staff: await asks(orderId),
    overrule: { ...overrule(), waivesSurcharge: true },
    locale: 'en',
    origin: simulation.bank.door.origin,
    now: now(),
  })
  expect(outcome).toMatchObject({ ok: true })
}

async function buyAndGive(amount: number): Promise<string> {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  await give(orderId, amount)
  return orderId
}

async function give(orderId: string, amount: number): Promise<void> {
  const wish = { orderId, amount: cents(amount), staff: await asks(orderId), overrule: overrule() }
  expect(await giveGoodwill({ ...wish, now: now() })).toMatchObject({ ok: true })
}

async function giveUp(orderId: string): Promise<void> {
  const [booking] = await listBookings(db, orderId)
  const { manageId } = await db
    .selectFrom('orders')
    .select('manageId')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const leaving = [{ bookingId: booking?.bookingId ?? '', staying: null }]
  const quote = await quoteCancellation({ manageId, leaving, now: now() })
  const shownRefund = quote.ok ? quote.refund : cents(0)
  const outcome = await cancel({ manageId, leaving, shownRefund, now: now() })
  expect(outcome).toMatchObject({ ok: true })
}

/** The sums of today, kept as they would be tomorrow, once they agree with the books (I23). */
async function figuresOfToday() {
  const today = dateInCyprus(now())
  await db.deleteFrom('figuredDays').execute()
  const live = await listFigures({ from: today, until: today })
  await sumUpDay(today, now())
  expect(await listFigures({ from: today, until: today })).toEqual(live)
  const breaches = await checkInvariants(db, { now: now() })
  expect(breaches.filter((breach) => breach.startsWith('I23'))).toEqual([])
  await db.deleteFrom('figuredDays').execute()
  return live.reduce<typeof NO_FIGURES>(addFigures, NO_FIGURES)
}
