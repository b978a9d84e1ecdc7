import { expect, test } from 'vitest'

import { removeRide } from '#modules/orders/cart/change-cart.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { recordRefund } from '#modules/payments/record-refunds.server.ts'
import { parkRefund, sendRefund } from '#modules/payments/refunds.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  goToBank,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

/* The end of a refund is recorded just before it would be handed to staff, who then have nothing to do. */

const simulation = openSimulation()

test('a refund that was paid before it is parked stays paid, and raises no alert', async () => {
  const { refundId, orderId, news } = await payAtBank()
  await inTransaction((tx) => recordRefund(tx, news))
  const alerts = await countAlerts('refund-stuck')
  await parkRefund(refundId)
  expect(await listRefunds(orderId)).toMatchObject([{ state: 'succeeded' }])
  expect(await countAlerts('refund-stuck')).toBe(alerts)
})

test('a refund that was paid before it is held back for a dispute stays paid, and raises no alert', async () => {
  const { refundId, orderId, paymentId, news } = await payAtBank()
  await db
    .updateTable('payments')
    .set({ disputed: true })
    .where('paymentId', '=', paymentId)
    .execute()
  const alerts = await countAlerts('refund-of-disputed-payment')
  const letGo = await hold((tx) => recordRefund(tx, news))
  const sending = sendRefund(refundId, now())
  await untilWaiting(1)
  await letGo()
  await sending
  expect(await listRefunds(orderId)).toMatchObject([{ state: 'succeeded' }])
  expect(await countAlerts('refund-of-disputed-payment')).toBe(alerts)
})

/** A refund that the bank has paid, with the report of it, which is not recorded yet. */
async function payAtBank() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const { orderId, paymentId, providerRef } = await goToBank(visitor, simulation.bank)
  const cart = await findCart(visitor, 'en', now())
  await removeRide(visitor, cart?.rides[0]?.bookingId ?? '', now())
  await simulation.bank.control(`/orders/${providerRef}/pay`)
  await comeBack(paymentId)
  const [refund] = await listRefunds(orderId)
  const refundId = refund?.refundId ?? ''
  const wish = { refundId, providerRef, amount: cents(1800), currency: 'EUR' } as const
  const paid = await simulation.bank.provider.refund(wish)
  if (!paid.ok) throw new Error(paid.reason)
  const news = { refundId, state: paid.state, theirs: paid.providerRef, now: now() }
  return { refundId, orderId, paymentId, news }
}
