import { beforeEach, describe, expect, test } from 'vitest'

import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { requestRefund, sendRefund } from '#modules/payments/refunds.server.ts'
import { acceptPayment } from '#modules/support/decide-payment.server.ts'
import { settleRefundInPortal } from '#modules/support/decide-refund.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
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

import { amend } from './amend.server.ts'
import { cancel } from './cancel.server.ts'
import { findHeldOrder } from './find-order.server.ts'

/* Faults of refunds; the numbers are those of docs/faults.md. */

const simulation = openSimulation()
let bus: string
beforeEach(async () => {
  bus = await anyBus()
})

test('18: a surcharge paid after the order was cancelled is refunded without a fee', async () => {
  const order = await bought(ride(bus, 'A', 'B'))
  const to = ride(await anyBus(), 'A', 'C')
  const shown = { surcharge: cents(900), refund: cents(0) }
  const here = { locale: 'en', origin: simulation.bank.door.origin } as const
  const asked = await amend({ ...order, to, shown, ...here, now: now() })
  if (!asked.ok || !('goTo' in asked)) throw new Error('no page to pay on')
  const surcharge = await db
    .selectFrom('payments')
    .select(['paymentId', 'providerRef'])
    .where('redirectUrl', '=', asked.goTo)
    .executeTakeFirstOrThrow()
  expect(await giveUp(order, 800)).toMatchObject({ ok: true })

  // The page was closed, and the bank takes the money all the same.
  await simulation.bank.control(`/orders/${surcharge.providerRef}/pay`)
  expect(await comeBack(surcharge.paymentId)).toMatchObject({ outcome: 'given-back' })
  await doJobs()
  expect(await listRefunds(order.orderId)).toMatchObject([
    { amountCents: 800, reason: 'cancelled', state: 'succeeded' },
    { amountCents: 900, reason: 'order-closed', state: 'succeeded' },
  ])
})

test('20: if the company paid a shortfall itself, the traveller is refunded the captured amount', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  const { orderId, paymentId, providerRef } = await goToBank(visitor, simulation.bank)
  await simulation.bank.control(`/orders/${providerRef}/pay`, { amount: 1799 })
  await comeBack(paymentId)
  const decision = {
    by: ADMIN,
    reason: 'the bank rounded down',
    now: now(),
  }
  await acceptPayment({ paymentId, writesOff: true, ...decision })
  const order = { orderId, ...(await current(orderId)) }
  await cancelDeparture({
    departureId: bus,
    by: ADMIN,
    reason: 'snow',
    now: now(),
  })
  expect(await giveUp(order, 1800)).toMatchObject({ ok: true })
  await doJobs()
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1799, state: 'succeeded' }])
  expect(await balancesOf(orderId)).toEqual({})
})

test('29: a refund that is sent twice at once is paid once', async () => {
  const order = await bought(ride(bus, 'A', 'C'))
  await giveUp(order, 1700)
  const [refund] = await listRefunds(order.orderId)
  const sent = () => sendRefund(refund?.refundId ?? '', now())
  await Promise.all([sent(), sent(), sent()])
  expect(await refundedAtBank(refund?.paymentId)).toBe(1700)
})

describe('30: the bank does not answer a refund', () => {
  test.each(['timeout', 'answer-lost', '503'] as const)(
    '%s: it is sent again under the same id',
    async (mode) => {
      const order = await bought(ride(bus, 'A', 'C'))
      await giveUp(order, 1700)
      await simulation.bank.outage({ mode, calls: 1, for: 'refund' })
      await expect(doJobs()).rejects.toThrow(/the provider is/)
      expect(await moneyOf(order)).toMatchObject([
        { kind: 'paid' },
        { kind: 'fee' },
        { state: 'requested' },
      ])
      await doJobs()
      const [refund] = await listRefunds(order.orderId)
      expect(refund).toMatchObject({ state: 'succeeded' })
      expect(await refundedAtBank(refund?.paymentId)).toBe(1700)
    },
  )
})

test('31: a refund that the bank rejects is left to staff, and the order stays cancelled', async () => {
  const order = await bought(ride(bus, 'A', 'C'))
  const before = await countAlerts('refund-failed')
  const takeBack = await emptyAtBank(order.orderId, 1800)
  await giveUp(order, 1700)
  await doJobs()
  expect(await moneyOf(order)).toMatchObject([{}, {}, { kind: 'refund', state: 'failed' }])
  expect(await findOrderRow(order.orderId)).toMatchObject({ status: 'cancelled' })
  expect(await countAlerts('refund-failed')).toBe(before + 1)
  await takeBack()
})

test('31: a refund made in the portal after ours failed counts as that of the cancellation', async () => {
  const order = await bought(ride(bus, 'A', 'C'))
  await emptyAtBank(order.orderId, 1700)
  await giveUp(order, 1700)
  await doJobs()
  const [refund] = await listRefunds(order.orderId)
  const decision = {
    by: ADMIN,
    reason: 'done in the portal',
    now: now(),
  }
  const settled = await settleRefundInPortal({ refundId: refund?.refundId ?? '', ...decision })
  expect(settled).toMatchObject({ ok: true })
  expect(await moneyOf(order)).toMatchObject([{}, {}, { kind: 'refund', state: 'succeeded' }])
  expect(await balancesOf(order.orderId)).toEqual({ provider: 100, fees: -100 })
})

test('32: of two refunds for one change, one is refused; each has a state of its own', async () => {
  const order = await bought(ride(bus, 'A', 'B'))
  const here = { locale: 'en', origin: simulation.bank.door.origin } as const
  const shown = { surcharge: cents(900), refund: cents(0) }
  const asked = await amend({ ...order, to: ride(bus, 'A', 'C'), shown, ...here, now: now() })
  if (!asked.ok || !('goTo' in asked)) throw new Error('no page to pay on')
  await simulation.bank.payAtBank(asked.goTo)
  const { paymentId } = await db
    .selectFrom('payments')
    .select('paymentId')
    .where('redirectUrl', '=', asked.goTo)
    .executeTakeFirstOrThrow()
  await comeBack(paymentId)
  const takeBack = await emptyAtBank(order.orderId, 900)
  await giveUp({ ...order, ...(await current(order.orderId)) }, 1700)
  await doJobs()
  const refunds = await listRefunds(order.orderId)
  expect(
    refunds.map(({ amountCents, state }) => `${amountCents} ${state}`).toSorted(alphabetically),
  ).toEqual(['800 succeeded', '900 failed'])
  await takeBack()
})

test('35: refunds never exceed the captured amount', async () => {
  const order = await bought(ride(bus, 'A', 'C'))
  await giveUp(order, 1700)
  const [refund] = await listRefunds(order.orderId)
  const more = inTransaction((tx) =>
    requestRefund(tx, {
      paymentId: refund?.paymentId ?? '',
      amount: cents(101),
      from: 'fares',
      reason: 'cancelled',
      source: 'staff',
      now: now(),
    }),
  )
  await expect(more).rejects.toThrow('no more goes back than was captured')
})

test('38: a disputed payment is not refunded automatically, since it would be paid back twice', async () => {
  const order = await bought(ride(bus, 'A', 'C'))
  await db
    .updateTable('payments')
    .set({ disputed: true })
    .where('payableId', '=', order.orderId)
    .execute()
  await giveUp(order, 1700)
  await doJobs()
  const [refund] = await listRefunds(order.orderId)
  expect(refund).toMatchObject({ state: 'needs-attention' })
  expect(await refundedAtBank(refund?.paymentId)).toBe(0)
})

async function bought(wish: RideWish) {
  const { orderId } = await buy(simulation.bank, [wish])
  return { orderId, ...(await current(orderId)) }
}

async function current(orderId: string) {
  const { manageId } = await findOrderRow(orderId)
  const [booking] = await listBookings(db, orderId)
  return { manageId, bookingId: booking?.bookingId ?? '' }
}

function giveUp({ manageId, bookingId }: { manageId: string; bookingId: string }, shown: number) {
  const leaving = [{ bookingId, staying: null }]
  return cancel({ manageId, leaving, shownRefund: cents(shown), now: now() })
}

async function moneyOf({ manageId }: { manageId: string }) {
  return (await findHeldOrder(manageId, 'en', now()))?.money
}

async function refundedAtBank(paymentId = '') {
  const { providerRef } = await db
    .selectFrom('payments')
    .select('providerRef')
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  const snapshot = await simulation.bank.provider.fetch(providerRef ?? '')
  return snapshot.ok ? snapshot.refunded : undefined
}

/** Refunds the newest payment in the bank's portal, without a webhook to us. */
async function emptyAtBank(orderId: string, amount: number) {
  const { paymentId, providerRef } = await db
    .selectFrom('payments')
    .select(['paymentId', 'providerRef'])
    .where('payableId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount })
  return () => comeBack(paymentId)
}

function alphabetically(one: string, other: string): number {
  return one.localeCompare(other)
}
