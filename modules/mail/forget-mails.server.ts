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

type Erasing = { accountId: string | undefined; email: string; until: Temporal.Instant }

/**
 * Erases the mails about an account, also those to its former addresses and to unproven ones, and
 * those to its address that were enqueued until then. They are the only mails stored with a visitor;
 * mails about orders and enquiries are erased with these.
 *
 * @returns the mails that were erased
 */
export async function eraseAccountMails(tx: Tx, { accountId, email, until }: Erasing) {
  return tx
    .deleteFrom('mails')
    .where('visitor', 'is not', null)
    .where((mail) =>
      mail.or([
        mail('aboutAccountId', '=', accountId ?? null),
        mail.and([mail(mail.fn('lower', ['address']), '=', email), mail('queuedAt', '<=', until)]),
      ]),
    )
    .returning(['mailId', 'address'])
    .execute()
}

/** Assigns the mails to an address that an account gives up, so that they are erased with it. */
export async function keepWithAccount(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ aboutAccountId: accountId })
    .where('visitor', 'is not', null)
    .where((mail) => mail.fn('lower', ['address']), '=', email)
    .execute()
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
