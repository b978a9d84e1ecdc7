import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { forgetBrowsers } from '#modules/privacy/forget-browsers.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { auth, refusalCode } from './auth.server.ts'
import { isPasswordOf } from './check-own-password.server.ts'
import { nameDevice } from './device-name.ts'
import { checkPassword, type PasswordRefusal } from './passwords.ts'
import { describeSession, only, type SignedIn } from './sessions.server.ts'
import { proofEnd } from './sign-up.server.ts'
import { checkEmail, checkName, type EmailRefusal, type NameRefusal } from './sign-up.ts'
import { spendLinks } from './spend-links.server.ts'

type Asked = { account: SignedIn; now: Temporal.Instant }
type WrongPassword = { ok: false; reason: 'wrong-password' }

/** The name that fills the cart from now on. Issued tickets keep theirs. */
export async function rename(
  { account, now }: Asked,
  name: string,
): Promise<{ ok: true } | NameRefusal> {
  const refusal = checkName(name)
  if (refusal) return refusal
  return inTransaction(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ name, updatedAt: now })
      .where('id', '=', account.accountId)
      .execute()
    await note(tx, { account, now }, 'name')
    return { ok: true } as const
  })
}

type NewPassword = Asked & {
  current: string
  wanted: string
  cookie: string
  userAgent?: string | undefined
}
export type NewPasswordOutcome =
  | { ok: true; setCookies: string[] }
  | WrongPassword
  | PasswordRefusal

/** Ends all sessions, gives this browser a new one, and mails the owner. */
export async function changePassword(asked: NewPassword): Promise<NewPasswordOutcome> {
  const { account, current, wanted, cookie, now } = asked
  const device = nameDevice(asked.userAgent)
  const refusal = checkPassword(wanted, account)
  if (refusal) return refusal
  const isOwner = await isPasswordOf(account.accountId, current)
  if (!isOwner) return { ok: false, reason: 'wrong-password' }

  const { api } = await auth()
  try {
    const { headers, response } = await api.changePassword({
      body: { currentPassword: current, newPassword: wanted, revokeOtherSessions: true },
      headers: only(cookie),
      returnHeaders: true,
    })
    await inTransaction(async (tx) => {
      if (response.token) await describeSession(tx, response.token, { device, now })
      await sealOff(tx, { account, now })
    })
    return { ok: true, setCookies: headers.getSetCookie() }
  } catch (error) {
    // The password was changed elsewhere in the meantime, which ended this session.
    if (refusalCode(error) === undefined) throw error
    return { ok: false, reason: 'wrong-password' }
  }
}

/** Shuts out anyone who had the old password, and warns the owner, who may not have changed it. */
export async function sealOff(tx: Tx, { account, now }: Asked): Promise<void> {
  const { locale, visitor } = await tx
    .selectFrom('accounts')
    .select(['locale', 'visitor'])
    .where('id', '=', account.accountId)
    .executeTakeFirstOrThrow()
  const address = account.email
  const owed = { kind: 'password-changed', address, locale, visitor } as const
  await enqueueMail(tx, { ...owed, now })
  await spendLinks(tx, account.accountId)
  await forgetBrowsers(tx, account.accountId)
  await note(tx, { account, now }, 'password')
}

type NewEmail = Asked & { email: string; password: string; locale: Locale; visitor: string }
export type NewEmailOutcome =
  | { ok: true }
  | EmailRefusal
  | { ok: false; reason: 'same-email' }
  | WrongPassword

/** Sends a link to the new address; the account keeps the old one until the link is opened. */
export async function askForNewEmail(asked: NewEmail): Promise<NewEmailOutcome> {
  const { account, password, locale, visitor, now } = asked
  const refusal = checkEmail(asked.email)
  if (refusal) return refusal
  const email = asked.email.toLowerCase()
  if (email === account.email) return { ok: false, reason: 'same-email' }
  const { accountId } = account
  const isOwner = await isPasswordOf(accountId, password)
  if (!isOwner) return { ok: false, reason: 'wrong-password' }

  const proofId = newAccessToken()
  const proof = { proofId, email, accountId, locale, visitor }
  await inTransaction(async (tx) => {
    await tx
      .insertInto('addressProofs')
      .values({ ...proof, askedAt: now, expiresAt: proofEnd(now) })
      .execute()
    const owed = { kind: 'new-email', address: email, ...proof } as const
    await enqueueMail(tx, { ...owed, now })
  })
  return { ok: true }
}

/** Records which field changed, never its old or new value. */
async function note(tx: Tx, { account, now }: Asked, field: string): Promise<void> {
  const subject = `account:${account.accountId}`
  const after = { fields: [field] }
  await audit(tx, { by: TRAVELLER, subject, action: 'changed', after, now })
}
