import type { OperationNodeSource } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { Tx } from '#platform/db.server.ts'
import { writeWithJob, type Job } from '#platform/jobs/jobs.server.ts'
import type { Locale } from '#platform/locale.ts'
import { writeTogether } from '#platform/write-together.server.ts'

import {
  ASKED_BY_ANYBODY,
  type AccountMailKind,
  type EnquiryMailKind,
  type OrderMailKind,
  type StaffMailKind,
} from './kinds.ts'
import { hasHadEnoughToday } from './limits.server.ts'

/** Composes and sends one mail; its row contains the kind and the address. */
export const SEND_MAIL: Job<{ mailId: string }> = {
  name: 'send-mail',
  tries: 30,
  firstPause: 20,
  longestPause: 3600,
}

/** A mail about an order, in its language, to its holder unless another address is given. */
type OrderMail = {
  order: { orderId: string; contactEmail: string | null }
  kind: OrderMailKind
  /** Greater than 1 if the mail is sent again, as a row of its own. */
  attemptNo?: number
  address?: string
  /** The subject: a refund, a change of the order, or one of its rides. */
  refundId?: string
  changeId?: string
  bookingId?: string
  /** The news about its departure: a report of a delay, or a message of the company. */
  delayNo?: number
  messageId?: string
  /** The change of its times, or of one of its stops. */
  incidentId?: string
}

/** A mail about the message of a form. Without an address it goes to the company itself. */
type EnquiryMail = {
  enquiryId: string
  kind: EnquiryMailKind
  address: string | null
  /** The answer or the reply that it carries. */
  enquiryMessageId?: string
}

/** A mail about an account of a traveller, or to a member of staff. */
type AccountMail = {
  kind: AccountMailKind | StaffMailKind
  address: string
  locale: Locale
  /**
   * The visitor in whose mailbox the demonstration shows it, unless it turns out to be about an
   * account.
   */
  visitor: string
  /** The account that it is about, if its address is not that of the account. */
  accountId?: string
  /** The proof that its link redeems; to staff, the id of the link, session or member it is about. */
  proofId?: string
}

type NewMail = (OrderMail | EnquiryMail | AccountMail) & { now: Temporal.Instant }

/**
 * Adds a mail to the outbox, with its job in the same transaction. Its content is composed when it
 * is sent. A mail already enqueued for the same subject is not enqueued again (invariant I6). An
 * address that any visitor can enter has a daily limit. An order without an address gets no mail.
 *
 * @param besides what the mail tells of, written in the same statement, whether there is a mail or not
 */
export async function enqueueMail(
  tx: Tx,
  mail: NewMail,
  besides: readonly OperationNodeSource[] = [],
): Promise<void> {
  const { kind, now } = mail
  const address = addressOf(mail)
  const isLimited = address !== null && ASKED_BY_ANYBODY.includes(kind)
  if (address === '' || (isLimited && (await hasHadEnoughToday(tx, address, now)))) {
    await writeTogether(tx, besides)
    return
  }
  const mailId = randomUUID()
  const queued = tx
    .insertInto('mails')
    .values({ ...subjectOf(mail), mailId, kind, address, state: 'queued', queuedAt: now })
    .onConflict((owed) => owed.columns(['orderId', 'kind', 'attemptNo']).doNothing())
    .returning('mailId')
  await writeWithJob(tx, { writes: [...besides, queued], job: SEND_MAIL, data: { mailId } })
}

type Needless = { mailId: string; order: OrderMail['order']; now: Temporal.Instant }

/**
 * Enqueues a mail once more that was needless when it was to be sent, to the present address of its order. An
 * order without an address gets no mail.
 */
export async function enqueueAgain(tx: Tx, { mailId, order, now }: Needless): Promise<void> {
  if (!order.contactEmail) return
  const queued = tx
    .updateTable('mails')
    .set({ address: order.contactEmail, state: 'queued', queuedAt: now, tries: 0 })
    .where('mailId', '=', mailId)
    .where('state', '=', 'needless')
    .returning('mailId')
  await writeWithJob(tx, { writes: [queued], job: SEND_MAIL, data: { mailId } })
}

function addressOf(mail: NewMail): string | null {
  if (!('order' in mail)) return mail.address
  return mail.address ?? mail.order.contactEmail ?? ''
}

function subjectOf(mail: NewMail) {
  if ('order' in mail) {
    const { attemptNo = 1, refundId, changeId, bookingId } = mail
    const { delayNo, messageId, incidentId } = mail
    const about = { refundId, changeId, bookingId, delayNo, messageId, incidentId }
    return { orderId: mail.order.orderId, attemptNo, ...about }
  }
  if ('enquiryId' in mail) {
    const { enquiryId, enquiryMessageId } = mail
    return { enquiryId, enquiryMessageId }
  }
  const { locale, visitor, accountId: aboutAccountId, proofId } = mail
  return { locale, visitor, aboutAccountId, proofId }
}

/**
 * The number of the next mail of this kind. The order is locked, so no other process takes the
 * number.
 */
export async function nextAttemptNo(tx: Tx, orderId: string, kind: OrderMailKind): Promise<number> {
  const { last } = await tx
    .selectFrom('mails')
    .select((mail) => mail.fn.coalesce(mail.fn.max('attemptNo'), mail.lit(0)).as('last'))
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return last + 1
}

/**
 * Stops the mails of this kind that wait for the mail server, since another one takes their place.
 */
export async function dropWaiting(
  tx: Tx,
  { orderId, kind }: { orderId: string; kind: OrderMailKind },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'needless' })
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .execute()
}

/**
 * Mails of an order that wait for the mail server go to its new address: they are written when they are sent, with
 * tickets and links that are no longer for the former one. That address is told of the change alone.
 */
export async function redirectMails(
  tx: Tx,
  { orderId, address }: { orderId: string; address: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ address })
    .where('orderId', '=', orderId)
    .where('state', '=', 'queued')
    .where('kind', '<>', 'contact')
    .execute()
}
