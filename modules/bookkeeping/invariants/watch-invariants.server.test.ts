import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import { now } from '#platform/clock.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { listOpenAlerts } from '#platform/watch/alerts.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { LIMIT_MILLISECONDS } from '#test/fixtures/one-limit.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { anyBus, countAlerts } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, buy, choose, comeBack, goToBank, ride } from '#test/simulation/travellers.ts'

import { checkInvariants, PROMISES } from './check-invariants.server.ts'
import { parkWatch, watchInvariants } from './watch-invariants.server.ts'

let bank: SimulatedBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
afterAll(() => bank.stop())

test('while people buy, pay late and try again, no invariant looks broken', async () => {
  const before = await countAlerts('promise-broken')
  const bus = await anyBus({ seats: 6 })
  const buying = new Set(Array.from({ length: 9 }, (_, place) => place))
  await Promise.all([
    ...[...buying].map((place) => tryToBuy(bus).finally(() => buying.delete(place))),
    lookWhile(() => buying.size > 0),
  ])
  expect(await countAlerts('promise-broken')).toBe(before)
})

test('a broken invariant is reported once, with all its breaches, and again only when it returns', async () => {
  const { orderId } = await buy(bank, [ride(await anyBus(), 'A', 'C')])
  const before = await countAlerts('promise-broken')
  const countNewAlerts = async () => (await countAlerts('promise-broken')) - before
  await watchInvariants(now())
  expect(await countNewAlerts()).toBe(0)
  expect(await isAlertOpen()).toBe(false)

  await setStatus(orderId, 'payment-review')
  expect((await checkInvariants(db, { now: now() })).length).toBeGreaterThan(1)
  await watchInvariants(now())
  await Promise.all([watchInvariants(now()), watchInvariants(now())])
  expect(await countNewAlerts()).toBe(1)
  expect(await isAlertOpen()).toBe(true)

  await setStatus(orderId, 'confirmed')
  await watchInvariants(now())
  expect(await isAlertOpen()).toBe(false)
  expect(await countNewAlerts()).toBe(1)
  expect(await db.selectFrom('knownBreaches').select('sentence').execute()).toEqual([])
  await setStatus(orderId, 'payment-review')
  await watchInvariants(now())
  expect(await countNewAlerts()).toBe(2)

  await db.updateTable('payments').set({ refundedCents: 1 }).execute()
  await watchInvariants(now())
  expect(await countNewAlerts()).toBe(3)
  await db.updateTable('payments').set({ refundedCents: 0 }).execute()
})

test('a look outlasts the time limits of its role', async () => {
  const url = process.env.DATABASE_URL ?? ''
  const limited = new URL(url)
  limited.searchParams.set('statement_timeout', '20')
  process.env.DATABASE_URL = limited.href
  onTestFinished(() => void (process.env.DATABASE_URL = url))
  let look = Promise.resolve()
  await asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await sql`lock table orders in access exclusive mode`.execute(tx)
      look = watchInvariants(now(), { whole: true })
      await expect.poll(() => isWaitingLong(tx), { timeout: LIMIT_MILLISECONDS }).toBe(true)
    }),
  )
  await look
})

test('a watch that failed is an alert until a look succeeds', async () => {
  await parkWatch()
  expect(await isFailing()).toBe(true)
  await watchInvariants(now())
  expect(await isFailing()).toBe(false)
})

test('each look is kept, with the number of breaches of every invariant, and for 90 days', async () => {
  const { orderId } = await buy(bank, [ride(await anyBus(), 'A', 'C')])
  const longAgo = now().subtract({ hours: 24 * 91 })
  await db.deleteFrom('invariantChecks').execute()
  await watchInvariants(longAgo)
  await setStatus(orderId, 'payment-review')
  await watchInvariants(now())
  const checks = await db.selectFrom('invariantChecks').selectAll().execute()
  expect(checks).toHaveLength(1)
  const [{ breaches } = { breaches: {} }] = checks
  expect(Object.keys(breaches as object).toSorted()).toEqual(Object.keys(PROMISES).toSorted())
  expect(breaches).toMatchObject({ I1: 0, I2: expect.any(Number) })
  expect((breaches as { I2: number }).I2).toBeGreaterThan(0)
  await setStatus(orderId, 'confirmed')
})

async function isWaitingLong(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())
      and clock_timestamp() - waitstart > interval '60 milliseconds'`.execute(tx)
  return rows.length > 0
}

async function isFailing(): Promise<boolean> {
  return (await listOpenAlerts(1000)).some(({ kind }) => kind === 'watch-failed')
}

async function isAlertOpen(): Promise<boolean> {
  return (await listOpenAlerts(1000)).some(({ kind }) => kind === 'promise-broken')
}

async function lookWhile(isGoingOn: () => boolean) {
  while (isGoingOn()) await watchInvariants(now())
}

async function tryToBuy(bus: string) {
  const visitor = addTraveller()
  const chosen = await choose(visitor, ride(bus, 'A', 'C'))
  if (!chosen.ok) return
  const attempt = await goToBank(visitor, bank)
  await bank.payAtBank(attempt.url, 'declined')
  await comeBack(attempt.paymentId)
  await bank.payAtBank(attempt.url)
  await Promise.all([comeBack(attempt.paymentId), comeBack(attempt.paymentId)])
}

/** Changes an order by hand, against the rules. */
function setStatus(orderId: string, status: OrderStatus) {
  return db.updateTable('orders').set({ status }).where('orderId', '=', orderId).execute()
}
