import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { parkWebhook, HANDLE_WEBHOOK, type NoticeName } from '#modules/payments/webhooks.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { prepareJobs, enqueueJob, startWorkers, type JobDone } from '#platform/jobs/jobs.server.ts'
import { webhooksRefused } from '#platform/metrics/metrics.server.ts'
import { doJobs, listJobs } from '#test/simulation/jobs.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  findOrderRow,
  getPaymentOf,
  goToBank,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import { handleWebhook } from './handle-webhook.server.ts'

/* Edge cases of docs/faults.md: calls to the webhook endpoint. */

const simulation = openSimulation()

type Forgery = [
  what: string,
  as: { secret?: string; at?: () => Temporal.Instant; merchantRef?: string },
]

async function goPay() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return { visitor, ...(await goToBank(visitor, simulation.bank)) }
}

test('4: the same callback five times has one effect, and five times 200', async () => {
  await simulation.bank.chaos({ duplicate: 4 })
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  await simulation.bank.tell(attempt.providerRef)
  expect(simulation.bank.door.answered.slice(-5)).toEqual([200, 200, 200, 200, 200])
  expect(await listNotices(attempt.providerRef)).toHaveLength(1)
  expect(await listJobs([HANDLE_WEBHOOK.name])).toHaveLength(1)
  await doJobs()
  expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'confirmed' })
})

test('5: the same fact under another event id changes nothing', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  await simulation.bank.tell(attempt.providerRef)
  await doJobs()
  const before = await getPaymentOf(attempt.visitor)
  expect(await simulation.bank.knock({ providerRef: attempt.providerRef })).toBe(200)
  await doJobs()
  const { checkedAt: _later, ...after } = await getPaymentOf(attempt.visitor)
  expect(before).toMatchObject(after)
  expect(await listMails(attempt.orderId)).toHaveLength(1)
  expect(await listRefunds(attempt.orderId)).toEqual([])
})

test('6: events in the wrong order do no harm, since only the bank’s answer counts', async () => {
  await simulation.bank.chaos({ reorder: true, duplicate: 1 })
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url, 'declined')
  await simulation.bank.payAtBank(attempt.url)
  await simulation.bank.tell(attempt.providerRef)
  for (const is of ['expired', 'cancelled', 'refunded'] as const) {
    await simulation.bank.knock({ is, providerRef: attempt.providerRef })
  }
  await doJobs()
  expect(await getPaymentOf(attempt.visitor)).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'confirmed' })
})

test('6: a callback that arrives three days late changes nothing', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url, 'declined')
  await simulation.bank.leaveForGood(attempt.url)
  shiftClock({ hours: 72 })
  await simulation.bank.tell(attempt.providerRef)
  await doJobs()
  expect(await getPaymentOf(attempt.visitor)).toMatchObject({ state: simulation.bank.ways.ended })
  expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'cart' })
})

test.for<Forgery>([
  ['a wrong signature', { secret: 'whsec_notTheSecretOfTheBank' }],
  ['a replayed callback', { at: () => now().subtract({ seconds: 301 }) }],
  ['a callback from the future', { at: () => now().add({ seconds: 302 }) }],
  ['a callback that is too long', { merchantRef: 'x'.repeat(70_000) }],
])('7: %s is refused with 400 and leaves only a count', async ([_what, forged], { skip }) => {
  const needsDate = 'at' in forged
  skip(needsDate && !simulation.bank.ways.datesNotices, 'its callbacks carry no date')
  const attempt = await goPay()
  await simulation.bank.control(`/orders/${attempt.providerRef}/pay`)
  const before = await countRefused()
  const { at, secret, ...names } = { at: now, secret: simulation.bank.secret, ...forged }
  const notice = { providerRef: attempt.providerRef, ...names }
  expect(await simulation.bank.knock(notice, { secret, at: at() })).toBe(400)
  expect(await countRefused()).toBe(before + 1)
  expect(await listNotices(attempt.providerRef)).toEqual([])
  await doJobs()
  expect(await getPaymentOf(attempt.visitor)).toMatchObject({ state: 'open' })
  await simulation.bank.tell(attempt.providerRef)
})

test('7: a replayed callback has the same id and no effect', async () => {
  const attempt = await goPay()
  const { body, headers } = simulation.bank.forge({ providerRef: attempt.providerRef })
  const url = `${simulation.bank.door.origin}/payments/notices/${simulation.bank.provider.id}`
  for (let replay = 0; replay < 2; replay++) {
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  }
  expect(await listNotices(attempt.providerRef)).toHaveLength(1)
  await doJobs()
  expect(await getPaymentOf(attempt.visitor)).toMatchObject({ state: 'open' })
})

test('7: after wrong signatures the bank sends again with right ones, and these are read', async () => {
  await simulation.bank.chaos({ wrong_signature: 1 })
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  await simulation.bank.tell(attempt.providerRef)
  await simulation.bank.tell(attempt.providerRef)
  expect(simulation.bank.door.answered.slice(-2)).toEqual([400, 200])
})

test('7: a well signed callback about an unknown payment raises an alert, and is done', async () => {
  const alerts = await countAlerts('notice-of-unknown-payment')
  expect(
    await simulation.bank.knock({ providerRef: newAccessToken(), merchantRef: 'NOBODY-1' }),
  ).toBe(200)
  await doJobs()
  expect(await countAlerts('notice-of-unknown-payment')).toBe(alerts + 1)
})

test('42: while the secret changes, callbacks signed with the old one are believed', async () => {
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  const { providerRef } = attempt
  const { knock, secretBefore: secret } = simulation.bank
  expect(await knock({ providerRef }, { secret })).toBe(200)
  await doJobs()
  expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'confirmed' })
})

test('44: an unreadable callback is parked after its attempts, and does not block those behind it', async ({
  signal,
}) => {
  const alerts = await countAlerts('notice-parked')
  const url = process.env.DATABASE_URL ?? ''
  const job = { ...HANDLE_WEBHOOK, tries: 2, firstPause: 0 }
  await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [job])
  const poison = { provider: simulation.bank.provider.id, noticeId: 'poison' }
  await db.transaction().execute((tx) => enqueueJob(tx, job, poison))
  const attempt = await goPay()
  await simulation.bank.payAtBank(attempt.url)
  await simulation.bank.tell(attempt.providerRef)

  const tried: string[] = []
  const reading: JobDone<NoticeName> = {
    job,
    run: (notice) => {
      tried.push(notice.noticeId)
      return handleWebhook(notice, now())
    },
    park: parkWebhook,
  }
  const worker = await startWorkers(url, [reading])
  onTestFinished(() => worker.stop())
  await until(signal, async () => (await countAlerts('notice-parked')) > alerts)
  await until(signal, async () => (await findOrderRow(attempt.orderId)).status === 'confirmed')
  expect(tried.filter((noticeId) => noticeId === 'poison')).toHaveLength(2)
})

test('44: a callback is not parked while the provider is out for half a day', () => {
  const { tries, firstPause, longestPause } = HANDLE_WEBHOOK
  const pauses = Array.from({ length: tries - 1 }, (_, retry) =>
    Math.min(firstPause * 2 ** retry, longestPause),
  )
  const seconds = pauses.reduce((total, pause) => total + pause, 0)
  expect(seconds).toBeGreaterThan(12 * 60 * 60)
})

function listNotices(providerRef: string) {
  return db
    .selectFrom('paymentNotices')
    .selectAll()
    .where('providerRef', '=', providerRef)
    .execute()
}

async function countRefused(): Promise<number> {
  const { values } = await webhooksRefused.get()
  return values.reduce((total, { value }) => total + value, 0)
}

/** A test that has taken too long waits no longer, so that it does not go on beside the next. */
async function until(signal: AbortSignal, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    signal.throwIfAborted()
    await sql`select 1`.execute(db)
  }
}
