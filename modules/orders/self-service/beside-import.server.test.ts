import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { extendHold } from '#modules/orders/cart/change-cart.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { now } from '#platform/clock.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { cancel, quoteCancellation } from './cancel.server.ts'

/*
 * Seed 339057763 of the random journeys, path 48: an import locks all departures that it changes,
 * by id. A buyer of seats on several departures locks them in the same order, and holds no lock of
 * a later one while waiting for an earlier one; otherwise both would deadlock, and the database
 * would end one.
 */

let bank: SimulatedBank
let visitor: string
let low: string
let high: string

beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  visitor = addTraveller()
  const [one, other] = [await anyBus(), await anyBus()].toSorted()
  low = one ?? ''
  high = other ?? ''
})
afterAll(() => bank.stop())

test('adding a ride beside one in the cart', async () => {
  await choose(visitor, ride(low, 'A', 'C'))
  const outcome = await actBesideImport(() => choose(visitor, ride(high, 'A', 'C')))
  expect(outcome).toEqual(IN_ORDER)
})

test('adding two rides together, the later departure first', async () => {
  const rides = [ride(high, 'A', 'B'), ride(low, 'C', 'D')]
  expect(await actBesideImport(() => choose(visitor, ...rides))).toEqual(IN_ORDER)
})

test('cancelling a part of two rides, the later departure first', async () => {
  const two = { adult: 2 }
  const { orderId } = await buy(bank, [ride(high, 'A', 'B', two), ride(low, 'C', 'D', two)])
  const { manageId } = await findOrderRow(orderId)
  const staying = {
    passengers: partyOf({ adult: 1 }),
    wheelchairUsers: 0,
  }
  const leaving = (await listBookings(db, orderId)).map(({ bookingId }) => ({ bookingId, staying }))
  const quote = await quoteCancellation({ manageId, leaving, now: now() })
  if (!quote.ok) throw new Error(`not refundable: ${quote.reason}`)
  const shownRefund = quote.refund
  const outcome = await actBesideImport(() =>
    cancel({ manageId, leaving, shownRefund, now: now() }),
  )
  expect(outcome).toEqual(IN_ORDER)
})

test('cancelling a part while the company cancels the bus is refused with a reason, and changes nothing', async () => {
  const { orderId } = await buy(bank, [ride(low, 'A', 'B', { adult: 2 })])
  const { manageId } = await findOrderRow(orderId)
  const staying = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }
  const leaving = (await listBookings(db, orderId)).map(({ bookingId }) => ({ bookingId, staying }))
  const quote = await quoteCancellation({ manageId, leaving, now: now() })
  if (!quote.ok) throw new Error(`not refundable: ${quote.reason}`)
  const letGo = await hold((tx) =>
    sql`update departures set status = 'cancelled' where departure_id = ${low}`.execute(tx),
  )
  const done = cancel({ manageId, leaving, shownRefund: quote.refund, now: now() })
  await untilWaiting(1)
  await letGo()
  expect(await done).toEqual({ ok: false, reason: 'not-running' })
  expect(await listBookings(db, orderId)).toMatchObject([
    { state: 'live', passengers: { adult: 2 } },
  ])
  const again = db.updateTable('departures').set({ status: 'planned' })
  await again.where('departureId', '=', low).execute()
})

test('an import and a buyer of two rides both complete', async () => {
  await choose(visitor, ride(low, 'A', 'C'))
  const letGo = await hold((tx) => lock(tx, low))
  const renewed = renewDepartures(now())
  await untilWaiting(1)
  const chosen = choose(visitor, ride(high, 'A', 'C'))
  await untilWaiting(2)
  await letGo()
  expect(await renewed).toMatchObject({ made: 0 })
  // The departure is not in this timetable, and had no seats when the import checked it: it was
  // deleted.
  expect(await chosen).toMatchObject({ ok: false, reason: 'no-such-ride' })
})

test('a cart whose departure an import withdrew can neither be paid nor extended', async () => {
  await choose(visitor, ride(low, 'A', 'C'))
  await renewDepartures(now())
  expect(await pressPay(visitor, bank)).toMatchObject({ ok: false, reason: 'not-running' })
  expect(await extendHold(visitor, now())).toMatchObject({ ok: false, reason: 'not-running' })
})

test('a traveller on the bank’s page at that time pays the shown price, and has the seat', async () => {
  await choose(visitor, ride(low, 'A', 'C'))
  const { url, paymentId, orderId } = await goToBank(visitor, bank)
  await renewDepartures(now())
  await bank.payAtBank(url)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  const { status } = await findOrderRow(orderId)
  expect(status).toBe('confirmed')
  expect((await listBookings(db, orderId)).map(({ totalCents }) => totalCents)).toEqual([1800])
  expect(await checkInvariants(db, { now: now(), bank: bank.provider })).toEqual([])
})

const IN_ORDER = { isDone: true, isLaterFree: true }

/**
 * Runs `act` while an import has locked the first departure, and checks that the second one stays
 * unlocked.
 */
async function actBesideImport(act: () => Promise<{ ok: boolean }>) {
  const letGo = await hold((tx) => lock(tx, low))
  const done = act()
  await untilWaiting(1)
  const [later] = await Promise.allSettled([
    db.transaction().execute((tx) => lock(tx, high, sql`nowait`)),
  ])
  await letGo()
  return { isDone: (await done).ok, isLaterFree: later.status === 'fulfilled' }
}

/** Locks a departure as an import does before withdrawing it. */
function lock(tx: Tx, departureId: string, wait = sql``) {
  return sql`select from departures where departure_id = ${departureId} for update ${wait}`.execute(
    tx,
  )
}
