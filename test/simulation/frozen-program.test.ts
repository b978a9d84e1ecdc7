import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { removeCarts, untilFew } from '#modules/privacy/remove-old-rows.server.ts'
import { makeDepartures } from '#modules/timetable/make-departures.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'
import { keepWebLimits } from '#test/fixtures/web-limits.ts'

import { anyBus, openSimulation } from './simulation.ts'
import { addTraveller, choose, comeBack, goToBank, ride } from './travellers.ts'

/* A program that freezes, or loses its machine, while it holds what every sale needs. */

await keepWebLimits()
const simulation = openSimulation()

test('a program that freezes while it holds the counter of receipts stops no other sale for long', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const { url, paymentId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)

  const frozen = new Client(process.env.DATABASE_URL)
  const faults: Error[] = []
  frozen.on('error', (fault: Error) => faults.push(fault))
  onTestFinished(() => frozen.end().catch(() => {}))
  await frozen.connect()
  await frozen.query('begin; update receipt_counters set last_number = last_number + 1')
  // Three waits of a second for the counter: the sale succeeds only if it is free before their end.
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  expect(faults[0]).toMatchObject({ code: '25P03' })
})

test('a renewal of the departures that freezes stops no sale for long', async () => {
  const bus = await anyBus()
  const held = Promise.withResolvers<void>()
  const thawed = Promise.withResolvers<void>()
  const renewal = inPatientTransaction(async (tx) => {
    await makeDepartures(tx, now())
    held.resolve()
    await thawed.promise
  })
  await held.promise
  // No bus of the simulation is in the timetable, so the renewal holds them all.
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  expect(await goToBank(visitor, simulation.bank)).toMatchObject({ paymentId: expect.any(String) })
  thawed.resolve()
  await expect(renewal).rejects.toThrow('connection error')
})

test('a clearance of old carts that freezes stops no sale of their buses for long', async () => {
  const bus = await anyBus()
  await addOldCart(bus)
  // A smaller bus is wanted, so what comes free is taken off its sale.
  const wanted = { wantedSeats: 10, wantedWheelchairPlaces: 0 }
  const decided = { decidedBy: 'staff:maria', decidedAt: now() }
  await db
    .insertInto('departureCapacity')
    .values({ departureId: bus, ...wanted, ...decided })
    .execute()
  const held = Promise.withResolvers<void>()
  const thawed = Promise.withResolvers<void>()
  const clearance = untilFew(async (tx) => {
    const removed = await removeCarts(tx, { limit: now().add({ hours: 1 }), most: 200 })
    held.resolve()
    await thawed.promise
    return removed
  })
  await held.promise
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  expect(await goToBank(visitor, simulation.bank)).toMatchObject({ paymentId: expect.any(String) })
  thawed.resolve()
  await expect(clearance).rejects.toThrow('connection error')
})

/** A cart that nobody paid, whose holds are still written down. */
async function addOldCart(bus: string): Promise<void> {
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  await db.updateTable('orders').set({ status: 'expired' }).where('visitor', '=', visitor).execute()
}
