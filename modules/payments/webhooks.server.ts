import { sql } from 'kysely'

import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { writeWithJob, type Job } from '#platform/jobs/jobs.server.ts'
import { log } from '#platform/log.server.ts'
import { webhooksRefused } from '#platform/metrics/metrics.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import type { ProviderId } from './provider.ts'
import { findProvider } from './providers.server.ts'

/** A webhook is unique among those of its provider. */
export type NoticeName = { provider: ProviderId; noticeId: string }

/**
 * Handles a webhook of the inbox. The job carries names only: the provider is asked for the facts. Its
 * tries outlast an outage of half a day, since nothing else asks about a payment that was paid long ago.
 */
export const HANDLE_WEBHOOK: Job<NoticeName> = {
  name: 'read-notice',
  tries: 100,
  firstPause: 2,
  longestPause: 600,
}

type Received = { ok: true } | { ok: false; status: 400 | 404 }
type IncomingNotice = {
  provider: string
  headers: Headers
  body: Uint8Array
  now: Temporal.Instant
}

/**
 * Puts a provider's webhook into the inbox. A repeated one has no effect (I8); one that the
 * provider has not signed leaves only a count (edge case 7).
 */
export async function receiveWebhook(incoming: IncomingNotice): Promise<Received> {
  const { provider, headers, body, now } = incoming
  const sender = findProvider(provider, 'request')
  if (!sender) return { ok: false, status: 404 }

  const notice = sender.parseWebhook({ headers, body, now })
  if (!notice.ok && notice.reason === 'of-another-mode') return { ok: true }
  if (!notice.ok) {
    webhooksRefused.inc({ reason: notice.reason })
    log.warn({ provider, reason: notice.reason }, 'A payment notice was refused')
    return { ok: false, status: 400 }
  }

  const { noticeId, kind, providerRef, merchantRef } = notice
  const name = { provider: sender.id, noticeId }
  const received = db
    .insertInto('paymentNotices')
    .values({ ...name, kind, providerRef, merchantRef, receivedAt: now })
    .onConflict((known) => known.doNothing())
    .returning('noticeId')
  await writeWithJob(db, { writes: [received], job: HANDLE_WEBHOOK, data: name })
  crashPoint('notice:before-answer')
  return { ok: true }
}

export function getWebhook(provider: ProviderId, noticeId: string) {
  return db
    .selectFrom('paymentNotices')
    .selectAll()
    .where('provider', '=', provider)
    .where('noticeId', '=', noticeId)
    .executeTakeFirstOrThrow()
}

export async function markProcessed(provider: ProviderId, noticeId: string, now: Temporal.Instant) {
  await db
    .updateTable('paymentNotices')
    .set({ processedAt: now })
    .where('provider', '=', provider)
    .where('noticeId', '=', noticeId)
    .execute()
}

/** A notice that fails however often it is read stays in the inbox, and others flow (edge case 44). */
export async function parkWebhook(notice: NoticeName): Promise<void> {
  await inTransaction((tx) => raiseAlert(tx, 'notice-parked', notice))
}

/**
 * Deletes read webhooks received before `limit`, at most `most` of them.
 *
 * @returns the number of those deleted
 */
export async function deleteWebhooks(
  tx: Tx,
  { limit, most }: { limit: Temporal.Instant; most: number },
): Promise<number> {
  const { rows } = await sql`
    delete from payment_notices where (provider, notice_id) in (
      select provider, notice_id from payment_notices
      where processed_at is not null and received_at < ${limit.toString()}::timestamptz
      order by received_at limit ${most} for update skip locked)
    returning notice_id`.execute(tx)
  return rows.length
}
