import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'

import { sumUpLoads } from '#modules/bookkeeping/figures/daily-loads.server.ts'
import { sumUpDay } from '#modules/bookkeeping/figures/figures.server.ts'
import { watchInvariants } from '#modules/bookkeeping/invariants/watch-invariants.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { tellHolders, TELL_HOLDERS } from '#modules/incidents/departures/cancel-departure.server.ts'
import { TELL_STOPS, tellStops } from '#modules/incidents/stops/tell-stops.server.ts'
import { tellNews, TELL_NEWS } from '#modules/incidents/times/tell-news.server.ts'
import { deliverMail, type Letter, type Letters } from '#modules/mail/deliver.server.ts'
import { SEND_MAIL } from '#modules/mail/outbox.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { isOpen } from '#modules/payments/payment-state.ts'
import { SEND_REFUND, sendRefund } from '#modules/payments/refunds.server.ts'
import { addDemonstrationStaff } from '#modules/staff/sign-in/demonstration.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { audit } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { keepJobs, type KeptJob } from '#platform/jobs/jobs.server.ts'
import { log } from '#platform/log.server.ts'
import { dateInCyprus, isBefore, startOfDay } from '#platform/time.ts'
import { inPatientTransaction, inTransaction } from '#platform/transaction.server.ts'

import { LETTERS } from '../jobs.ts'
import { act } from './acts.ts'
import type { DemonstrationBank } from './bank.ts'
import { SUBJECT } from './is-being-founded.server.ts'
import { DAYS, planStories } from './plan.ts'

/*
 * Gives a demonstration the past of a company: four weeks of bookings, with their trouble, made by
 * the functions that make real ones. It is done once. Interrupted, it goes on: each act looks
 * whether it was done already.
 */

type Founding = {
  bank: DemonstrationBank
  /** The present, at which the past ends; the clock of this program is moved. */
  until: Temporal.Instant
  bookingsADay: number
  /** Milliseconds between two acts, so that the site answers its visitors meanwhile. */
  pace: number
}

/** `under-way`: another program is at it. */
type Outcome = 'founded' | 'already-there' | 'under-way'

export async function foundCompany(founding: Founding): Promise<Outcome> {
  // The transaction only holds the lock; everything else happens in transactions of its own.
  return inPatientTransaction(async (lock) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${SUBJECT}, 7)) as is_ours`.execute(lock)
    if (!rows[0]?.isOurs) return 'under-way'
    const begun = await begin(founding.until)
    if (begun.isDone) return 'already-there'
    await tellStory(begun.days, founding)
    await inTransaction((tx) => note(tx, 'done', begun.days))
    return 'founded'
  })
}

/** The two days from which the story follows. */
type Days = {
  first: Temporal.PlainDate
  /** The moment at which buses are late and a till is open. */
  present: Temporal.Instant
}

/**
 * A story that was interrupted goes on with its first day, and with its present unless that is hours
 * ago: then the buses of that time have left, and those of now are told as well.
 */
async function begin(until: Temporal.Instant): Promise<{ days: Days; isDone: boolean }> {
  const entries = await db
    .selectFrom('auditEntries')
    .select(['action', 'after'])
    .where('subject', '=', SUBJECT)
    .orderBy('enteredAt', 'desc')
    .execute()
  const known = entries[0] && readDays(entries[0].after)
  const isDone = entries.some(({ action }) => action === 'done')
  const oldest = until.subtract({ hours: HOURS_OF_A_PRESENT })
  if (known && (isDone || isBefore(oldest, known.present))) return { days: known, isDone }
  const first = known?.first ?? dateInCyprus(until).subtract({ days: DAYS })
  const days = { first, present: until }
  await inTransaction((tx) => note(tx, 'begun', days))
  return { days, isDone }
}

const HOURS_OF_A_PRESENT = 2

function readDays(noted: unknown): Days {
  const { first, present } = noted as Record<keyof Days, string>
  return { first: Temporal.PlainDate.from(first), present: Temporal.Instant.from(present) }
}

function note(tx: Tx, action: 'begun' | 'done', { first, present }: Days): Promise<void> {
  const by = { kind: 'admin', name: SUBJECT } as const
  const after = { first: first.toString(), present: present.toString() }
  return audit(tx, { by, subject: SUBJECT, action, after, now: now() })
}

async function tellStory({ first, present }: Days, founding: Founding): Promise<void> {
  const { bank, until, bookingsADay, pace } = founding
  const jobs = keepJobs()
  await renewDepartures(startOfDay(first))
  await addDemonstrationStaff(startOfDay(first))
  for (const story of planStories(first, { present, bookingsADay })) {
    setClock(story.at)
    await patiently(async () => {
      await act(story, bank)
      await doJobs(jobs)
    })
    await pause(pace)
  }
  setClock(until)
  await patiently(finishInterrupted)
  // Passengers of the cancelled bus had until some moments ago to answer.
  await patiently(() => decideChoices(now()))
  const days = first.until(dateInCyprus(until)).days
  for (let day = 0; day < days; day++) await sumUpDay(first.add({ days: day }), now())
  await sumUpLoads(now())
  // A watch of the site may have met a payment of last month that was still under way.
  await watchInvariants(now())
}

const MAX_TRIES = 5

/**
 * This program is the least urgent one, so on a busy machine an answer of the database can come too
 * late for it. All that it does can be repeated.
 */
async function patiently(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries === MAX_TRIES) throw error
      log.warn({ err: error, tries }, 'An act of the demonstration is tried again')
      await pause(1000 * tries)
    }
  }
}

function setClock(moment: Temporal.Instant): void {
  shiftClock({ milliseconds: moment.epochMilliseconds - now().epochMilliseconds })
}

/**
 * The jobs of an act are done a few seconds after it; the others only watch, or remind. One that
 * failed stays on the list.
 */
async function doJobs(jobs: KeptJob[]): Promise<void> {
  for (let job = jobs[0]; job; job = jobs[0]) {
    if (job.name === SEND_MAIL.name) await sendMail((job.data as { mailId: string }).mailId)
    if (job.name === TELL_HOLDERS.name) await tellHolders(now())
    if (job.name === TELL_STOPS.name) await tellStops(now())
    if (job.name === TELL_NEWS.name) await tellNews(now())
    if (job.name === SEND_REFUND.name) {
      await sendRefund((job.data as { refundId: string }).refundId, now())
    }
    jobs.shift()
  }
}

function sendMail(mailId: string): Promise<void> {
  return deliverMail({ mailId, letters: SHORT_LETTERS, now: now().add({ seconds: 20 }) })
}

/** The letters of invented travellers have no reader, so they are not composed. */
const SHORT_LETTERS = Object.fromEntries(
  Object.keys(LETTERS).map((kind) => [kind, () => Promise.resolve(shortLetter(kind))]),
) as unknown as Letters

function shortLetter(subject: string): Letter {
  const text = 'This traveller was invented for the demonstration.'
  const html = `<p>${text}</p>`
  return { subject, text, html, attachments: [], language: 'en', visitor: SUBJECT }
}

/** The mails that a killed run had written and not yet sent. */
async function finishInterrupted(): Promise<void> {
  const before = now().subtract({ minutes: 10 })
  const payments = db.selectFrom('payments').select(['paymentId', 'state'])
  for (const { paymentId, state } of await payments.where('createdAt', '<', before).execute()) {
    if (isOpen(state)) await reconcile(paymentId, { now: now(), patience: 'job', close: true })
  }
  const mails = db.selectFrom('mails').select('mailId').where('state', '=', 'queued')
  for (const { mailId } of await mails.where('queuedAt', '<', before).execute()) {
    await sendMail(mailId)
  }
  const refunds = db.selectFrom('refunds').select('refundId').where('state', '=', 'requested')
  for (const { refundId } of await refunds.where('requestedAt', '<', before).execute()) {
    await sendRefund(refundId, now())
  }
}
