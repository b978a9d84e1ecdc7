import { describe, expect, test } from 'vitest'

import { SEND_MAIL } from '#modules/mail/outbox.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { RECONCILE_PAYMENT } from '#modules/payments/payments.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { listMailbox } from '#platform/mail/mailbox.server.ts'
import { listOpenAlerts } from '#platform/watch/alerts.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { doJobs, listJobs, poll, sendMailNow } from '#test/simulation/jobs.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  findOrderRow,
  getPaymentOf,
  goToBank,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

import { reconcileLater } from './reconcile.server.ts'

/* Edge cases of docs/faults.md: the bank or our own database is down when it is needed. */

const simulation = openSimulation()

async function fillCart(bus?: string) {
  const visitor = addTraveller()
  await choose(visitor, ride(bus ?? (await anyBus()), 'A', 'C'))
  return visitor
}

describe('23: the answer to opening the page is lost', () => {
  test('without another click, the poller finds it and closes it when its time is over', async () => {
    const visitor = await fillCart()
    await simulation.bank.outage({ mode: 'answer-lost', calls: 1, for: 'open' })
    await simulation.bank.outage({ mode: '503', calls: 1, for: 'fetch' })
    await pressPay(visitor, simulation.bank)
    await poll()
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'open' })
    shiftClock({ minutes: 15 })
    await poll()
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'expired' })
  })
})

describe('24: the bank is down at checkout', () => {
  test('the page says so politely, the seats stay held, and the button works later', async () => {
    const visitor = await fillCart()
    await simulation.bank.outage({ mode: '503', calls: 1 })
    expect(await pressPay(visitor, simulation.bank)).toEqual({
      ok: false,
      reason: 'provider-unavailable',
    })
    expect(await findCart(visitor, 'en', now())).toMatchObject({ isHeld: true })
    const { paymentId, url } = await goToBank(visitor, simulation.bank)
    await simulation.bank.payAtBank(url)
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  })

  test('if the traveller leaves, the attempt ends, and the cart with its time', async () => {
    const bus = await anyBus({ seats: 1 })
    const visitor = await fillCart(bus)
    await simulation.bank.outage({ mode: '503', calls: 1 })
    await pressPay(visitor, simulation.bank)
    shiftClock({ minutes: 16 })
    await poll()
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'expired', providerRef: null })
    shiftClock({ minutes: 11 })
    expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
  })

  test('if it stays down for hours, seats are kept for an hour at most', async () => {
    const bus = await anyBus({ seats: 1 })
    const visitor = await fillCart(bus)
    await goToBank(visitor, simulation.bank)
    await simulation.bank.outage({ mode: '503', calls: 9 })
    shiftClock({ minutes: 59 })
    await poll()
    expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: false })
    shiftClock({ minutes: 1 })
    await poll()
    expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
    await simulation.bank.outage({ mode: '503', calls: 0 })
    await poll()
    expect(await findOrderRow((await getPaymentOf(visitor)).payableId)).toMatchObject({
      status: 'cart',
    })
  })
})

describe('25: the bank does not answer when the traveller returns', () => {
  test('the page says that the payment is being checked, and the poller finds the result', async () => {
    const visitor = await fillCart()
    const { url, paymentId } = await goToBank(visitor, simulation.bank)
    await simulation.bank.payAtBank(url)
    await simulation.bank.outage({ mode: '503', calls: 2 })
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'processing' })
    await poll()
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'open' })
    await poll()
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'paid' })
  })

  test('the bank is asked with growing pauses of at most ten minutes, and after a day an alert is raised', async () => {
    const visitor = await fillCart()
    const { paymentId } = await goToBank(visitor, simulation.bank)
    await simulation.bank.outage({ mode: '503', calls: 9 })
    const pauses: number[] = []
    for (const check of [0, 1, 2, 9]) {
      const before = await listChecks(paymentId)
      await reconcileLater({ paymentId, check }, now())
      const [added] = (await listChecks(paymentId)).filter(
        ({ id }) => !before.some((b) => b.id === id),
      )
      pauses.push(added?.seconds ?? 0)
    }
    expect(pauses).toEqual([30, 60, 120, 600])
    const alerts = await countAlerts('payment-without-end')
    for (const check of [149, 150, 151]) await reconcileLater({ paymentId, check }, now())
    expect(await countAlerts('payment-without-end')).toBe(alerts + 1)
  })
})

test('25: the alert ends with an attempt that turns out never to have reached the bank', async () => {
  const visitor = await fillCart()
  await simulation.bank.outage({ mode: '503', calls: 9 })
  await pressPay(visitor, simulation.bank)
  const { paymentId } = await getPaymentOf(visitor)
  await reconcileLater({ paymentId, check: 150 }, now())
  const endless = { kind: 'payment-without-end', subject: `payment:${paymentId}` }
  expect(await listOpenAlerts(1000)).toContainEqual(expect.objectContaining(endless))
  await simulation.bank.endFaults()
  shiftClock({ hours: 25 })
  await poll()
  expect(await getPaymentOf(visitor)).toMatchObject({ state: 'expired', providerRef: null })
  expect(await listOpenAlerts(1000)).not.toContainEqual(expect.objectContaining(endless))
})

test('26: a card payment still being decided: no ticket yet, seats kept for an hour at most, then late money', async () => {
  const bus = await anyBus({ seats: 1 })
  const visitor = await fillCart(bus)
  const { url, paymentId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url, 'issuerSilent')
  expect(await comeBack(paymentId, visitor)).toMatchObject({
    outcome: 'processing',
    mine: { tickets: [] },
  })
  expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: false })
  shiftClock({ minutes: 6 })
  await poll()
  expect(await comeBack(paymentId)).toMatchObject({
    outcome: 'failed',
    declineReason: 'issuer-unavailable',
  })

  const second = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(second.url, 'processing')
  expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'processing' })
  shiftClock({ seconds: 16 })
  await poll()
  expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'confirmed' })
})

test('26: a decision that takes longer than an hour releases the seats', async () => {
  const bus = await anyBus({ seats: 1 })
  const visitor = await fillCart(bus)
  const { url, paymentId, orderId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url, 'processing')
  const hourAgo = now().subtract({ minutes: 60 })
  await db
    .updateTable('orders')
    .set({ firstHeldAt: hourAgo })
    .where('orderId', '=', orderId)
    .execute()
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'processing' })
  const rival = addTraveller()
  expect(await choose(rival, ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
  shiftClock({ minutes: 16 })
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed', isLate: true })
})

test('27: our database fails after the bank took the money: the callback gets a 500 and is sent again', async () => {
  const visitor = await fillCart()
  const { url, paymentId, providerRef } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  await withoutTable('payment_notices', async () => {
    await simulation.bank.tell(providerRef)
    expect(simulation.bank.door.answered.at(-1)).toBe(500)
  })
  await withoutTable('receipts', async () => {
    await expect(comeBack(paymentId)).rejects.toThrow('receipts')
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'open' })
  })
  await simulation.bank.tell(providerRef)
  expect(simulation.bank.door.answered.at(-1)).toBe(200)
  await doJobs()
  expect(await getPaymentOf(visitor)).toMatchObject({ state: 'paid' })
})

test('28: the power fails between confirming and mailing: the mail is still owed, and is one mail however often it is sent', async () => {
  const visitor = await fillCart()
  const { url, paymentId, orderId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  await comeBack(paymentId)
  const [mail] = await db.selectFrom('mails').selectAll().where('orderId', '=', orderId).execute()
  expect(mail).toMatchObject({ state: 'queued', kind: 'confirmation' })
  const mailId = mail?.mailId ?? ''
  const promised = (await listJobs([SEND_MAIL.name])).map(({ data }) => data as { mailId: string })
  expect(promised.filter((job) => job.mailId === mailId)).toHaveLength(1)

  await sendMailNow(mailId)
  await db.updateTable('mails').set({ state: 'queued' }).where('mailId', '=', mailId).execute()
  await sendMailNow(mailId)
  expect(await listMailbox({ visitor })).toMatchObject([
    { messageId: mailId, to: 'anna@example.com' },
  ])
})

test('45: our clock is wrong: a page that is still open at the bank is closed there before its seats are released', async () => {
  const visitor = await fillCart()
  const { paymentId, providerRef } = await goToBank(visitor, simulation.bank)
  const wrong = now().add({ minutes: 20 })
  await reconcileLater({ paymentId, check: 0 }, wrong)
  expect(await simulation.bank.provider.fetch(providerRef)).toMatchObject({
    status: simulation.bank.ways.closed,
  })

  const second = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(second.url)
  await reconcileLater({ paymentId: second.paymentId, check: 0 }, wrong)
  expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'confirmed' })
})

/** Renames a table during `work`, so that queries of it fail. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await rename(table, `${table}_away`)
  await work().finally(() => rename(`${table}_away`, table))
}

function rename(table: string, name: string): Promise<void> {
  return asOwner(({ schema }) => schema.alterTable(table).renameTo(name).execute())
}

async function listChecks(paymentId: string): Promise<{ id: string; seconds: number }[]> {
  const jobs = await listJobs([RECONCILE_PAYMENT.name])
  return jobs
    .filter(({ data }) => (data as { paymentId: string }).paymentId === paymentId)
    .map(({ id, seconds }) => ({ id, seconds }))
}
