import { sql } from 'kysely'

import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import type { ProviderId } from '#modules/payments/provider.ts'
import { findProvider } from '#modules/payments/providers.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import { compareOne, type Difference } from './compare-with-provider.server.ts'
import { enqueueSettlementMail } from './settlement-mail.server.ts'
import type { SettlementState } from './settlement-state.ts'
import { recoverCaptures } from './unknown-captures.server.ts'

/*
 * Every morning the book of the day before is compared with the records of the providers, to the
 * cent: each payment and refund of that day, and every earlier difference. The result is stored and
 * mailed, and differences raise an alert. A silent provider is reported as silent, and asked again
 * until it answers.
 */

/** Without a day it is the morning's run, which enqueues a report for each day that lacks one. */
export const REPORT_SETTLEMENT: Job<{ day?: string }> = {
  name: 'report-settlement',
  tries: 20,
  firstPause: 60,
  longestPause: 3600,
  seconds: 3600,
}

/** Days without running jobs that are caught up with; older ones are not. */
const DAYS_TO_CATCH_UP = 31

type Report = {
  state: SettlementState
  compared: number
  differences: Difference[]
}

export async function reportSettlement(
  { day }: { day?: string },
  now: Temporal.Instant,
): Promise<void> {
  if (day) await reportDay(Temporal.PlainDate.from(day), now)
  else await enqueueReports(now)
}

/** Yesterday, days on which no job ran, and days for which a provider gave no answer. */
async function enqueueReports(now: Temporal.Instant): Promise<void> {
  const yesterday = dateInCyprus(now).subtract({ days: 1 })
  const first = await findFirstDay()
  await inTransaction(async (tx) => {
    const rows = await tx
      .selectFrom('settlementReports')
      .select('day')
      .groupBy('day')
      .having((row) => row.fn('bool_and', [sql`state <> 'no-answer'`]), '=', true)
      .execute()
    const done = new Set(rows.map(({ day }) => day.toString()))
    for (let back = DAYS_TO_CATCH_UP - 1; back >= 0; back--) {
      const day = yesterday.subtract({ days: back })
      const isOurs = first && Temporal.PlainDate.compare(day, first) >= 0
      if (!isOurs || done.has(day.toString())) continue
      await enqueueJob(tx, REPORT_SETTLEMENT, { day: day.toString() })
    }
  })
}

/** The day of the first payment attempt. */
async function findFirstDay(): Promise<Temporal.PlainDate | undefined> {
  const { first } = await db
    .selectFrom('payments')
    .select((payment) => payment.fn.min('createdAt').as('first'))
    .executeTakeFirstOrThrow()
  return first ? dateInCyprus(first) : undefined
}

/** @throws while a provider is silent, after storing that it is, so that the job is retried */
export async function reportDay(day: Temporal.PlainDate, now: Temporal.Instant): Promise<void> {
  const silent: string[] = []
  for (const provider of await listProviders()) {
    const report = await compareDay(provider, day, now)
    if (report.state === 'no-answer') silent.push(provider)
    await inTransaction((tx) => store(tx, { day, provider, report, now }))
  }
  if (silent.length > 0) {
    throw new Error(`settlement of ${day.toString()}: ${silent.join(', ')} does not answer`)
  }
  await inTransaction(async (tx) => {
    const subject = `settlement:${day.toString()}`
    await endAlerts(tx, {
      kinds: ['settlement-without-answer', 'settlement-differs'],
      subject,
      now,
    })
    for (const { provider, differences } of await listDiffering(tx, day)) {
      const facts = { day: day.toString(), provider, differences }
      await raiseAlert(tx, 'settlement-differs', facts)
    }
    await enqueueSettlementMail(tx, day)
  })
}

/** After the last retry of the day the report goes out as it is, and is tried again tomorrow. */
export async function parkSettlement({ day }: { day?: string }): Promise<void> {
  if (!day) return
  await inTransaction(async (tx) => {
    await raiseAlert(tx, 'settlement-without-answer', { day })
    await enqueueSettlementMail(tx, Temporal.PlainDate.from(day))
  })
}

/** The providers with payments in the books, and today's, whose payments may all have been lost. */
export async function listProviders(): Promise<ProviderId[]> {
  const rows = await db.selectFrom('payments').select('provider').distinct().execute()
  const { PAYMENT_PROVIDER } = env()
  return [...new Set([...rows.map(({ provider }) => provider), PAYMENT_PROVIDER])].toSorted()
}

async function compareDay(
  provider: ProviderId,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<Report> {
  const paymentIds = await listPaymentsOf(provider, day)
  const differences: Difference[] = []
  for (const paymentId of paymentIds) {
    differences.push(...(await comparePayment(provider, paymentId, now)))
  }
  differences.push(...(await findLost(provider, day, now)))
  const isSilent = differences.some(({ is }) => is === 'no-answer')
  const state = isSilent ? 'no-answer' : differences.length > 0 ? 'differs' : 'agrees'
  return { state, compared: paymentIds.length, differences }
}

/** Whole days before the one of the report in which a payment of it may have been begun. */
const DAYS_BEFORE = 1

/** Captures that our book does not know; each is entered, and becomes a refund or a decision. */
async function findLost(
  provider: ProviderId,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<Difference[]> {
  const bank = findProvider(provider, 'job')
  if (!bank) return []
  const found = await recoverCaptures(bank, {
    since: startOfDay(day.subtract({ days: DAYS_BEFORE })),
    by: { kind: 'job', name: 'report-settlement' },
    reason: 'the provider has this money, and the database did not know it',
    now,
  })
  if (!found.ok) return found.reason === 'no-list' ? [] : [{ is: 'no-answer', paymentId: null }]
  return found.recovered.flatMap(({ capture, snapshot, became }): Difference[] => {
    if (became.is === 'foreign' || became.is === 'later') return []
    const { providerRef } = capture
    const { captured } = snapshot
    return [
      { is: 'unknown', paymentId: became.paymentId, providerRef, captured, becomes: became.is },
    ]
  })
}

/**
 * A payment that moved at the provider since our last request is no difference: we reconcile it
 * first, and then compare again.
 */
async function comparePayment(
  provider: ProviderId,
  paymentId: string,
  now: Temporal.Instant,
): Promise<Difference[]> {
  const bank = findProvider(provider, 'job')
  if (!bank) return [{ is: 'no-answer', paymentId }]
  const found = await compareOne(db, bank, paymentId)
  if (found.length === 0) return []
  const asked = await reconcile(paymentId, { now, patience: 'job' })
  return asked?.unreachable ? [{ is: 'no-answer', paymentId }] : compareOne(db, bank, paymentId)
}

/**
 * Payments that were made or entered in the ledger on this day, and those that differed, or were
 * not answered, in the report before.
 */
async function listPaymentsOf(provider: ProviderId, day: Temporal.PlainDate): Promise<string[]> {
  const [from, until] = [startOfDay(day), startOfDay(day.add({ days: 1 }))]
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id from payments where provider = ${provider} and (
      (created_at >= ${from} and created_at < ${until})
      or (settled_at >= ${from} and settled_at < ${until})
      or exists (select from ledger_entries where ledger_entries.payment_id = payments.payment_id
        and entered_at >= ${from} and entered_at < ${until})
      or payment_id in (select difference ->> 'paymentId'
        from settlement_reports cross join jsonb_array_elements(differences) as difference
        where settlement_reports.provider = payments.provider and day = (
          select max(day) from settlement_reports as earlier
          where earlier.provider = payments.provider and earlier.day < ${day})))
    order by created_at, payment_id`.execute(db)
  return rows.map(({ paymentId }) => paymentId)
}

type Stored = {
  day: Temporal.PlainDate
  provider: ProviderId
  report: Report
  now: Temporal.Instant
}

/** A day keeps one row: a repeated comparison replaces the earlier result. */
async function store(tx: Tx, { day, provider, report, now }: Stored): Promise<void> {
  const { state, compared, differences } = report
  const found = {
    state,
    compared,
    differences: JSON.stringify(differences),
    askedAt: now,
    ...(await sumUp(tx, provider, day)),
  }
  await tx
    .insertInto('settlementReports')
    .values({ day, provider, ...found })
    .onConflict((known) =>
      known.columns(['day', 'provider']).doUpdateSet((row) => ({
        ...found,
        tries: row('settlementReports.tries', '+', 1),
      })),
    )
    .execute()
}

/** The ledger's totals for the day. */
async function sumUp(tx: Tx, provider: ProviderId, day: Temporal.PlainDate) {
  const [from, until] = [startOfDay(day), startOfDay(day.add({ days: 1 }))]
  const { rows } = await sql<
    Record<`${'captured' | 'refunded' | 'takenBack' | 'fees'}Cents`, number>
  >`
    select
      coalesce(sum(entry.amount_cents) filter (where account in ('provider', 'till')
        and event_id like 'capture:%'), 0) as captured_cents,
      coalesce(-sum(entry.amount_cents) filter (where account in ('provider', 'till')
        and event_id like 'refund-%'), 0) as refunded_cents,
      coalesce(-sum(entry.amount_cents) filter (where account in ('provider', 'till')
        and event_id like 'taken-back:%'), 0) as taken_back_cents,
      coalesce(-sum(entry.amount_cents) filter (where account in ('fees', 'forfeited')), 0) as fees_cents
    from ledger_entries as entry join payments using (payment_id)
    where provider = ${provider} and entered_at >= ${from} and entered_at < ${until}`.execute(tx)
  const [sums] = rows
  return sums ?? { capturedCents: 0, refundedCents: 0, takenBackCents: 0, feesCents: 0 }
}

async function listDiffering(tx: Tx, day: Temporal.PlainDate) {
  const rows = await tx
    .selectFrom('settlementReports')
    .select(['provider', sql<number>`jsonb_array_length(differences)`.as('differences')])
    .where('day', '=', day)
    .where('state', '=', 'differs')
    .orderBy('provider')
    .execute()
  return rows
}
