import { expect, onTestFinished, test, vi } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { signed, toEvent } from '#test/fakes/stripe/events.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  getPaymentOf,
  goToBank,
  listRefunds,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

/* Edge cases of docs/faults.md that only Stripe has. */

const simulation = openSimulation()

async function goPay() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return { visitor, ...(await goToBank(visitor, simulation.bank)) }
}

async function bought() {
  return buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
}

/** Sends an event as Stripe would; the bank behind the fake does not know it. */
async function send(type: string, object: object, changes: object = {}) {
  const id = `evt_${newAccessToken()}`
  const body = JSON.stringify({ ...toEvent(id, type, object, now()), ...changes })
  const response = await fetch(`${simulation.bank.door.origin}/payments/notices/stripe`, {
    method: 'POST',
    headers: signed(body, simulation.bank.secret, now()),
    body,
  })
  const kept = db.selectFrom('paymentNotices').selectAll().where('noticeId', '=', id)
  return { status: response.status, find: () => kept.executeTakeFirst() }
}

test('7: an event in live mode is answered and not stored while we take test payments', async () => {
  const { providerRef } = await goPay()
  const session = { id: providerRef, object: 'checkout.session', client_reference_id: null }
  const sent = await send('checkout.session.completed', session, { livemode: true })
  expect(sent.status).toBe(200)
  expect(await sent.find()).toBeUndefined()
})

test('7: events of unused types are stored, and raise no alert', async () => {
  const alerts = await countAlerts('notice-of-unknown-payment')
  const sent = await send('payout.paid', { id: 'po_1', object: 'payout', amount: 1 })
  expect(sent.status).toBe(200)
  await doJobs()
  expect(await sent.find()).toMatchObject({ kind: 'payout.paid', processedAt: expect.anything() })
  expect(await countAlerts('notice-of-unknown-payment')).toBe(alerts)
})

test('7: a foreign charge in the same account raises an alert', async () => {
  const alerts = await countAlerts('notice-of-unknown-payment')
  await send('charge.refunded', {
    id: 'ch_other',
    object: 'charge',
    payment_intent: 'pi_other',
    metadata: {},
  })
  await doJobs()
  expect(await countAlerts('notice-of-unknown-payment')).toBe(alerts + 1)
})

test('8: a traveller who leaves the page by its button finds it open, and can still pay on it', async () => {
  const { visitor, url, paymentId } = await goPay()
  expect(await simulation.bank.cancelAtBank(url)).toContain('/payment/fail/')
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'processing', heldUntil: null })
  expect(await pressPay(visitor, simulation.bank)).toEqual({ ok: true, goTo: url })
  await simulation.bank.payAtBank(url)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
})

test('11: an abandoned page is closed when our time is over, long before Stripe would', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'Temporal'] }) // the clock stands still
  onTestFinished(() => void vi.useRealTimers())
  const { visitor, providerRef } = await goPay()
  shiftClock({ minutes: 14, seconds: 59 })
  await poll()
  expect(await simulation.bank.provider.fetch(providerRef)).toMatchObject({ status: 'open' })
  shiftClock({ seconds: 1 })
  await poll()
  expect(await simulation.bank.provider.fetch(providerRef)).toMatchObject({ status: 'expired' })
  expect(await getPaymentOf(visitor)).toMatchObject({ state: 'expired' })
})

test('23: a first attempt a minute before the end: its page may still be requested', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  await simulation.bank.outage({ mode: '503', calls: 1 })
  await pressPay(visitor, simulation.bank)
  shiftClock({ minutes: 14 })
  const { url, paymentId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
})

test('26: a card that is declined after the page was completed ends the attempt', async () => {
  const { url, paymentId, providerRef } = await goPay()
  await simulation.bank.payAtBank(url, 'processing')
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'processing' })
  await simulation.bank.control(`/orders/${providerRef}/decline`, { code: 'insufficient_funds' })
  await simulation.bank.tell(providerRef)
  await doJobs()
  expect(await comeBack(paymentId)).toMatchObject({
    outcome: 'failed',
    declineReason: 'insufficient-funds',
  })
})

test('33 and 34: a refund made in the dashboard has none of our references, and is found by its intent', async () => {
  const { orderId, providerRef } = await bought()
  await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount: 500 })
  await simulation.bank.tell(providerRef)
  await doJobs()
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 500, state: 'succeeded' }])

  await simulation.bank.control(`/orders/${providerRef}/refund_fail`)
  await simulation.bank.tell(providerRef)
  await doJobs()
  expect(await listRefunds(orderId)).toMatchObject([{ state: 'needs-attention' }])
})

test('38: a dispute that names only its intent is recorded and raises one alert', async () => {
  const alerts = await countAlerts('payment-disputed')
  const { visitor, providerRef } = await bought()
  await simulation.bank.control(`/orders/${providerRef}/dispute`)
  await simulation.bank.tell(providerRef)
  await doJobs()
  await poll()
  expect(await getPaymentOf(visitor)).toMatchObject({ disputed: true })
  expect(await countAlerts('payment-disputed')).toBe(alerts + 1)
})

test('38: while Stripe cannot say whose intent it is, the webhook stays unprocessed', async () => {
  const { visitor, providerRef } = await bought()
  await simulation.bank.control(`/orders/${providerRef}/dispute`)
  await simulation.bank.tell(providerRef)
  await simulation.bank.outage({ mode: '503', calls: 1 })
  await expect(doJobs()).rejects.toThrow('the provider is unavailable')
  await doJobs()
  expect(await getPaymentOf(visitor)).toMatchObject({ disputed: true })
})
