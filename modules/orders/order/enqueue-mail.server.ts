import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { db, type Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs.server.ts'

import type { MailKind } from './mail-kinds.ts'
import type { Order } from './rows.server.ts'

/** Writes one mail and sends it; the row says which, and to whom. */
export const SEND_MAIL: Job<{ mailId: string }> = {
  name: 'send-mail',
  tries: 30,
  firstPause: 20,
  longestPause: 3600,
}

type PromisedMail = {
  order: Order
  kind: MailKind
  /** Beyond the first: sent again, as a row of its own. */
  attemptNo?: number
  address?: string
  /** What it tells of: money, a change of the order, one ride of it. */
  refundId?: string
  changeId?: string
  bookingId?: string
  now: Temporal.Instant
}

/** Owes a mail from now on. Owed twice for the same thing, it is owed once (I6). */
export async function enqueueMail(tx: Tx, mail: PromisedMail): Promise<void> {
  const { order, kind, attemptNo = 1, address = order.contactEmail, now } = mail
  const { refundId = null, changeId = null, bookingId = null } = mail
  if (!address) return
  const mailId = randomUUID()
  const { numInsertedOrUpdatedRows: written } = await tx
    .insertInto('mails')
    .values({
      mailId,
      orderId: order.orderId,
      kind,
      attemptNo,
      address,
      refundId,
      changeId,
      bookingId,
      state: 'queued',
      queuedAt: now,
    })
    .onConflict((owed) => owed.columns(['orderId', 'kind', 'attemptNo']).doNothing())
    .executeTakeFirstOrThrow()
  if (written === 1n) await enqueueJob(tx, SEND_MAIL, { mailId })
}

/** The mails that anybody may ask for who knows a booking, or has its link. */
const ASKED_FOR: readonly MailKind[] = ['manage-link', 'contact']
/** So often in an hour a booking sends each of them … */
const MAX_ASKED_IN_AN_HOUR = 3
/** … and so many of them an address is sent, whatever bookings they are about. */
const MAX_TO_ONE_IN_AN_HOUR = 6

type Asking = {
  orderId: string
  kind: MailKind
  /** Where it is to be sent. */
  address: string
  now: Temporal.Instant
}

/**
 * Whether such mails were asked for often enough, of this booking or to this address, so that nobody is
 * pestered. Order and address are locked, so all processes count the same.
 */
export async function isAskedTooOften(tx: Tx, asking: Asking): Promise<boolean> {
  return (await hasSentEnough(tx, asking)) || (await hasReceivedEnough(tx, asking))
}

/** The two mails of one change are one asking. */
async function hasSentEnough(tx: Tx, { orderId, kind, now }: Asking): Promise<boolean> {
  const asked = await tx
    .selectFrom('mails')
    .select(['mailId', 'changeId'])
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .where('queuedAt', '>', now.subtract({ hours: 1 }))
    .execute()
  const askings = new Set(asked.map(({ mailId, changeId }) => changeId ?? mailId))
  return askings.size >= MAX_ASKED_IN_AN_HOUR
}

async function hasReceivedEnough(tx: Tx, { address, now }: Asking): Promise<boolean> {
  const recipient = address.toLowerCase()
  await sql`select pg_advisory_xact_lock(hashtextextended(${recipient}, 24))`.execute(tx)
  const { count } = await tx
    .selectFrom('mails')
    .select((mail) => mail.fn.countAll<number>().as('count'))
    .where((mail) => mail.fn('lower', ['address']), '=', recipient)
    .where('kind', 'in', ASKED_FOR)
    .where('queuedAt', '>', now.subtract({ hours: 1 }))
    .executeTakeFirstOrThrow()
  return count >= MAX_TO_ONE_IN_AN_HOUR
}

/** The number of the next mail of this kind. The order is locked, so nobody else takes it. */
export async function nextAttemptNo(tx: Tx, orderId: string, kind: MailKind): Promise<number> {
  const { last } = await tx
    .selectFrom('mails')
    .select((mail) => mail.fn.coalesce(mail.fn.max('attemptNo'), mail.lit(0)).as('last'))
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return last + 1
}

/** All mails about what is listed under an account. */
export async function listMailIds(accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .innerJoin('orders', 'orders.orderId', 'mails.orderId')
    .select('mailId')
    .where('accountId', '=', accountId)
    .execute()
  return rows.map(({ mailId }) => mailId)
}
