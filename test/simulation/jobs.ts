import { sql } from 'kysely'

import { deliverMail } from '#modules/mail/deliver.server.ts'
import { handleWebhook } from '#modules/orders/settlement/handle-webhook.server.ts'
import { reconcileLater } from '#modules/orders/settlement/reconcile.server.ts'
import { RECONCILE_PAYMENT } from '#modules/payments/payments.server.ts'
import { SEND_REFUND, sendRefund } from '#modules/payments/refunds.server.ts'
import { HANDLE_WEBHOOK, type NoticeName } from '#modules/payments/webhooks.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

import { LETTERS } from '../../jobs.ts'

/*
 * The background of the simulation. Enqueued jobs are read from the real queue and run here by the
 * test, which therefore decides when they run and never has to wait.
 */

/** The names are given to the compiler again, since each job has its own type of data. */
const DONE_BY: Record<string, (data: never) => Promise<unknown>> = {
  [HANDLE_WEBHOOK.name]: (data: NoticeName) => handleWebhook(data, now()),
  [SEND_REFUND.name]: ({ refundId }: { refundId: string }) => sendRefund(refundId, now()),
  [RECONCILE_PAYMENT.name]: (data: { paymentId: string; check: number }) =>
    reconcileLater(data, now()),
}

type PromisedJob = {
  id: string
  name: string
  data: never
  /** The delay with which the job was enqueued. */
  seconds: number
}

/**
 * Runs the waiting webhook and refund jobs, and those they enqueue, until none is left. Those for a
 * later day wait.
 */
export async function doJobs(names = [HANDLE_WEBHOOK.name, SEND_REFUND.name]): Promise<void> {
  for (;;) {
    const jobs = (await listJobs(names)).filter(({ seconds }) => seconds === 0)
    if (jobs.length === 0) return
    for (const job of jobs) await doJob(job)
  }
}

/** Checks every unfinished attempt once, as the poller does when its time comes. */
export async function poll(): Promise<void> {
  for (const job of await listJobs([RECONCILE_PAYMENT.name])) await doJob(job)
}

/** Composes and sends every waiting email, whatever the current state of its order. */
export async function sendMails(): Promise<void> {
  const owed = db.selectFrom('mails').select('mailId').where('state', '=', 'queued')
  for (const { mailId } of await owed.execute()) await sendMailNow(mailId)
}

/** Writes and sends one mail that is owed, as its job does. */
export function sendMailNow(mailId: string, at = now()): Promise<void> {
  return deliverMail({ mailId, letters: LETTERS, now: at })
}

/** Jobs that are enqueued and not done yet. */
export async function listJobs(names: readonly string[]): Promise<PromisedJob[]> {
  const { rows } = await sql<PromisedJob>`
    select id, name, data,
      round(extract(epoch from start_after - created_on))::int as seconds
    from pgboss.job
    where state = 'created' and name = any(${names}) order by created_on, id`.execute(db)
  return rows
}

/** A job that throws stays enqueued, as it does in the real queue. */
async function doJob({ id, name, data }: PromisedJob): Promise<void> {
  await DONE_BY[name]?.(data)
  await sql`delete from pgboss.job where id = ${id}`.execute(db)
}
