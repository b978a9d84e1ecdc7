import { randomUUID } from 'node:crypto'

import type { Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs.server.ts'
import type { Locale } from '#platform/locale.ts'

import {
  ASKED_BY_ANYBODY,
  type AccountMailKind,
  type EnquiryMailKind,
  type OrderMailKind,
} from './kinds.ts'
import { hasHadEnoughToday } from './limits.server.ts'

/** Writes one mail and sends it; the row says which, and to whom. */
export const SEND_MAIL: Job<{ mailId: string }> = {
  name: 'send-mail',
  tries: 30,
  firstPause: 20,
  longestPause: 3600,
}

/** About an order, in its language, to its holder unless another address is named. */
type OrderMail = {
  order: { orderId: string; contactEmail: string | null }
  kind: OrderMailKind
  /** Beyond the first: sent again, as a row of its own. */
  attemptNo?: number
  address?: string
  /** What it tells of: money, a change of the order, one ride of it. */
  refundId?: string
  changeId?: string
  bookingId?: string
}

/** About what was written in a form. Without an address it goes to the company itself. */
type EnquiryMail = { enquiryId: string; kind: EnquiryMailKind; address: string | null }

type AccountMail = {
  kind: AccountMailKind
  address: string
  locale: Locale
  /** In whose mailbox it lies in a demonstration, unless it turns out to be about an account. */
  visitor: string
  /** What its link opens. */
  proofId?: string
}

type NewMail = (OrderMail | EnquiryMail | AccountMail) & { now: Temporal.Instant }

/**
 * Owes a mail from now on; the job that sends it is written in the same transaction. What it says is
 * found out when it is sent. Owed twice for the same thing, it is owed once (I6); an address that
 * anybody can give is sent so many a day and no more; and an order without an address is nobody's.
 */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  const { kind, now } = mail
  const address = addressOf(mail)
  if (address === '') return
  if (address !== null && ASKED_BY_ANYBODY.includes(kind)) {
    if (await hasHadEnoughToday(tx, address, now)) return
  }
  const mailId = randomUUID()
  const { numInsertedOrUpdatedRows: written } = await tx
    .insertInto('mails')
    .values({ ...subjectOf(mail), mailId, kind, address, state: 'queued', queuedAt: now })
    .onConflict((owed) => owed.columns(['orderId', 'kind', 'attemptNo']).doNothing())
    .executeTakeFirstOrThrow()
  if (written === 1n) await enqueueJob(tx, SEND_MAIL, { mailId })
}

function addressOf(mail: NewMail): string | null {
  if (!('order' in mail)) return mail.address
  return mail.address ?? mail.order.contactEmail ?? ''
}

function subjectOf(mail: NewMail) {
  if ('order' in mail) {
    const { attemptNo = 1, refundId, changeId, bookingId } = mail
    return { orderId: mail.order.orderId, attemptNo, refundId, changeId, bookingId }
  }
  if ('enquiryId' in mail) return { enquiryId: mail.enquiryId }
  const { locale, visitor, proofId } = mail
  return { locale, visitor, proofId }
}

/** The number of the next mail of this kind. The order is locked, so nobody else takes it. */
export async function nextAttemptNo(tx: Tx, orderId: string, kind: OrderMailKind): Promise<number> {
  const { last } = await tx
    .selectFrom('mails')
    .select((mail) => mail.fn.coalesce(mail.fn.max('attemptNo'), mail.lit(0)).as('last'))
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return last + 1
}
