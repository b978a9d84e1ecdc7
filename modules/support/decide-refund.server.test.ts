import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { removeRide } from '#modules/orders/cart/change-cart.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { recordRefund } from '#modules/payments/record-refunds.server.ts'
import { parkRefund, SEND_REFUND, sendRefund } from '#modules/payments/refunds.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { listOpenAlerts } from '#platform/watch/alerts.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { giveUp } from '#test/simulation/holders.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { balancesOf } from '#test/simulation/ledger.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
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

import { retryRefund, settleRefundInPortal, settleRefundOtherwise } from './decide-refund.server.ts'

/* Staff decide about refunds that failed. After each test every invariant must hold. */

const simulation = openSimulation()

describe('sent again', () => {
  test('while its state is unknown, under the same id: the bank pays it once', async () => {
    const { refundId, orderId, ...payment } = await owe()
    await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'refund' })
    await expect(doJobs()).rejects.toThrow(/the provider is/)
    await parkRefund(refundId)
    expect(await retry(refundId)).toMatchObject({ ok: false, reason: 'not-with-people' })
    expect(await listRefunds(orderId)).toMatchObject([{ refundId, state: 'succeeded' }])
    expect(await refundedAtBank(payment)).toBe(1800)
  })

  test('if the bank never received it', async () => {
    const { refundId, orderId, ...payment } = await owe()
    await forgetJobs()
    await parkRefund(refundId)
    const stuck = { kind: 'refund-stuck', subject: `refund:${refundId}` }
    expect(await listOpenAlerts(1000)).toContainEqual(expect.objectContaining(stuck))
    expect(await retry(refundId)).toEqual({ ok: true, refundId, isNew: false })
    expect(await listOpenAlerts(1000)).not.toContainEqual(expect.objectContaining(stuck))
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([{ refundId, state: 'succeeded' }])
    expect(await refundedAtBank(payment)).toBe(1800)
  })

  test('after the bank has finally rejected it, as another refund in its place', async () => {
    const { refundId, orderId, ...payment } = await owe()
    await comesBack(payment)
    const again = await retry(refundId)
    expect(again).toMatchObject({ ok: true, isNew: true })
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([
      { refundId, amountCents: 1800, reason: 'order-changed', state: 'replaced' },
      { amountCents: 1800, reason: 'order-changed', state: 'succeeded' },
    ])
    expect(await refundedAtBank(payment)).toBe(1800)
    expect(await comeBack(payment.paymentId)).toMatchObject({
      outcome: 'given-back',
      givenBack: { state: 'succeeded' },
    })
  })

  test('not if the payment has been refunded elsewhere', async () => {
    const { refundId, ...payment } = await owe()
    await simulation.bank.control(`/orders/${payment.providerRef}/portal_refund`, { amount: 100 })
    await doJobs()
    expect(await retry(refundId)).toEqual({ ok: false, reason: 'not-so-much-left', left: 1700 })
    expect(await otherwise(refundId)).toMatchObject({ ok: true })
  })

  test('two simultaneous decisions send it once', async () => {
    const { refundId, orderId, ...payment } = await owe()
    await comesBack(payment)
    const outcomes = await Promise.all([
      retry(refundId),
      otherwise(refundId),
      retry(refundId),
      otherwise(refundId),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    await doJobs()
    const ended = (await listRefunds(orderId)).filter(({ state }) => state !== 'replaced')
    expect(ended).toHaveLength(1)
    expect(await auditOf(refundId)).toHaveLength(1)
  })
})

describe('paid by other means', () => {
  test('it is no longer owed, and the ledger shows how it was paid', async () => {
    const { refundId, orderId, ...payment } = await owe()
    await comesBack(payment)
    expect(await otherwise(refundId)).toEqual({ ok: true, amount: 1800 })
    expect(await balancesOf(orderId)).toEqual({ provider: 1800, 'other-means': -1800 })
    expect(await auditOf(refundId)).toEqual([
      {
        actor: 'admin:maria',
        reason: MARIA.reason,
        action: 'settled-otherwise',
        before: { state: 'needs-attention', amount: 1800 },
        after: { state: 'paid-otherwise' },
      },
    ])
    const refused = { ok: false, reason: 'not-with-people', state: 'paid-otherwise' }
    expect(await otherwise(refundId)).toEqual(refused)
    expect(await retry(refundId)).toEqual(refused)
  })

  test('not if the bank has paid it meanwhile', async () => {
    const { refundId } = await owe()
    await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'refund' })
    await expect(doJobs()).rejects.toThrow(/the provider is/)
    await parkRefund(refundId)
    expect(await otherwise(refundId)).toMatchObject({ reason: 'not-with-people' })
  })

  test('not while the bank does not answer', async () => {
    const { refundId, ...payment } = await owe()
    await comesBack(payment)
    await simulation.bank.outage({ mode: '503', calls: 9 })
    expect(await otherwise(refundId)).toEqual({ ok: false, reason: 'provider-silent' })
  })

  test('if the bank pays it as well, that is a refund too many, and raises an alert', async () => {
    const { refundId, orderId, ...payment } = await owe()
    await forgetJobs()
    await parkRefund(refundId)
    const alerts = await countAlerts('refund-made-at-provider')
    expect(await otherwise(refundId)).toMatchObject({ ok: true })
    // A request that was on its way all the time.
    const wish = { refundId, providerRef: payment.providerRef, currency: 'EUR' } as const
    await simulation.bank.provider.refund({ ...wish, amount: cents(1800) })
    await comeBack(payment.paymentId)
    await comeBack(payment.paymentId)
    expect(await listRefunds(orderId)).toMatchObject([
      { refundId, state: 'paid-otherwise' },
      { amountCents: 1800, reason: 'made-at-provider', state: 'succeeded' },
    ])
    expect(await countAlerts('refund-made-at-provider')).toBe(alerts + 1)
  })
})

test('a refund that failed by our record, and that the bank has paid, is not paid again', async () => {
  const { refundId, ...payment } = await owe()
  const wish = { refundId, providerRef: payment.providerRef, currency: 'EUR' } as const
  await simulation.bank.provider.refund({ ...wish, amount: cents(1800) })
  const failed = { refundId, state: 'failed', theirs: null, now: now() } as const
  await inTransaction((tx) => recordRefund(tx, failed))
  const paid = { ok: false, reason: 'not-with-people', state: 'succeeded' }
  expect(await retry(refundId)).toEqual(paid)
  expect(await otherwise(refundId)).toEqual(paid)
  await doJobs()
  expect(await refundedAtBank(payment)).toBe(1800)
  const alert = { kind: 'refund-failed', subject: `refund:${refundId}` }
  expect(await listOpenAlerts(1000)).not.toContainEqual(expect.objectContaining(alert))
})

test('a refund made in the portal after ours failed replaces ours', async () => {
  const { refundId, orderId, ...payment } = await owe()
  await comesBack(payment)
  const inPortal = () => settleRefundInPortal({ refundId, ...MARIA, now: now() })
  expect(await inPortal()).toEqual({ ok: false, reason: 'not-in-portal' })
  await simulation.bank.control(`/orders/${payment.providerRef}/portal_refund`, { amount: 1800 })
  expect(await inPortal()).toMatchObject({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([
    { refundId, state: 'replaced' },
    { amountCents: 1800, reason: 'made-at-provider', state: 'succeeded' },
  ])
  expect(await balancesOf(orderId)).toEqual({})
})

test('money of the portal that a later cancellation has counted does not settle a refund as well', async () => {
  const later = await anyBus({ departsAt: now().add({ hours: 72 }) })
  const rides = [ride(await anyBus(), 'A', 'C'), ride(later, 'A', 'C')]
  const { orderId, ...payment } = await buy(simulation.bank, rides)
  const { manageId, reference } = await findOrderRow(orderId)
  const order = { orderId, manageId, reference }
  await giveUp(order, { refund: 1700 })
  const [refund] = await listRefunds(orderId)
  const refundId = refund?.refundId ?? ''
  await comesBack(payment)
  await simulation.bank.control(`/orders/${payment.providerRef}/portal_refund`, { amount: 1700 })
  await comeBack(payment.paymentId)
  await giveUp(order, { refund: 200 })
  const inPortal = await settleRefundInPortal({ refundId, ...MARIA, now: now() })
  expect(inPortal).toEqual({ ok: false, reason: 'not-in-portal' })
  expect(await retry(refundId)).toMatchObject({ ok: true, isNew: true })
  await doJobs()
  // The portal gave two euros beyond the rules: the fees of both rides.
  expect(await refundedAtBank(payment)).toBe(3600)
  expect(await balancesOf(orderId)).toEqual({ fees: -200, unsettled: 200 })
})

test('a refund waiting to be sent is held back once its payment is disputed', async () => {
  const { refundId, orderId, ...payment } = await owe()
  await simulation.bank.control(`/orders/${payment.providerRef}/dispute`)
  const alerts = await countAlerts('payment-disputed')
  await comeBack(payment.paymentId)
  expect(await countAlerts('payment-disputed')).toBe(alerts + 1)
  await doJobs()
  expect(await listRefunds(orderId)).toMatchObject([{ state: 'needs-attention' }])
  expect(await refundedAtBank(payment)).toBe(0)
  expect(await retry(refundId)).toEqual({ ok: false, reason: 'disputed' })
  expect(await otherwise(refundId)).toEqual({ ok: false, reason: 'disputed' })
})

test('a refund on its way, or an unknown one, cannot be decided', async () => {
  const { refundId } = await owe()
  expect(await retry(refundId)).toMatchObject({ reason: 'not-with-people', state: 'requested' })
  expect(await otherwise('nothing')).toEqual({ ok: false, reason: 'no-such-refund' })
  await sendRefund(refundId, now())
})

/**
 * A refund of 18 euros, owed because the cart was emptied before the money arrived. It is not sent
 * yet.
 */
async function owe() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const { orderId, paymentId, providerRef } = await goToBank(visitor, simulation.bank)
  const cart = await findCart(visitor, 'en', now())
  await removeRide(visitor, cart?.rides[0]?.bookingId ?? '', now())
  await simulation.bank.control(`/orders/${providerRef}/pay`)
  await comeBack(paymentId)
  const [refund] = await listRefunds(orderId)
  return { orderId, paymentId, providerRef, refundId: refund?.refundId ?? '' }
}

/** Sends the refund, which the card then returns. */
async function comesBack({ paymentId, providerRef }: { paymentId: string; providerRef: string }) {
  await doJobs()
  await simulation.bank.control(`/orders/${providerRef}/refund_fail`)
  await comeBack(paymentId)
}

/** Deletes the job that would send the refund. */
async function forgetJobs() {
  await sql`delete from pgboss.job where name = ${SEND_REFUND.name}`.execute(db)
}

const MARIA = { by: ADMIN, reason: 'the card is closed' }

function retry(refundId: string) {
  return retryRefund({ refundId, ...MARIA, now: now() })
}

function otherwise(refundId: string) {
  return settleRefundOtherwise({ refundId, ...MARIA, now: now() })
}

async function refundedAtBank({ providerRef }: { providerRef: string }) {
  const snapshot = await simulation.bank.provider.fetch(providerRef)
  return snapshot.ok ? snapshot.refunded : undefined
}

function auditOf(refundId: string) {
  return db
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'reason', 'before', 'after'])
    .where('subject', '=', `refund:${refundId}`)
    .execute()
}
