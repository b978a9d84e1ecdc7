import { ACCOUNT_MAIL_DAYS_KEPT } from '#modules/rules/kept.ts'
import type { Database, Tx } from '#platform/db.server.ts'

import { nextAttemptNo } from './outbox.server.ts'

/**
 * Erases the addresses of the mails about these orders. The rows stay; queued mails are no longer
 * sent.
 *
 * @returns the mails that were sent about them
 */
export async function forgetMailsAbout(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  await tx
    .updateTable('mails')
    .set({ state: 'parked' })
    .where('orderId', 'in', orderIds)
    .where('state', '=', 'queued')
    .execute()
  const forgotten = await tx
    .updateTable('mails')
    .set({ address: '', lastProblem: null })
    .where('orderId', 'in', orderIds)
    .returning('mailId')
    .execute()
  return forgotten.map(({ mailId }) => mailId)
}

/** Removes the mails about these orders, together with the orders themselves. */
export async function removeMailsAbout(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('mails').where('orderId', 'in', orderIds).execute()
}

/** Turns a mail about a wheelchair space into one about a change. */
export async function forgetWheelchairMail(
  tx: Tx,
  { mailId, orderId }: { mailId: string; orderId: string },
): Promise<void> {
  const kind = 'changed'
  const attemptNo = await nextAttemptNo(tx, orderId, kind)
  await tx.updateTable('mails').set({ kind, attemptNo }).where('mailId', '=', mailId).execute()
}

type Erasing = { email: string; until: Temporal.Instant }

/**
 * Erases the mails about an account that were enqueued until then, which are the only ones stored
 * with a visitor; mails about orders and enquiries are erased with these.
 *
 * @returns the mails that were erased
 */
export async function eraseAccountMails(tx: Tx, { email, until }: Erasing): Promise<string[]> {
  const erased = await tx
    .deleteFrom('mails')
    .where('visitor', 'is not', null)
    .where((mail) => mail.fn('lower', ['address']), '=', email)
    .where('queuedAt', '<=', until)
    .returning('mailId')
    .execute()
  return erased.map(({ mailId }) => mailId)
}

/** The update that moves the mails about accounts to a browser's next key. */
export function updateMailVisitor(tx: Tx | Database, { from, to }: { from: string; to: string }) {
  return tx.updateTable('mails').set({ visitor: to }).where('visitor', '=', from)
}

export async function tidyAccountMails(tx: Tx, now: Temporal.Instant): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('visitor', 'is not', null)
    .where('state', '<>', 'queued')
    .where('queuedAt', '<=', now.subtract({ hours: 24 * ACCOUNT_MAIL_DAYS_KEPT }))
    .execute()
}
