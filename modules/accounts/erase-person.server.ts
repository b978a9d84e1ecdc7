import { eraseEnquiries } from '#modules/enquiries/enquiries-of.server.ts'
import { eraseFromOrders, type EraseRefusal } from '#modules/orders/erase-person.server.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { forgetInJobs } from '#platform/jobs.server.ts'
import { eraseFromMailbox } from '#platform/mailbox.server.ts'
import { transact } from '#platform/transaction.server.ts'

import { isPasswordOf } from './check-own-password.server.ts'
import type { SignedIn } from './sessions.server.ts'

type Erasing = { account: SignedIn; password: string; now: Temporal.Instant }
export type EraseOutcome = { ok: true } | EraseRefusal | { ok: false; reason: 'wrong-password' }

/**
 * Afterwards the person is nowhere in what we keep (I12): the account with its sessions is gone, and
 * so are names and addresses in orders, tickets, mails and enquiries. The books still balance.
 * Refused while a ride is to come or money is on its way, since we could not reach them about it.
 */
export async function erasePerson({ account, password, now }: Erasing): Promise<EraseOutcome> {
  const { accountId, email } = account
  const isOwner = await isPasswordOf(accountId, password)
  if (!isOwner) return { ok: false, reason: 'wrong-password' }

  return transact(async (tx) => {
    const { visitor } = await tx
      .selectFrom('accounts')
      .select('visitor')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const erased = await eraseFromOrders(tx, { accountId, email, now })
    if (!erased.ok) return erased
    await eraseEnquiries(tx, email)
    const mailIds = [...erased.mailIds, ...(await eraseAccountMails(tx, email))]
    await eraseFromMailbox(tx, { mailIds, address: email, visitor })
    await forgetInJobs(tx, email)
    await tx.deleteFrom('addressProofs').where('email', '=', email).execute()
    await tx.deleteFrom('accountTokens').where('value', '=', accountId).execute()
    await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
    const after = { fields: ['account', 'name', 'email'] }
    const subject = `account:${accountId}`
    await audit(tx, { actor: 'traveller', subject, action: 'erased', after, now })
    return { ok: true } as const
  })
}

async function eraseAccountMails(tx: Tx, email: string): Promise<string[]> {
  const erased = await tx
    .deleteFrom('accountMails')
    .where((mail) => mail.fn('lower', ['address']), '=', email)
    .returning('mailId')
    .execute()
  return erased.map(({ mailId }) => mailId)
}
