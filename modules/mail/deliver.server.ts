import type { Selectable } from 'kysely'

import type { Mails } from '#db/types.ts'
import { operator } from '#operator'
import { raiseAlert } from '#platform/alert.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'
import { sendMail, type MailAttachment } from '#platform/mail.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { alertOfParking, alertOfRefusal, type MailKind, type MailState } from './kinds.ts'
import type { MailText } from './layout/letter.ts'

/** A row of the outbox, as its letter is written from it. */
export type OwedMail = Omit<Selectable<Mails>, 'kind'> & { kind: MailKind }

/** What a mail says when it is sent, and what else its envelope needs. */
export type Letter = MailText & {
  attachments: readonly MailAttachment[]
  language: string
  /** In whose mailbox it lies in a demonstration. */
  visitor: string
  /** Who is answered by whoever answers it, where that is not the company. */
  replyTo?: string
}

/** Writes a letter from what is true now. Nothing, when by now there is nothing left to tell. */
export type WriteLetter = (mail: OwedMail, now: Temporal.Instant) => Promise<Letter | undefined>

/** The letter of every kind: one that is missing does not compile. */
export type Letters = Readonly<Record<MailKind, WriteLetter>>

type Delivery = { mailId: string; letters: Letters; now: Temporal.Instant }

/**
 * Sends a mail we owe. When the mail server's answer is lost it goes again under the same
 * Message-ID; an address that is refused for good is not tried again.
 *
 * @throws while the mail server is in trouble, so that the job comes again
 */
export async function deliverMail({ mailId, letters, now }: Delivery): Promise<void> {
  const mail = await findMail(mailId)
  if (mail?.state !== 'queued') return // sent before, or erased in the meantime

  await db
    .updateTable('mails')
    .set((tried) => ({ tries: tried('tries', '+', 1) }))
    .where('mailId', '=', mailId)
    .execute()
  const letter = await letters[mail.kind](mail, now)
  if (!letter) return inTransaction((tx) => close(tx, mailId, { state: 'needless' }))

  crashPoint('mail:before-sending')
  const to = mail.address ?? operator.email
  const outcome = await sendMail({ ...letter, mailId, to, now })
  crashPoint('mail:after-sending')
  await inTransaction(async (tx) => {
    if (outcome.ok) return close(tx, mailId, { state: 'sent', sentAt: now })
    await close(tx, mailId, { state: 'refused', lastProblem: outcome.problem })
    const alert = alertOfRefusal(mail.kind)
    if (alert) await raiseAlert(tx, alert, factsOf(mail))
    else log.warn({ mailId, kind: mail.kind }, 'A mail was refused')
  })
}

/** A mail that could not be sent however often it was tried; others flow, and somebody is told. */
export async function parkMail(mailId: string): Promise<void> {
  const mail = await findMail(mailId)
  if (!mail) return // erased in the meantime
  await inTransaction(async (tx) => {
    await close(tx, mailId, { state: 'parked' })
    await raiseAlert(tx, alertOfParking(mail.kind), factsOf(mail))
  })
}

function findMail(mailId: string) {
  return db.selectFrom('mails').selectAll().where('mailId', '=', mailId).executeTakeFirst()
}

type End = { state: MailState; sentAt?: Temporal.Instant; lastProblem?: string }

/** What its link opens is forgotten with it: the link is in the mail alone from then on. */
async function close(tx: Tx, mailId: string, end: End): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...end, proofId: null })
    .where('mailId', '=', mailId)
    .where('state', '=', 'queued')
    .execute()
}

/** Which mail it is, and where people find what it tells of. */
function factsOf({ mailId, kind, orderId, enquiryId }: OwedMail) {
  return { mailId, kind, ...(orderId && { orderId }), ...(enquiryId && { enquiryId }) }
}
