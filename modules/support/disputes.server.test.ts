import { beforeEach, describe, expect, test } from 'vitest'

import { listBookings } from '#modules/orders/order/rows.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { findPayment, lockPayment, recordSnapshot } from '#modules/payments/payments.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { balancesOf } from '#test/simulation/ledger.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import { endDispute } from './decide-dispute.server.ts'
import { retryRefund } from './decide-refund.server.ts'

/* Edge case 38: a traveller disputes the payment at the bank, and staff record the outcome. */

const simulation = openSimulation()
let order: Awaited<ReturnType<typeof buyAndDispute>>
beforeEach(async () => {
  order = await buyAndDispute()
})

describe('won', () => {
  test('refunds that were held back can be sent, and later ones are sent automatically', async () => {
    await giveUp()
    await doJobs()
    expect(await listRefunds(order.orderId)).toMatchObject([{ state: 'needs-attention' }])
    expect(await end('won')).toEqual({ ok: true, takenBack: 0, blocked: 1 })
    const [refund] = await listRefunds(order.orderId)
    const refundId = refund?.refundId ?? ''
    expect(await retryRefund({ refundId, ...MARIA, now: now() })).toMatchObject({ ok: true })
    await doJobs()
    expect(await listRefunds(order.orderId)).toMatchObject([{ state: 'succeeded' }])
  })

  test('a bank that still reports the dispute has no effect any more', async () => {
    await end('won')
    await comeBack(order.paymentId)
    await giveUp()
    await doJobs()
    expect(await listRefunds(order.orderId)).toMatchObject([{ state: 'succeeded' }])
  })
})

describe('lost', () => {
  test('the provider has taken the money, and the tickets stay', async () => {
    expect(await end('lost')).toEqual({ ok: true, takenBack: 1800, blocked: 0 })
    expect(await balancesOf(order.orderId)).toEqual({ fares: -1800, disputes: 1800 })
    expect(await findOrderRow(order.orderId)).toMatchObject({ status: 'confirmed' })
  })

  test('a refund that was owed is included; the rest is the loss', async () => {
    await giveUp()
    expect(await end('lost')).toMatchObject({ ok: true })
    expect(await balancesOf(order.orderId)).toEqual({ fees: -100, disputes: 100 })
    expect(await listRefunds(order.orderId)).toMatchObject([{ state: 'taken-back' }])
  })

  test('a later cancellation owes no refund, and none is sent', async () => {
    await end('lost')
    await giveUp()
    await doJobs()
    expect(await listRefunds(order.orderId)).toMatchObject([{ state: 'taken-back' }])
    const snapshot = await simulation.bank.provider.fetch(order.providerRef)
    expect(snapshot).toMatchObject({ refunded: 0 })
    const held = await findHeldOrder(order.manageId, 'en', now())
    expect(held?.money).toContainEqual(expect.objectContaining({ state: 'taken-back' }))
  })

  test('a payment in review ends with it', async () => {
    const visitor = addTraveller()
    await choose(visitor, ride(await anyBus(), 'A', 'C'))
    const attempt = await goToBank(visitor, simulation.bank)
    await simulation.bank.control(`/orders/${attempt.providerRef}/pay`, { amount: 1799 })
    await simulation.bank.control(`/orders/${attempt.providerRef}/dispute`)
    await comeBack(attempt.paymentId)
    expect(await end('lost', attempt.paymentId)).toMatchObject({ ok: true, takenBack: 1799 })
    expect(await balancesOf(attempt.orderId)).toEqual({})
    expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'cancelled' })
  })
})

test('only the first outcome is recorded, whichever others are tried', async () => {
  const outcomes = await Promise.all([end('won'), end('lost'), end('won'), end('lost')])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await end('lost')).toMatchObject({ ok: false, reason: 'decided-already' })
  const entries = await db
    .selectFrom('auditEntries')
    .select(['actor', 'reason'])
    .where('subject', '=', `payment:${order.paymentId}`)
    .execute()
  expect(entries).toEqual([{ actor: 'admin:maria', reason: MARIA.reason }])
})

test('is not forgotten when an answer from before it is recorded last', async () => {
  const { paymentId, providerRef } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const before = await simulation.bank.provider.fetch(providerRef)
  if (!before.ok) throw new Error('the bank is silent')
  await simulation.bank.control(`/orders/${providerRef}/dispute`)
  await comeBack(paymentId)
  await inTransaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    const snapshot = { ...before, card: null }
    await recordSnapshot(tx, payment, { snapshot, to: 'paid', now: now() })
  })
  const after = await findPayment(db, paymentId)
  expect(after).toMatchObject({ disputed: true, cardLast4: expect.stringMatching(/^\d{4}$/) })
})

test('a payment without a dispute has no outcome', async () => {
  const { paymentId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  expect(await end('won', paymentId)).toEqual({ ok: false, reason: 'not-disputed' })
})

const MARIA = { by: ADMIN, reason: 'letter of the bank' }

function end(outcome: 'won' | 'lost', paymentId = order.paymentId) {
  return endDispute({ paymentId, outcome, ...MARIA, now: now() })
}

async function buyAndDispute() {
  const { orderId, paymentId, providerRef } = await buy(simulation.bank, [
    ride(await anyBus(), 'A', 'C'),
  ])
  await simulation.bank.control(`/orders/${providerRef}/dispute`)
  await comeBack(paymentId)
  const { manageId } = await findOrderRow(orderId)
  const [booking] = await listBookings(db, orderId)
  return { orderId, paymentId, providerRef, manageId, bookingId: booking?.bookingId ?? '' }
}

async function giveUp() {
  const { manageId, bookingId } = order
  const leaving = [{ bookingId, staying: null }]
  const outcome = await cancel({ manageId, leaving, shownRefund: cents(1700), now: now() })
  expect(outcome).toMatchObject({ ok: true })
}
