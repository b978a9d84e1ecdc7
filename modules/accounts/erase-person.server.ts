import { eraseEnquiries } from '#modules/enquiries/enquiries-of.server.ts'
import { eraseAccountMails } from '#modules/mail/forget-mails.server.ts'
import {
  eraseFromOrders,
  type Eraser,
  type EraseRefusal,
  type Person,
} from '#modules/privacy/erase-person.server.ts'
import { TRAVELLER, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { forgetInJobs } from '#platform/jobs/jobs.server.ts'
import { eraseFromMailbox } from '#platform/mail/mailbox.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { isPasswordOf } from './check-own-password.server.ts'
import { listErased, openDigests } from './erased-list.server.ts'
import type { SignedIn } from './sessions.server.ts'

type Erasing = { account: SignedIn; password: string; now: Temporal.Instant }
export type EraseOutcome = { ok: true } | EraseRefusal | { ok: false; reason: 'wrong-password' }

/**
 * Erases a person from all stored data (I12): the account with its sessions, and names and
 * addresses in orders, tickets, mails and enquiries. The books still balance. Refused while a ride
 * is to come or money is on its way, since we could not reach the person about it.
 */
export async function erasePerson({ account, password, now }: Erasing): Promise<EraseOutcome> {
  const { accountId, email } = account
  const isOwner = await isPasswordOf(accountId, password)
  if (!isOwner) return { ok: false, reason: 'wrong-password' }

  const outcome = await inTransaction(async (tx) => {
    const erased = await eraseEverywhere(tx, { accountId, email, now }, { by: TRAVELLER })
    if (erased.ok) await listErased(tx, [email, accountId], now)
    return erased
  })
  return outcome.ok ? { ok: true } : outcome
}

type ErasingGuest = { email: string; by: Actor; reason: string; now: Temporal.Instant }
/** Number of orders that lost their names, and whether there was an account. */
export type ErasedGuest = { ok: true; orders: number; hadAccount: boolean } | EraseRefusal

/**
 * Erases a guest, at a request that the company received and verified: guests have no page of their
 * own. An account with the address is erased as well.
 */
export async function eraseGuest(erasing: ErasingGuest): Promise<ErasedGuest> {
  const { by, reason, now } = erasing
  const email = erasing.email.toLowerCase()
  return inTransaction(async (tx) => {
    const accountId = await findAccountId(tx, email)
    const erased = await eraseEverywhere(tx, { accountId, email, now }, { by, reason })
    if (!erased.ok) return erased
    await listErased(tx, accountId ? [email, accountId] : [email], now)
    const hadAccount = accountId !== undefined
    return { ok: true, orders: erased.orderIds.length, hadAccount } as const
  })
}

/** Erases everything except the list of erased people. */
export async function eraseEverywhere(tx: Tx, person: Person, eraser: Eraser) {
  const { accountId, email, now, until = now } = person
  const account = await lockAccount(tx, accountId)
  const erased = await eraseFromOrders(tx, person, eraser)
  if (!erased.ok) return erased
  await eraseEnquiries(tx, { email, until })
  const mails = await eraseAccountMails(tx, { accountId, email, until })
  const mailIds = [...erased.mailIds, ...mails.map(({ mailId }) => mailId)]
  await eraseFromMailbox(tx, { mailIds, address: email, until, visitor: account?.visitor })
  const addresses = new Set([
    email,
    ...mails.flatMap(({ address }) => address?.toLowerCase() ?? []),
  ])
  for (const address of addresses) await forgetInJobs(tx, address)
  await tx
    .deleteFrom('addressProofs')
    .where('email', '=', email)
    .where('askedAt', '<=', until)
    .execute()
  if (account) {
    await tx.deleteFrom('accountTokens').where('value', '=', account.id).execute()
    await tx.deleteFrom('accounts').where('id', '=', account.id).execute()
  }
  const after = { fields: account ? ['account', 'name', 'email'] : ['name', 'email'] }
  const digest = await openDigests(tx)
  const subject = account ? `account:${account.id}` : `person:${digest(email)}`
  await audit(tx, { ...eraser, subject, action: 'erased', after, now })
  return erased
}

async function findAccountId(tx: Tx, email: string): Promise<string | undefined> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return account?.id
}

async function lockAccount(tx: Tx, accountId: string | undefined) {
  if (!accountId) return undefined
  return tx
    .selectFrom('accounts')
    .select(['id', 'visitor'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
