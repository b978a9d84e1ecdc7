import { beforeEach, describe, expect, test } from 'vitest'

import { findLatestPayment } from '#modules/orders/checkout/find-latest-payment.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { listOpenAlerts } from '#platform/watch/alerts.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { balancesOf } from '#test/simulation/ledger.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  countPlacesTaken,
  findOrderRow,
  goToBank,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import { acceptPayment, returnPayment } from './decide-payment.server.ts'

/* Staff decide about payments of a different amount. After each test every invariant must hold. */

const simulation = openSimulation()
let bus: string
beforeEach(async () => {
  bus = await anyBus({ seats: 2 })
})

describe('accepted', () => {
  test('a cent too much buys the seats, and the cent is refunded', async () => {
    const { paymentId, orderId, visitor } = await payOddly({ amount: 1801 })
    const differs = { kind: 'amount-differs', subject: `payment:${paymentId}` }
    expect(await listOpenAlerts(1000)).toContainEqual(expect.objectContaining(differs))
    expect(await accept(paymentId)).toMatchObject({ ok: true, excess: 1, madeGood: 0 })
    expect(await listOpenAlerts(1000)).not.toContainEqual(expect.objectContaining(differs))
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed', late: false })
    expect(await countPlacesTaken(bus)).toBe(1)
    expect(await listMails(orderId)).toMatchObject([{ kind: 'confirmation' }, { kind: 'refund' }])
    expect(await comeBack(paymentId, visitor)).toMatchObject({
      outcome: 'confirmed',
      mine: { tickets: [{}] },
    })
    const [receipt] = await listDocuments(orderId, 'en')
    expect(receipt).toMatchObject({ totalCents: 1800, cards: [{}] })
    expect(await findLatestPayment(visitor, now())).toBe(paymentId)
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([
      { amountCents: 1, reason: 'overpaid', state: 'succeeded' },
    ])
  })

  test('a cent too little buys them only if the company agrees to pay the cent', async () => {
    const { paymentId, orderId } = await payOddly({ amount: 1799 })
    expect(await accept(paymentId)).toEqual({ ok: false, reason: 'too-little', missing: 1 })
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'payment-review' })

    expect(await accept(paymentId, true)).toMatchObject({ ok: true, excess: 0, madeGood: 1 })
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
    expect(await balancesOf(orderId)).toEqual({ provider: 1799, 'made-good': 1, fares: -1800 })
    expect(await listRefunds(orderId)).toEqual([])
  })

  test('one entry of the audit has the actor, the reason, and what becomes of the order', async () => {
    const { paymentId, orderId } = await payOddly({ amount: 1801 })
    const before = await auditOf(`order:${orderId}`)
    await accept(paymentId)
    expect(await auditOf(`payment:${paymentId}`)).toEqual([
      {
        actor: 'admin:maria',
        reason: 'the bank rounded up',
        action: 'accepted',
        before: { decision: null, asked: 1800, captured: 1801, order: 'payment-review' },
        after: { decision: 'accepted', asked: 1800, captured: 1801, order: 'confirmed' },
      },
    ])
    expect(await auditOf(`order:${orderId}`)).toEqual(before)
  })
})

describe('not accepted', () => {
  test('while there are no seats: after the hour they are taken again if any are left', async () => {
    const { paymentId, orderId } = await payOddly({ amount: 1801 })
    shiftClock({ minutes: 61 })
    const rival = addTraveller()
    await choose(rival, ride(bus, 'A', 'C', { adult: 2 }))
    expect(await accept(paymentId)).toEqual({ ok: false, reason: 'no-seats-left' })
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'payment-review' })
    shiftClock({ minutes: 16 })
    expect(await accept(paymentId)).toMatchObject({ ok: true })
  })

  test('only in euros: a capture in dollars is not part of the ledger', async () => {
    const { paymentId } = await payOddly({ currency: 'USD' })
    expect(await accept(paymentId)).toEqual({ ok: false, reason: 'no-euros-captured' })
  })

  test('not if part of the fare was refunded in the portal of the bank', async () => {
    const { paymentId, providerRef } = await payOddly({ amount: 1801 })
    await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount: 2 })
    expect(await accept(paymentId)).toEqual({ ok: false, reason: 'given-back', amount: 2 })
    expect(await reject(paymentId)).toMatchObject({ ok: true, toReturn: 1799 })
  })

  test('an excess that was refunded in the portal is not refunded again', async () => {
    const { paymentId, orderId, providerRef } = await payOddly({ amount: 1801 })
    await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount: 1 })
    expect(await accept(paymentId)).toMatchObject({ ok: true })
    expect(await listRefunds(orderId)).toMatchObject([{ reason: 'made-at-provider' }])
  })

  test('not if the bank does not answer', async () => {
    const { paymentId } = await payOddly({ amount: 1801 })
    await simulation.bank.outage({ mode: '503', calls: 9 })
    expect(await accept(paymentId)).toEqual({ ok: false, reason: 'provider-silent' })
  })

  test('not during a dispute', async () => {
    const { paymentId, providerRef } = await payOddly({ amount: 1801 })
    await simulation.bank.control(`/orders/${providerRef}/dispute`)
    expect(await accept(paymentId)).toEqual({ ok: false, reason: 'disputed' })
    expect(await reject(paymentId)).toEqual({ ok: false, reason: 'disputed' })
  })
})

describe('returned', () => {
  test.each([1, 1799, 1801])('%i cents are refunded whole, and the order ends', async (amount) => {
    const { paymentId, orderId, visitor } = await payOddly({ amount })
    expect(await reject(paymentId)).toMatchObject({ ok: true, toReturn: amount })
    expect(await countPlacesTaken(bus)).toBe(0)
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([
      { amountCents: amount, reason: 'other-sum', state: 'succeeded' },
    ])
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
    expect(await listMails(orderId)).toMatchObject([{ kind: 'refund' }])
    expect(await comeBack(paymentId, visitor)).toMatchObject({
      outcome: 'given-back',
      givenBack: { reason: 'other-sum', state: 'succeeded', amountCents: amount },
    })
  })

  test('dollars are refunded in the portal, and recorded here', async () => {
    const { paymentId, orderId } = await payOddly({ currency: 'USD' })
    expect(await reject(paymentId)).toMatchObject({ ok: true, toReturn: 0 })
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
    expect(await listRefunds(orderId)).toEqual([])
  })

  test('the browser can start another order', async () => {
    const { paymentId, orderId, visitor } = await payOddly({ amount: 1801 })
    await reject(paymentId)
    expect(await choose(visitor, ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
  })
})

test('a payment is decided once, however often it is tried', async () => {
  const { paymentId } = await payOddly({ amount: 1801 })
  await accept(paymentId)
  const refused = { ok: false, reason: 'decided-already', decision: 'accepted' }
  expect(await accept(paymentId)).toEqual(refused)
  expect(await reject(paymentId)).toEqual(refused)
})

test('of two opposite decisions at the same time one is made', async () => {
  for (const amount of [1801, 1799]) {
    const { paymentId, orderId } = await payOddly({ amount }, await anyBus({ seats: 2 }))
    const outcomes = await Promise.all([
      accept(paymentId, true),
      reject(paymentId),
      accept(paymentId, true),
      reject(paymentId),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((one) => !one.ok && one.reason === 'decided-already')).toHaveLength(3)
    expect(await auditOf(`payment:${paymentId}`)).toHaveLength(1)
    expect(await listRefunds(orderId)).toHaveLength(
      amount === 1799 && (await findOrderRow(orderId)).status === 'confirmed' ? 0 : 1,
    )
  }
})

test('only a payment in review can be decided', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  const { paymentId } = await goToBank(visitor, simulation.bank)
  expect(await accept(paymentId)).toEqual({ ok: false, reason: 'not-in-review', state: 'open' })
  expect(await reject('0'.repeat(26))).toEqual({ ok: false, reason: 'no-such-payment' })
})

/** Chooses a ride of 18 euros, of which the bank captures a different amount. */
async function payOddly(odd: { amount?: number; currency?: string }, on = bus) {
  const visitor = addTraveller()
  await choose(visitor, ride(on, 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank)
  await simulation.bank.control(`/orders/${attempt.providerRef}/pay`, odd)
  expect(await comeBack(attempt.paymentId, visitor)).toMatchObject({ outcome: 'review' })
  return { ...attempt, visitor }
}

const MARIA = { by: ADMIN, reason: 'the bank rounded up' }

function accept(paymentId: string, writesOff = false) {
  return acceptPayment({ paymentId, writesOff, ...MARIA, now: now() })
}

function reject(paymentId: string) {
  return returnPayment({ paymentId, ...MARIA, now: now() })
}

function auditOf(subject: string) {
  return db
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'reason', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('enteredAt')
    .execute()
}
