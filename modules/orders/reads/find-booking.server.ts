import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'

import { isAskedTooOften } from '#modules/mail/limits.server.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { lockOrder } from '#modules/orders/order/rows.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.server.ts'
import { tidyEmail } from '#platform/text/email.ts'
import { readReference } from '#platform/text/reference.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** Mails the link to a booking to the address of its contact. */
export const SEND_LINK: Job<{ requestId: string }> = {
  name: 'send-link',
  tries: 10,
  firstPause: 5,
  longestPause: 600,
}

type Asked = { reference: string; email: string; now: Temporal.Instant }

/**
 * Requests the link to a booking. The job looks for the booking later, so the answer and its time
 * are the same whether or not the booking exists.
 */
export async function askForLink({ reference, email, now }: Asked): Promise<void> {
  const requestId = randomUUID()
  await inTransaction(async (tx) => {
    await tx
      .insertInto('linkRequests')
      .values({
        requestId,
        reference: readReference(reference) ?? '',
        emailDigest: digest(email),
        requestedAt: now,
      })
      .execute()
    await enqueueJob(tx, SEND_LINK, { requestId })
  })
}

/** The job. It deletes the request, whether or not a booking matches. */
export async function sendLink(requestId: string, now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    const request = await tx
      .deleteFrom('linkRequests')
      .where('requestId', '=', requestId)
      .returning(['reference', 'emailDigest'])
      .executeTakeFirst()
    if (!request) return
    const found = await tx
      .selectFrom('orders')
      .select('orderId')
      .where('reference', '=', request.reference)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst()
    const order = found && (await lockOrder(tx, found.orderId))
    if (!order?.contactEmail || digest(order.contactEmail) !== request.emailDigest) return
    const { orderId, contactEmail: address } = order
    if (await isAskedTooOften(tx, { orderId, kind: 'manage-link', address, now })) return
    const attemptNo = await nextAttemptNo(tx, orderId, 'manage-link')
    await enqueueMail(tx, { order, kind: 'manage-link', attemptNo, now })
  })
}

type Proven = { reference: string; email: string; visitor?: string; accountId?: string }

/** The access link of a booking, for the browser that bought it or the account that lists it. */
export async function findProvenBooking(proven: Proven): Promise<string | undefined> {
  const { reference, email, visitor, accountId } = proven
  const order = await db
    .selectFrom('orders')
    .select(['manageId', 'visitor', 'accountId', 'contactEmail'])
    .where('reference', '=', readReference(reference) ?? '')
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  if (!order?.contactEmail || digest(order.contactEmail) !== digest(email)) return undefined
  const isBuyer = visitor !== undefined && order.visitor === visitor
  const isTheirs = accountId !== undefined && order.accountId === accountId
  return isBuyer || isTheirs ? order.manageId : undefined
}

function digest(email: string): string {
  return createHash('sha256').update(tidyEmail(email).toLowerCase()).digest('hex')
}

/**
 * Deletes requests made before `limit`, at most `most` of them: their job has failed for good.
 *
 * @returns the number of those deleted
 */
export async function deleteLinkRequests(
  tx: Tx,
  { limit, most }: { limit: Temporal.Instant; most: number },
): Promise<number> {
  const { rows } = await sql`
    delete from link_requests where request_id in (
      select request_id from link_requests where requested_at < ${limit.toString()}::timestamptz
      limit ${most} for update skip locked)
    returning request_id`.execute(tx)
  return rows.length
}
