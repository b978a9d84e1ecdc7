import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { auth, refusalCode } from './auth.server.ts'
import { sealOff } from './change-account.server.ts'
import { checkPassword, type PasswordRefusal } from './passwords.ts'
import type { SignedIn } from './sessions.server.ts'
import { checkEmail, type EmailRefusal } from './sign-up.ts'

type Forgotten = { email: string; locale: Locale; visitor: string; now: Temporal.Instant }

/** Sends a link if an account has this address; only the mail reveals whether one has. */
export async function askForReset(forgotten: Forgotten): Promise<{ ok: true } | EmailRefusal> {
  const { email, locale, visitor, now } = forgotten
  const refusal = checkEmail(email)
  if (refusal) return refusal
  const address = email.toLowerCase()
  await inTransaction((tx) =>
    enqueueMail(tx, { kind: 'forgot-password', address, locale, visitor, now }),
  )
  return { ok: true }
}

const MAX_TOKEN_LENGTH = 64

/** The account whose password the link sets; undefined if the link is used, expired or unknown. */
export async function findReset(token: string): Promise<SignedIn | undefined> {
  if (token === '' || token.length > MAX_TOKEN_LENGTH) return undefined
  const { internalAdapter } = await (await auth()).$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  if (!found || found.expiresAt < new Date()) return undefined
  return db
    .selectFrom('accounts')
    .select(['id as accountId', 'name', 'email'])
    .where('id', '=', found.value)
    .executeTakeFirst()
}

type Reset = { token: string; password: string; now: Temporal.Instant }
export type ResetOutcome = { ok: true } | { ok: false; reason: 'link-spent' } | PasswordRefusal

/** Sets a new password, once for each link, and ends every session. */
export async function resetPassword({ token, password, now }: Reset): Promise<ResetOutcome> {
  const account = await findReset(token)
  if (!account) return { ok: false, reason: 'link-spent' }
  const refusal = checkPassword(password, account)
  if (refusal) return refusal

  const { api } = await auth()
  try {
    await api.resetPassword({ body: { token, newPassword: password } })
  } catch (error) {
    if (refusalCode(error) === undefined) throw error
    return { ok: false, reason: 'link-spent' }
  }
  await inTransaction((tx) => sealOff(tx, { account, now }))
  return { ok: true }
}
