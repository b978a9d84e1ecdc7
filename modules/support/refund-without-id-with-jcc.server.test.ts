import { expect, test } from 'vitest'

import { listBookings } from '#modules/orders/order/rows.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import { parkRefund, sendRefund } from '#modules/payments/refunds.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { jccProtocol } from '#test/fakes/jcc/jcc-bank.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import { buy, comeBack, findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { retryRefund } from './decide-refund.server.ts'

/*
 * Edge cases 29, 30 and 34 with a merchant whose status version is too old for our refund ids, at a
 * gateway that would pay a refund again if it were sent again.
 */

const simulation = openSimulation({
  protocol: () => jccProtocol({ statusVersion: 20, forgetsRefundIds: true }),
})

test('30: a refund whose answer was lost is paid and recorded once', async () => {
  const { payment, giveUp } = await bought(1)
  await giveUp(0)
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'refund' })
  await expect(doJobs()).rejects.toThrow(/the provider is/)
  await doJobs()
  expect(await outcomeOf(payment)).toEqual(paid(1700))
})

test('30: the same if the callback is read before it is sent again', async () => {
  const { payment, giveUp } = await bought(1)
  await giveUp(0)
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'refund' })
  await expect(doJobs()).rejects.toThrow(/the provider is/)
  await comeBack(payment.paymentId)
  await doJobs()
  expect(await outcomeOf(payment)).toEqual(paid(1700))
})

test('30: the same if the callback is read before the answer', async () => {
  const { payment, giveUp } = await bought(1)
  await giveUp(0)
  const answer = simulation.bank.line.stopNext('refund', 'back')
  const sending = doJobs()
  await answer.arrived
  await comeBack(payment.paymentId)
  answer.letGo()
  await sending
  expect(await outcomeOf(payment)).toEqual(paid(1700))
})

test('30: one that is found paid after it was parked is not sent again by staff', async () => {
  const { payment, giveUp } = await bought(1)
  await giveUp(0)
  const [refund] = await listRefunds(payment.orderId)
  const refundId = refund?.refundId ?? ''
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'refund' })
  await expect(sendRefund(refundId, now())).rejects.toThrow(/the provider is/)
  await parkRefund(refundId)
  const wish = { refundId, by: ADMIN, reason: 'not answered', now: now() }
  expect(await retryRefund(wish)).toMatchObject({ reason: 'not-with-people', state: 'succeeded' })
  await doJobs()
  expect(await outcomeOf(payment)).toEqual(paid(1700))
})

test('30: one that JCC names anew once it is decided is still the same', async () => {
  const { payment, giveUp } = await bought(1)
  await giveUp(0)
  await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'refund' })
  await expect(doJobs()).rejects.toThrow(/the provider is/)
  await db
    .updateTable('refunds')
    .set({ state: 'pending', providerRef: `${payment.providerRef}/without-reference` })
    .where('paymentId', '=', payment.paymentId)
    .execute()
  await comeBack(payment.paymentId)
  expect(await outcomeOf(payment)).toEqual(paid(1700))
})

test('29: of two refunds of the same amount, the second waits until the first has ended', async () => {
  const { payment, giveUp } = await bought(2)
  await giveUp(0)
  await giveUp(1)
  const [first = '', second = ''] = (await listRefunds(payment.orderId)).map(
    ({ refundId }) => refundId,
  )
  const closed = { mode: '503', calls: 1, for: 'refund' } as const
  await simulation.bank.outage(closed)
  await expect(sendRefund(first, now())).rejects.toThrow(/the provider is/)
  await expect(sendRefund(second, now())).rejects.toThrow(/waits for/)
  await sendRefund(first, now())
  await simulation.bank.outage(closed)
  await expect(sendRefund(second, now())).rejects.toThrow(/the provider is/)
  await doJobs()
  expect(await outcomeOf(payment)).toEqual(paid(1700, 1700))
})

test('34: a refund in the portal before ours is sent is not taken for it', async () => {
  const { payment, giveUp } = await bought(2)
  await giveUp(0)
  await simulation.bank.control(`/orders/${payment.providerRef}/portal_refund`, { amount: 1700 })
  const alerts = await countAlerts('refund-made-at-provider')
  await comeBack(payment.paymentId)
  expect(await countAlerts('refund-made-at-provider')).toBe(alerts + 1)
  await doJobs()
  expect(await outcomeOf(payment)).toEqual(paid(1700, 1700))
})

type Bought = { paymentId: string; providerRef: string; orderId: string }

/** An order of some rides at 18 euros each, and what cancels one of them for 17 euros. */
async function bought(rides: number) {
  const buses = await Promise.all(
    Array.from({ length: rides }, (_, day) =>
      anyBus({ departsAt: now().add({ hours: 48 + 24 * day }) }),
    ),
  )
  const wishes = buses.map((bus) => ride(bus, 'A', 'C'))
  const payment: Bought = await buy(simulation.bank, wishes)
  const bookings = await listBookings(db, payment.orderId)
  const giveUp = async (place: number) => {
    const { manageId } = await findOrderRow(payment.orderId)
    const leaving = [{ bookingId: bookings[place]?.bookingId ?? '', staying: null }]
    const cancelled = await cancel({ manageId, leaving, shownRefund: cents(1700), now: now() })
    expect(cancelled).toMatchObject({ ok: true })
  }
  return { payment, giveUp }
}

/** The refunds in our book and the sum that the bank has paid, after we have asked it twice. */
async function outcomeOf({ paymentId, providerRef, orderId }: Bought) {
  await comeBack(paymentId)
  await comeBack(paymentId)
  const refunds = await listRefunds(orderId)
  const snapshot = await simulation.bank.provider.fetch(providerRef)
  return {
    recorded: refunds.map(({ amountCents, state }) => `${amountCents} ${state}`),
    atBank: snapshot.ok && snapshot.refunded,
  }
}

function paid(...amounts: number[]) {
  return {
    recorded: amounts.map((amount) => `${amount} succeeded`),
    atBank: amounts.reduce((total, amount) => total + amount, 0),
  }
}
