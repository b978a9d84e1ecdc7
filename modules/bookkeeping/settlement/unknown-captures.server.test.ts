import { beforeAll, beforeEach, expect, test } from 'vitest'

import { adoptCapture } from '#modules/orders/settlement/adopt-capture.server.ts'
import { MAX_LOST_REFUNDS } from '#modules/rules/rules.ts'
import { acceptPayment, returnPayment } from '#modules/support/decide-payment.server.ts'
import { listWaitingPayments } from '#modules/support/list-open-problems.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { rememberOrigin } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { balancesOf } from '#test/simulation/ledger.ts'
import { loseOrder } from '#test/simulation/lost-order.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  ride,
} from '#test/simulation/travellers.ts'

import { listSettlement } from './settlement-mail.server.ts'
import { reportDay } from './settlement-report.server.ts'
import { findUnknownCaptures, recoverCaptures } from './unknown-captures.server.ts'

const simulation = openSimulation()
beforeAll(() => rememberOrigin(simulation.bank.door.origin))
/** Each test has days of its own. */
beforeEach(() => {
  shiftClock({ hours: 5 * 24 })
})

test('the morning finds the money of a lost order, and refunds it once', async () => {
  const { orderId, providerRef, paymentId, reference } = await buyAndLose()
  expect(await simulation.bank.provider.fetch(providerRef)).toMatchObject({ captured: 1800 })
  const alerts = await countAlerts('captures-unknown')
  shiftClock({ minutes: 31 })
  await reportDay(today(), now())
  await recover()
  await doJobs()

  expect(await simulation.bank.provider.fetch(providerRef)).toMatchObject({
    captured: 1800,
    refunded: 1800,
    refunds: [{ amount: 1800, state: 'succeeded' }],
  })
  const found = await findNamed(reference)
  expect(found).toMatchObject({ status: 'cancelled', contactEmail: null })
  expect(found.orderId).not.toBe(orderId)
  expect(await balancesOf(found.orderId)).toEqual({})
  expect(await listAudit(found.orderId)).toMatchObject([
    { actor: 'job:report-settlement', action: 'recovered', after: { paymentId, captured: 1800 } },
  ])
  expect(await countAlerts('captures-unknown')).toBe(alerts + 1)
  expect((await comeBack(paymentId)).outcome).not.toBe('paid')

  shiftClock({ hours: 24 })
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([{ state: 'agrees', compared: 1 }])
})

test('the report of the day names the capture and what became of it', async () => {
  const { providerRef, paymentId } = await buyAndLose()
  shiftClock({ minutes: 31 })
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([
    {
      state: 'differs',
      differences: [{ is: 'unknown', paymentId, providerRef, captured: 1800, becomes: 'refunded' }],
    },
  ])
})

test('two programs that find a lost order at once refund it once', async () => {
  const { providerRef } = await buyAndLose()
  shiftClock({ minutes: 31 })
  const found = (await Promise.all(Array.from({ length: 4 }, () => recover()))).flat()
  const outcomes = found.map(({ became }) => became.is)
  expect(outcomes.filter((outcome) => outcome === 'refunded')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome !== 'refunded' && outcome !== 'later')).toEqual([])
  await doJobs()
  const snapshot = await simulation.bank.provider.fetch(providerRef)
  expect(snapshot).toMatchObject({ refunded: 1800 })
  expect(snapshot.ok && snapshot.refunds).toHaveLength(1)
})

test('a capture that another program has just entered is left to it', async () => {
  const { paymentId } = await buyAndLose()
  shiftClock({ minutes: 31 })
  const [found] = await find()
  if (!found?.names) throw new Error('no capture of ours')
  const lost = { ...found, mayRefund: true, by: ADMIN, reason: 'lost', now: now() }
  expect(await adoptCapture(lost, found.names)).toEqual({ is: 'refunded', paymentId })
  expect(await adoptCapture(lost, found.names)).toEqual({ is: 'later', paymentId: null })
})

test('more lost orders than a failover loses wait for a person, who returns the money', async () => {
  const lost = [await buyAndLose(), await buyAndLose()]
  shiftClock({ minutes: 31 })
  const [first, second] = await recover({ most: 1 })
  expect([first?.became.is, second?.became.is]).toEqual(['waits', 'waits'])
  const [waiting] = lost
  expect(await listWaitingPayments(now())).toMatchObject(
    lost.map(({ reference }) => ({ reference, why: 'lost', captured: 1800 })),
  )
  for (const { paymentId } of lost) {
    const decided = await returnPayment({ paymentId, by: ADMIN, reason: 'lost', now: now() })
    expect(decided).toMatchObject({ ok: true, toReturn: 1800 })
  }
  await doJobs()
  expect(await listWaitingPayments(now())).toEqual([])
  expect(await simulation.bank.provider.fetch(waiting?.providerRef ?? '')).toMatchObject({
    refunded: 1800,
  })
})

test('a failover is refunded without a person, and a restored backup is not', () => {
  expect(MAX_LOST_REFUNDS).toBeGreaterThan(9)
  expect(MAX_LOST_REFUNDS).toBeLessThan(100)
})

test('an order that was not lost waits for a person, who may accept the money', async () => {
  const attempt = await goToPay()
  await simulation.bank.payAtBank(attempt.url)
  await db.deleteFrom('payments').where('paymentId', '=', attempt.paymentId).execute()
  await db
    .updateTable('orders')
    .set({ status: 'cart' })
    .where('orderId', '=', attempt.orderId)
    .execute()
  shiftClock({ minutes: 31 })
  expect((await recover()).map(({ became }) => became.is)).toEqual(['waits'])
  expect((await findOrderRow(attempt.orderId)).status).toBe('payment-review')
  const { paymentId } = attempt
  const wish = { paymentId, by: ADMIN, reason: 'the payment was lost', writesOff: false }
  expect(await acceptPayment({ ...wish, now: now() })).toMatchObject({ ok: true, excess: 0 })
  expect((await findOrderRow(attempt.orderId)).status).toBe('confirmed')
})

test('an order that is being paid again is left alone until that has ended', async () => {
  const attempt = await goToPay()
  await simulation.bank.payAtBank(attempt.url)
  await db.deleteFrom('payments').where('paymentId', '=', attempt.paymentId).execute()
  shiftClock({ minutes: 31 })
  expect((await recover()).map(({ became }) => became.is)).toEqual(['later'])
  expect((await findOrderRow(attempt.orderId)).status).toBe('awaiting-payment')
  await db
    .updateTable('orders')
    .set({ status: 'cart' })
    .where('orderId', '=', attempt.orderId)
    .execute()
  const [{ became } = { became: null }] = await recover()
  const paymentId = became?.paymentId ?? ''
  await returnPayment({ paymentId, by: ADMIN, reason: 'lost', now: now() })
})

test('a payment of the last half hour, and one that is known, is not judged', async () => {
  const { providerRef } = await buyAndLose()
  await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  shiftClock({ minutes: 29 })
  expect(await find()).toEqual([])
  shiftClock({ minutes: 2 })
  expect((await find()).map(({ capture }) => capture.providerRef)).toEqual([providerRef])
  await recover()
})

test('a payment of another site is shown and never touched', async () => {
  const { providerRef, reference } = await buyAndLose()
  rememberOrigin('https://another.example')
  shiftClock({ minutes: 31 })
  expect((await recover()).map(({ became }) => became.is)).toEqual(['foreign'])
  expect(await db.selectFrom('orders').where('reference', '=', reference).execute()).toEqual([])
  expect(await simulation.bank.provider.fetch(providerRef)).toMatchObject({ refunded: 0 })
  rememberOrigin(simulation.bank.door.origin)
  await recover()
})

test('money that went back in the portal is no longer missed', async () => {
  const { providerRef } = await buyAndLose()
  await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount: 1800 })
  shiftClock({ minutes: 31 })
  expect(await find()).toEqual([])
})

test('a provider that does not answer is asked again, and nothing is decided', async () => {
  const { reference } = await buyAndLose()
  shiftClock({ minutes: 31 })
  await simulation.bank.outage({ mode: '503', calls: 99 })
  await expect(reportDay(today(), now())).rejects.toThrow('sandbox does not answer')
  const [report] = await listSettlement(today())
  expect(report?.state).toBe('no-answer')
  expect(report?.differences).toContainEqual({ is: 'no-answer', paymentId: null })
  expect(await db.selectFrom('orders').where('reference', '=', reference).execute()).toEqual([])
  await simulation.bank.outage({ mode: '503', calls: 0 })
  await reportDay(today(), now())
  expect(await findNamed(reference)).toMatchObject({ status: 'cancelled' })
})

test('a provider without a list says so', async () => {
  const bank = { ...simulation.bank.provider }
  delete bank.listCaptures
  const since = now().subtract({ hours: 1 })
  expect(await findUnknownCaptures(bank, { since, now: now() })).toEqual({
    ok: false,
    reason: 'no-list',
  })
})

/** Buys a ticket, which the database then loses. */
async function buyAndLose() {
  const bought = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const { reference } = await findOrderRow(bought.orderId)
  await loseOrder(bought.orderId)
  return { ...bought, reference }
}

async function goToPay() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return goToBank(visitor, simulation.bank)
}

const sinceYesterday = () => ({ since: now().subtract({ hours: 24 }), now: now() })

async function find() {
  const found = await findUnknownCaptures(simulation.bank.provider, sinceYesterday())
  return found.ok ? found.unknown : []
}

async function recover({ most = MAX_LOST_REFUNDS } = {}) {
  const by = { kind: 'job', name: 'report-settlement' } as const
  const asked = { ...sinceYesterday(), by, reason: 'lost', most }
  const done = await recoverCaptures(simulation.bank.provider, asked)
  if (!done.ok) throw new Error(done.reason)
  return done.recovered
}

function findNamed(reference: string) {
  return db
    .selectFrom('orders')
    .select(['orderId', 'status', 'contactEmail'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
}

function listAudit(orderId: string) {
  return db
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'after'])
    .where('subject', '=', `order:${orderId}`)
    .execute()
}

function today() {
  return dateInCyprus(now())
}
