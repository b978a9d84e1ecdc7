import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/check-invariants.server.ts'
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
 * Seed 339057763 of the random journeys, path 48: an import locks all departures that it changes, by
 * id. Whoever takes seats on several asks for them in the same order, and holds nothing of a later
 * one while waiting for an earlier one; or each waits for the other, and the database ends one.
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

test('a ride beside one that is in the cart', async () => {
  await choose(visitor, ride(low, 'A', 'C'))
  const outcome = await actBesideImport(() => choose(visitor, ride(high, 'A', 'C')))
  expect(outcome).toEqual(IN_ORDER)
})

test('two rides at once, the later departure first', async () => {
  const rides = [ride(high, 'A', 'B'), ride(low, 'C', 'D')]
  expect(await actBesideImport(() => choose(visitor, ...rides))).toEqual(IN_ORDER)
})

test('giving up a part of two rides, the later departure first', async () => {
  const two = { adult: 2 }
  const { orderId } = await buy(bank, [ride(high, 'A', 'B', two), ride(low, 'C', 'D', two)])
  const { manageId } = await findOrderRow(orderId)
  const staying = {
    passengers: partyOf({ adult: 1 }),
    wheelchairUsers: 0,
  }
  const leaving = (await listBookings(db, orderId)).map(({ bookingId }) => ({ bookingId, staying }))
  const quote = await quoteCancellation({ manageId, leaving, now: now() })
  if (!quote.ok) throw new Error(`not to be given up: ${quote.reason}`)
  const shownRefund = quote.refund
  const outcome = await actBesideImport(() =>
    cancel({ manageId, leaving, shownRefund, now: now() }),
  )
  expect(outcome).toEqual(IN_ORDER)
})

test('giving up a part while the company cancels the bus is refused in words, and changes nothing', async () => {
  const { orderId } = await buy(bank, [ride(low, 'A', 'B', { adult: 2 })])
  const { manageId } = await findOrderRow(orderId)
  const staying = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }
  const leaving = (await listBookings(db, orderId)).map(({ bookingId }) => ({ bookingId, staying }))
  const quote = await quoteCancellation({ manageId, leaving, now: now() })
  if (!quote.ok) throw new Error(`not to be given up: ${quote.reason}`)
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
})

test('an import and a buyer of two rides come through beside each other', async () => {
  await choose(visitor, ride(low, 'A', 'C'))
  const letGo = await hold((tx) => lock(tx, low))
  const renewed = renewDepartures(now())
  await untilWaiting(1)
  const chosen = choose(visitor, ride(high, 'A', 'C'))
  await untilWaiting(2)
  await letGo()
  expect(await renewed).toMatchObject({ made: 0 })
  // Not in the timetable of this world, and nobody's while the import looked at it: gone.
  expect(await chosen).toMatchObject({ ok: false, reason: 'no-such-ride' })
})

test('a cart whose departure an import withdrew is not paid, and its seats are not extended', async () => {
  await choose(visitor, ride(low, 'A', 'C'))
  await renewDepartures(now())
  expect(await pressPay(visitor, bank)).toMatchObject({ ok: false, reason: 'not-running' })
  expect(await extendHold(visitor, now())).toMatchObject({ ok: false, reason: 'not-running' })
})

test('who is on the page of the bank meanwhile pays what was shown, and has the seat', async () => {
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

/** An import has locked the first departure; while this waits for it, is the second one free? */
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

/** As an import locks what it may take away. */
function lock(tx: Tx, departureId: string, wait = sql``) {
  return sql`select from departures where departure_id = ${departureId} for update ${wait}`.execute(
    tx,
  )
}
