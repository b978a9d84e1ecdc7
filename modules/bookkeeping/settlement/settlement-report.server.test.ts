import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { listJobs } from '#test/simulation/jobs.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import { buy, comeBack, ride } from '#test/simulation/travellers.ts'

import {
  describeSettlement,
  listSettlement,
  MAIL_SETTLEMENT,
  mailSettlement,
} from './settlement-mail.server.ts'
import {
  parkSettlement,
  REPORT_SETTLEMENT,
  reportDay,
  reportSettlement,
} from './settlement-report.server.ts'

vi.stubEnv('OPERATIONS_EMAIL', 'operations@halcyon.example')

const simulation = openSimulation()
/** Each test has days of its own. */
beforeEach(async () => {
  shiftClock({ hours: 5 * 24 })
  await takeMailJobs()
})

test('a day without faults: the captures and refunds, and that both records agree', async () => {
  await buyRide()
  const { paymentId, providerRef } = await buyRide()
  await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount: 500 })
  await comeBack(paymentId)
  await reportDay(today(), now())
  const [report, ...others] = await listSettlement(today())
  expect(others).toEqual([])
  expect(report).toMatchObject({
    provider: 'sandbox',
    state: 'agrees',
    tries: 1,
    capturedCents: 3600,
    refundedCents: 500,
    feesCents: 0,
    compared: 2,
    differences: [],
  })
})

test('a payment that moved at the provider in the meantime is reconciled first', async () => {
  const { providerRef } = await buyRide()
  await simulation.bank.control(`/orders/${providerRef}/portal_refund`, { amount: 500 })
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([{ state: 'agrees', refundedCents: 500 }])
})

test('a difference of a cent is reported with its payment, every day until it is resolved', async () => {
  const { paymentId } = await buyRide()
  const alerts = await countAlerts('settlement-differs')
  await sayRefunded(paymentId, 1)
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([{ state: 'differs' }])
  expect((await describe()).at(-1)).toContain(
    `payment ${paymentId}: 1800 captured and 1 given back, but the provider says 1800 and 0`,
  )
  expect(await countAlerts('settlement-differs')).toBe(alerts + 1)

  shiftClock({ hours: 24 })
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([{ state: 'differs', capturedCents: 0 }])
  expect(await countAlerts('settlement-differs')).toBe(alerts + 2)

  await sayRefunded(paymentId, 0)
  shiftClock({ hours: 24 })
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([{ state: 'agrees', compared: 1 }])
  shiftClock({ hours: 24 })
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([{ state: 'agrees', compared: 0 }])
})

test('a silent provider is reported as silent, and asked again', async () => {
  await buyRide()
  await simulation.bank.outage({ mode: '503', calls: 99 })
  await expect(reportDay(today(), now())).rejects.toThrow('sandbox does not answer')
  expect(await listSettlement(today())).toMatchObject([{ state: 'no-answer', tries: 1 }])
  expect((await describe()).join('\n')).toContain('not known yet')
  expect(await listJobs([MAIL_SETTLEMENT.name])).toEqual([])

  await simulation.bank.outage({ mode: '503', calls: 0 })
  await reportDay(today(), now())
  expect(await listSettlement(today())).toMatchObject([{ state: 'agrees', tries: 2 }])
  expect(await takeMailJobs()).toHaveLength(1)
})

test('after a whole day of silence the report goes out as it is, with an alert', async () => {
  await buyRide()
  await simulation.bank.outage({ mode: '503', calls: 99 })
  await expect(reportDay(today(), now())).rejects.toThrow('does not answer')
  const alerts = await countAlerts('settlement-without-answer')
  await parkSettlement({ day: today().toString() })
  expect(await countAlerts('settlement-without-answer')).toBe(alerts + 1)
  const [mail] = await takeMailJobs()
  await mailSettlement(mail?.data ?? { day: '', mailId: '' }, now())
  expect(await lastMail()).toContain('a provider did not answer')
})

test('the report is mailed to operations, with its figures', async () => {
  await buyRide()
  await reportDay(today(), now())
  const [mail] = await takeMailJobs()
  await mailSettlement(mail?.data ?? { day: '', mailId: '' }, now())
  const text = await lastMail()
  expect(text).toContain(`Settlement of ${today().toString()}: ledger and providers agree`)
  expect(text).toMatch(/captured +=E2=82=AC18\.00|captured +€18\.00/)
})

test('each morning reports yesterday, days without running jobs, and days without an answer', async () => {
  await db.deleteFrom('settlementReports').execute()
  await buyRide()
  const first = today()
  await reportDay(first, now())
  shiftClock({ hours: 4 * 24 })
  await db
    .updateTable('settlementReports')
    .set({ state: 'no-answer' })
    .where('day', '=', first)
    .execute()
  await takeReportDays()
  await reportSettlement({}, now())
  const days = await takeReportDays()
  expect(days.slice(-4)).toEqual([0, 1, 2, 3].map((later) => first.add({ days: later }).toString()))
  for (const day of days) await reportSettlement({ day }, now())
  await reportSettlement({}, now())
  expect(await takeReportDays()).toEqual([])
})

test('a day is that of Cyprus: payments before its midnight belong to the day before', async () => {
  const tomorrow = today().add({ days: 1 })
  const midnight = tomorrow.toZonedDateTime('Asia/Nicosia').toInstant()
  shiftClock({ seconds: Math.floor(now().until(midnight).total('seconds')) - 60 })
  await buyRide()
  shiftClock({ minutes: 2 })
  await buyRide()
  for (const day of [tomorrow.subtract({ days: 1 }), tomorrow]) {
    await reportDay(day, now())
    expect(await listSettlement(day)).toMatchObject([{ capturedCents: 1800 }])
  }
})

function today(): Temporal.PlainDate {
  return dateInCyprus(now())
}

async function buyRide() {
  return buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
}

/** As if the book had been tampered with. */
async function sayRefunded(paymentId: string, refundedCents: number) {
  await db
    .updateTable('payments')
    .set({ refundedCents })
    .where('paymentId', '=', paymentId)
    .execute()
}

async function describe() {
  return describeSettlement(await listSettlement(today()))
}

function takeMailJobs() {
  return takeJobs(MAIL_SETTLEMENT.name) as Promise<{ data: { day: string; mailId: string } }[]>
}

async function takeReportDays(): Promise<string[]> {
  const jobs = (await takeJobs(REPORT_SETTLEMENT.name)) as { data: { day: string } }[]
  return jobs.map(({ data }) => data.day).toSorted((one, other) => (one < other ? -1 : 1))
}

async function takeJobs(name: string) {
  const jobs = await listJobs([name])
  await sql`delete from pgboss.job where name = ${name}`.execute(db)
  return jobs
}

async function lastMail(): Promise<string> {
  const { raw } = await db
    .selectFrom('mailboxMessages')
    .select('raw')
    .where('visitor', '=', 'operations')
    .orderBy('receivedAt', 'desc')
    .executeTakeFirstOrThrow()
  return Buffer.from(raw).toString('utf8')
}
