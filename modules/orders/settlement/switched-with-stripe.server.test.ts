import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { removeRide } from '#modules/orders/cart/change-cart.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { sendRefund } from '#modules/payments/refunds.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  getPaymentOf,
  goToBank,
  listRefunds,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

/*
 * Edge case 41: the operator switches to another provider while travellers are paying with the
 * first.
 */

const simulation = openSimulation()
let before: SimulatedBank
beforeAll(async () => {
  before = await openBank('sandbox')
})
afterEach(async () => {
  env().PAYMENT_PROVIDER = 'stripe'
  const breaches = await checkInvariants(db, { now: now(), bank: before.provider })
  if (breaches.length > 0) throw new Error(breaches.join('\n'))
})
afterAll(() => before.stop())

/** Opens a page of the old provider, then changes the setting. */
async function goPayBefore() {
  env().PAYMENT_PROVIDER = 'sandbox'
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const attempt = await goToBank(visitor, before)
  env().PAYMENT_PROVIDER = 'stripe'
  return { visitor, ...attempt }
}

test('41: an open attempt keeps its provider: page, webhook and poller use it', async () => {
  const [told, polled] = [await goPayBefore(), await goPayBefore()]
  expect(await pressPay(told.visitor, simulation.bank)).toEqual({ ok: true, goTo: told.url })
  for (const { url } of [told, polled]) await before.payAtBank(url)
  await before.tell(told.providerRef)
  await doJobs()
  expect(await getPaymentOf(told.visitor)).toMatchObject({ provider: 'sandbox', state: 'paid' })
  await poll()
  expect(await getPaymentOf(polled.visitor)).toMatchObject({ provider: 'sandbox', state: 'paid' })
  expect(simulation.bank.line.calls).toEqual([])
})

test('41: a new attempt for the same cart uses the new provider, and the old page is closed', async () => {
  const { visitor, providerRef } = await goPayBefore()
  shiftClock({ minutes: 15 })
  const second = await goToBank(visitor, simulation.bank)
  expect(await before.provider.fetch(providerRef)).toMatchObject({ status: 'expired' })
  await simulation.bank.payAtBank(second.url)
  expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'confirmed' })
  const made = db.selectFrom('payments').select('provider').where('payableId', '=', second.orderId)
  expect(await made.orderBy('createdAt').execute()).toEqual([
    { provider: 'sandbox' },
    { provider: 'stripe' },
  ])
})

test('41: money paid through the old provider is refunded through it', async () => {
  const { visitor, orderId, paymentId, providerRef } = await goPayBefore()
  const cart = await findCart(visitor, 'en', now())
  await removeRide(visitor, cart?.rides[0]?.bookingId ?? '', now())
  await before.control(`/orders/${providerRef}/pay`)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'given-back' })
  const [refund] = await listRefunds(orderId)
  await sendRefund(refund?.refundId ?? '', now())
  expect(await before.provider.fetch(providerRef)).toMatchObject({ refunded: 1800 })
})
