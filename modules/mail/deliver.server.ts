import type { Selectable } from 'kysely'

import type { Mails } from '#db/types.ts'
import { company } from '#operator'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'
import { sendMail, type MailAttachment } from '#platform/mail/mail.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import { alertOfParking, alertOfRefusal, type MailKind, type MailState } from './kinds.ts'
import type { MailText } from './layout/letter.ts'

/** A row of the outbox, from which its letter is written. */
export type OwedMail = Omit<Selectable<Mails>, 'kind'> & { kind: MailKind }

/** The content of a mail, and the rest of its envelope. */
export type Letter = MailText & {
  attachments: readonly MailAttachment[]
  language: string
  /** The visitor in whose mailbox the demonstration shows it. */
  visitor: string
  /** Reply-To, if replies should not go to the company. */
  replyTo?: string
}

/** Writes a letter from the present state. Undefined if there is no longer a reason to send it. */
export type WriteLetter = (mail: OwedMail, now: Temporal.Instant) => Promise<Letter | undefined>

/** The letter of every kind: a missing one does not compile. */
export type Letters = Readonly<Record<MailKind, WriteLetter>>

type Delivery = { mailId: string; letters: Letters; now: Temporal.Instant }

/**
 * Sends a mail of the outbox. If the mail server's answer is lost, the mail is sent again under the
 * same Message-ID; an address that is refused for good is not tried again.
 *
 * @throws while the mail server is in trouble, so that the job is retried
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
  const to = mail.address ?? company().email
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

/** Parks a mail after its last attempt, so that it does not block others, and raises an alert. */
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

/** Deletes the proof of its link: from then on only the mail contains the link. */
async function close(tx: Tx, mailId: string, end: End): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...end, proofId: null })
    .where('mailId', '=', mailId)
    .where('state', '=', 'queued')
    .execute()
}

/** The mail, and the order or enquiry it is about. */
function factsOf({ mailId, kind, orderId, enquiryId }: OwedMail) {
  return { mailId, kind, ...(orderId && { orderId }), ...(enquiryId && { enquiryId }) }
}
