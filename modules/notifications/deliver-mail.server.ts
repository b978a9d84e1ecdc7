import { findOrder } from '#modules/orders/order/rows.server.ts'
import { raiseAlert } from '#platform/alert.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { sendMail } from '#platform/mail.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { composeMail } from './compose-mail.server.ts'

/**
 * Sends a mail we owe. When the mail server's answer is lost it goes again under the same
 * Message-ID; an address that is refused for good is not tried again, and somebody is told.
 *
 * @throws while the mail server is in trouble, so that the job comes again
 */
export async function deliverMail(mailId: string, now: Temporal.Instant): Promise<void> {
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('mailId', '=', mailId)
    .executeTakeFirstOrThrow()
  if (mail.state !== 'queued') return
  const order = await findOrder(db, mail.orderId)
  if (!order) return

  await db
    .updateTable('mails')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('mailId', '=', mailId)
    .execute()
  const content = await composeMail(order, mail, now)
  if (!content) return forget(mailId)
  const { visitor, locale } = order
  const to = mail.address
  crashPoint('mail:before-sending')
  const outcome = await sendMail({ ...content, mailId, to, language: locale, visitor, now })
  crashPoint('mail:after-sending')
  await inTransaction(async (tx) => {
    const news = outcome.ok
      ? ({ state: 'sent', sentAt: now } as const)
      : ({ state: 'refused', lastProblem: outcome.problem } as const)
    await tx.updateTable('mails').set(news).where('mailId', '=', mailId).execute()
    if (!outcome.ok) await raiseAlert(tx, 'mail-refused', { mailId, orderId: mail.orderId })
  })
}

/** There is nothing left to tell. */
async function forget(mailId: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'needless' })
    .where('mailId', '=', mailId)
    .where('state', '=', 'queued')
    .execute()
}

/** A mail that could not be sent however often it was tried; others flow. */
export async function parkMail(mailId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .updateTable('mails')
      .set({ state: 'parked' })
      .where('mailId', '=', mailId)
      .where('state', '=', 'queued')
      .execute()
    await raiseAlert(tx, 'mail-parked', { mailId })
  })
}
