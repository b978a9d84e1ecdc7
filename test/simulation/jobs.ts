import { sql } from 'kysely'

import { deliverMail } from '#modules/notifications/deliver-mail.server.ts'
import { handleWebhook } from '#modules/orders/settlement/handle-webhook.server.ts'
import { reconcileLater } from '#modules/orders/settlement/reconcile.server.ts'
import { HANDLE_WEBHOOK, type NoticeName } from '#modules/payments/notices.server.ts'
import { RECONCILE_PAYMENT } from '#modules/payments/payments.server.ts'
import { SEND_REFUND, sendRefund } from '#modules/payments/refunds.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

/*
 * The background of the world: jobs that were promised are found in the real queue and done here
 * by hand, so a test decides when, and needs no waiting.
 */

/** The names are told to the compiler once more, since each job has data of its own. */
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
  /** After so long it was to be done. */
  seconds: number
}

/** Reads the notices and sends the refunds that wait, and what comes of them, until none is left. */
export async function doJobs(names = [HANDLE_WEBHOOK.name, SEND_REFUND.name]): Promise<void> {
  for (;;) {
    const jobs = await listJobs(names)
    if (jobs.length === 0) return
    for (const job of jobs) await doJob(job)
  }
}

/** Every attempt that has no end yet is looked after once, as the poller does when its time comes. */
export async function poll(): Promise<void> {
  for (const job of await listJobs([RECONCILE_PAYMENT.name])) await doJob(job)
}

/** Every mail that is owed is written and sent, whatever became of its order by now. */
export async function sendMails(): Promise<void> {
  const owed = db.selectFrom('mails').select('mailId').where('state', '=', 'queued')
  for (const { mailId } of await owed.execute()) await deliverMail(mailId, now())
}

/** What is promised and not done yet. */
export async function listJobs(names: readonly string[]): Promise<PromisedJob[]> {
  const { rows } = await sql<PromisedJob>`
    select id, name, data,
      round(extract(epoch from start_after - created_on))::int as seconds
    from pgboss.job
    where state = 'created' and name = any(${names}) order by created_on, id`.execute(db)
  return rows
}

/** A job that throws stays promised, as it does in the real queue. */
async function doJob({ id, name, data }: PromisedJob): Promise<void> {
  await DONE_BY[name]?.(data)
  await sql`delete from pgboss.job where id = ${id}`.execute(db)
}
