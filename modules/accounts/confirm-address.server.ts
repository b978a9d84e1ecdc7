import { keepWithAccount } from '#modules/mail/forget-mails.server.ts'
import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { attachOrders } from '#modules/privacy/attach-orders.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { BY_PASSWORD } from './auth.server.ts'
import { isPasswordOf } from './check-own-password.server.ts'
import { isHashOf } from './hash-password.server.ts'
import { logIn } from './sessions.server.ts'
import { spendLinks } from './spend-links.server.ts'

type Proof = NonNullable<Awaited<ReturnType<typeof findProof>>>

/**
 * The unproven address behind a link in a mail; undefined if the link is used, expired or unknown.
 */
export async function findProof(proofId: string, now: Temporal.Instant) {
  if (!ACCESS_TOKEN.test(proofId)) return undefined
  return db
    .selectFrom('addressProofs')
    .selectAll()
    .where('proofId', '=', proofId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

type Confirmation = {
  proofId: string
  password: string
  /** The browser's cookies, its key, and its previous key. */
  cookie: string
  visitor: string
  before?: string | undefined
  userAgent?: string | undefined
  now: Temporal.Instant
}

export type ConfirmOutcome =
  | { ok: true; setCookies: string[] }
  | { ok: false; reason: 'link-spent' }
  | { ok: false; reason: 'wrong-password' }

/**
 * Accepts an address as proven and logs its owner in. The link alone is not enough, since the wrong
 * person may have received it: an address may be mistyped, or another person's on purpose. Only the
 * person who signed up, or asked for the change, knows the password.
 */
export async function confirmAddress(confirmation: Confirmation): Promise<ConfirmOutcome> {
  const { proofId, password, now } = confirmation
  const proof = await findProof(proofId, now)
  if (!proof) return { ok: false, reason: 'link-spent' }
  const isOwner = await isOwnersPassword(proof, password)
  if (!isOwner) return { ok: false, reason: 'wrong-password' }

  const outcome = await take(proof, now)
  if (!outcome.ok) return outcome
  const session = await logIn({ ...confirmation, email: proof.email })
  return session.ok
    ? { ok: true, setCookies: session.setCookies }
    : { ok: false, reason: 'link-spent' }
}

async function isOwnersPassword(proof: Proof, password: string): Promise<boolean> {
  if (proof.accountId) return isPasswordOf(proof.accountId, password)
  return isHashOf(proof.passwordHash ?? '', password)
}

type Taken = { ok: true } | { ok: false; reason: 'link-spent' }
const NOT_UNIQUE = '23505'

/** An address has one account, even if its links are used several times at once. */
async function take(proof: Proof, now: Temporal.Instant): Promise<Taken> {
  try {
    return await inTransaction(async (tx) => {
      const used = await tx
        .deleteFrom('addressProofs')
        .where('proofId', '=', proof.proofId)
        .returning('proofId')
        .executeTakeFirst()
      if (!used) return { ok: false, reason: 'link-spent' } as const
      const accountId = proof.accountId ?? (await makeAccount(tx, proof, now))
      if (proof.accountId) await moveAccount(tx, proof, proof.accountId, now)
      await tx.deleteFrom('addressProofs').where('email', '=', proof.email).execute()
      await attachOrders(tx, { accountId, email: proof.email, now })
      return { ok: true } as const
    })
  } catch (error) {
    const isTaken = (error as { code?: string }).code === NOT_UNIQUE
    if (!isTaken) throw error
    return { ok: false, reason: 'link-spent' }
  }
}

/** Same as in the library, but in one transaction, and with the password hashed at the sign-up. */
async function makeAccount(tx: Tx, proof: Proof, now: Temporal.Instant): Promise<string> {
  const { email, name, locale, visitor, termsVersion, passwordHash } = proof
  const accountId = newAccessToken()
  const times = { createdAt: now, updatedAt: now }
  await tx
    .insertInto('accounts')
    .values({
      ...times,
      id: accountId,
      name: name ?? '',
      email,
      emailVerified: true,
      locale,
      visitor,
      termsVersion: termsVersion ?? '',
    })
    .execute()
  await tx
    .insertInto('accountPasswords')
    .values({
      ...times,
      id: newAccessToken(),
      accountId,
      loginId: accountId,
      providerId: BY_PASSWORD,
      password: passwordHash,
    })
    .execute()
  return accountId
}

/** The old address gets a mail, in case its owner did not ask for the change. */
async function moveAccount(
  tx: Tx,
  { email }: Proof,
  accountId: string,
  now: Temporal.Instant,
): Promise<void> {
  const before = await tx
    .selectFrom('accounts')
    .select(['email', 'locale', 'visitor'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('accounts')
    .set({ email, updatedAt: now })
    .where('id', '=', accountId)
    .execute()
  await spendLinks(tx, accountId)
  const { email: address, locale, visitor } = before
  const owed = { kind: 'email-changed', address, locale, visitor } as const
  await enqueueMail(tx, { ...owed, now })
  await keepWithAccount(tx, { accountId, email: before.email })
  const subject = `account:${accountId}`
  const after = { fields: ['email'] }
  await audit(tx, { by: TRAVELLER, subject, action: 'changed', after, now })
}
