import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { listOpenAlerts } from '#platform/watch/alerts.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { idsOf } from './check-invariants.server.ts'
import { listBreaches } from './find-checks.server.ts'
import { watchInvariants } from './watch-invariants.server.ts'

let bank: SimulatedBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
afterAll(() => bank.stop())

test('between two nights only what changed is looked at; at night, or when asked, everything', async () => {
  const { orderId } = await buy(bank, [ride(await anyBus(), 'A', 'C')])
  await db.updateTable('mails').set({ state: 'sent', sentAt: now() }).execute()
  await watchLater()
  shiftClock({ hours: 3 })
  await watchLater()
  shiftClock({ hours: 3 })
  await setStatus(orderId, 'payment-review')
  await watchLater()
  expect(await isAlertOpen()).toBe(false)
  await watchLater({ whole: true })
  expect(await isAlertOpen()).toBe(true)
  await setStatus(orderId, 'confirmed')
  await watchLater()
  expect(await isAlertOpen()).toBe(false)

  await setStatus(orderId, 'payment-review')
  shiftClock({ hours: 27 })
  await watchLater()
  expect(await isAlertOpen()).toBe(true)
  await setStatus(orderId, 'confirmed')
  await watchLater()
  const looks = await db
    .selectFrom('invariantChecks')
    .select('isWhole')
    .orderBy('checkedAt')
    .execute()
  expect(looks.map(({ isWhole }) => isWhole)).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
    false,
  ])
})

test('while a breach is known, all rows of its invariant are looked at, and only what changed of the others', async () => {
  const { orderId } = await buy(bank, [ride(await anyBus(), 'A', 'C')])
  await db.updateTable('mails').set({ state: 'sent', sentAt: now() }).execute()
  shiftClock({ hours: 3 })
  await watchLater()
  await setStatus(orderId, 'payment-review')
  await watchLater({ whole: true })
  await db.updateTable('bookings').set({ totalCents: 1 }).where('orderId', '=', orderId).execute()
  const known = idsOf((await listBreaches()).map(({ sentence }) => sentence))
  expect(known).not.toContain('I7')
  await watchLater()
  const still = await listBreaches()
  expect(idsOf(still.map(({ sentence }) => sentence))).toEqual(known)
  expect(await isAlertOpen()).toBe(true)
  await watchLater({ whole: true })
  expect((await listBreaches()).map(({ sentence }) => sentence.slice(0, 3))).toContain('I7:')
})

async function isAlertOpen(): Promise<boolean> {
  return (await listOpenAlerts(1000)).some(({ kind }) => kind === 'promise-broken')
}

/** Changes an order by hand, against the rules, and without a time that says so. */
function setStatus(orderId: string, status: OrderStatus) {
  return db.updateTable('orders').set({ status }).where('orderId', '=', orderId).execute()
}

/** Looks are told apart by their moments. */
function watchLater(how?: { whole: boolean }): Promise<void> {
  shiftClock({ seconds: 1 })
  return watchInvariants(now(), how)
}
