import { sql } from 'kysely'

import { attachOrders } from '#modules/privacy/attach-orders.server.ts'
import { forgetBrowsers } from '#modules/privacy/forget-browsers.server.ts'
import { MAX_PASSWORD_LENGTH, SESSION_DAYS, SESSION_IDLE_DAYS } from '#modules/rules/kept.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { cookieName, readCookie } from '#platform/requests/cookies.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { auth, refusalCode, SESSION_COOKIE } from './auth.server.ts'
import { findHash, isHashStill } from './current-hash.server.ts'
import { nameDevice } from './device-name.ts'
import { moveVisitor } from './move-visitor.server.ts'
import { lengthOf } from './passwords.ts'
import { isAccountEmail } from './sign-up.ts'

export type SignedIn = { accountId: string; name: string; email: string }

/** Hours between two updates of the moment when a session was last used. */
const NOTED_EVERY_HOURS = 1

/**
 * Finds the account of a request. A request without a session cookie costs no query. A session
 * unused for SESSION_IDLE_DAYS ends here.
 */
export async function findSignedIn(
  request: Request,
  now: Temporal.Instant,
): Promise<SignedIn | undefined> {
  const found = await findSession(request)
  if (!found || !(await goesOn(found.session, now))) return undefined
  return { accountId: found.user.id, name: found.user.name, email: found.user.email }
}

type Session = { id: string; updatedAt: Date }

async function findSession(request: Request) {
  const cookie = request.headers.get('cookie') ?? ''
  if (!hasSession(cookie)) return undefined
  const { api } = await auth()
  try {
    return await api.getSession({ headers: only(cookie) })
  } catch (error) {
    // The library hides the cause. A query of our own fails with it if the database cannot be reached.
    await sql`select 1`.execute(db)
    throw error
  }
}

/** The library's `updatedAt` is the moment of the last use. */
async function goesOn({ id, updatedAt }: Session, now: Temporal.Instant): Promise<boolean> {
  const usedAt = Temporal.Instant.fromEpochMilliseconds(updatedAt.getTime())
  if (isBefore(usedAt.add({ hours: 24 * SESSION_IDLE_DAYS }), now)) {
    await db.deleteFrom('accountSessions').where('id', '=', id).execute()
    return false
  }
  if (isBefore(usedAt.add({ hours: NOTED_EVERY_HOURS }), now)) {
    await db.updateTable('accountSessions').set({ updatedAt: now }).where('id', '=', id).execute()
  }
  return true
}

export type OpenSession = {
  sessionId: string
  /** Browser and system, such as "Safari, iOS"; null if the browser named neither. */
  device: string | null
  since: Temporal.Instant
  usedAt: Temporal.Instant
  /** Whether it is the session of this request. */
  isHere: boolean
}

/** The sessions of the account: this browser's first, then by last use. */
export async function listSessions(
  request: Request,
  accountId: string,
  now: Temporal.Instant,
): Promise<OpenSession[]> {
  const here = await findSession(request)
  const sessions = await db
    .selectFrom('accountSessions')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
    .where('accountId', '=', accountId)
    .where('createdAt', '>', now.subtract({ hours: 24 * SESSION_DAYS }))
    .where('updatedAt', '>', now.subtract({ hours: 24 * SESSION_IDLE_DAYS }))
    .orderBy('updatedAt', 'desc')
    .execute()
  const open = sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
    sessionId: id,
    device: userAgent,
    since: createdAt,
    usedAt: updatedAt,
    isHere: id === here?.session.id,
  }))
  return [...open.filter(({ isHere }) => isHere), ...open.filter(({ isHere }) => !isHere)]
}

/** Ends one session, if it is the account's. One that has already ended is ignored. */
export async function endOneSession(accountId: string, sessionId: string): Promise<void> {
  await db
    .deleteFrom('accountSessions')
    .where('accountId', '=', accountId)
    .where('id', '=', sessionId)
    .execute()
}

type Credentials = {
  email: string
  password: string
  /** The User-Agent header, for the list of sessions; stored only as browser and system. */
  userAgent?: string | undefined
  /** The browser's cookies. A session in them ends, in case another person knows it. */
  cookie: string
  /** The key of the browser, which gets the account's mails in a demonstration's mailbox. */
  visitor: string
  /** The key it had before: the data of the browser moves from it to `visitor`. */
  before?: string | undefined
  now: Temporal.Instant
}

export type LogInOutcome =
  | { ok: true; accountId: string; setCookies: string[] }
  | { ok: false; reason: 'wrong-login' }

/**
 * Begins a new session. An unknown address takes as long as a wrong password, since a password is
 * hashed for both. Guest bookings with the address belong to the account from here on.
 */
export async function logIn(credentials: Credentials): Promise<LogInOutcome> {
  const { email, password, cookie, visitor, before, now } = credentials
  const isImpossible = !isAccountEmail(email) || lengthOf(password) > MAX_PASSWORD_LENGTH
  if (isImpossible || password === '') return { ok: false, reason: 'wrong-login' }

  const hash = await findHash(email)
  const begun = await beginSession(email, password)
  if (!begun) return { ok: false, reason: 'wrong-login' }
  const { accountId, token, setCookies } = begun
  const isCurrent = await inTransaction(async (tx) => {
    if (!(await isHashStill(tx, accountId, hash))) {
      await tx.deleteFrom('accountSessions').where('token', '=', token).execute()
      return false
    }
    await describeSession(tx, token, { device: nameDevice(credentials.userAgent), now })
    if (before) await moveVisitor(tx, { from: before, to: visitor })
    await tx.updateTable('accounts').set({ visitor }).where('id', '=', accountId).execute()
    await attachOrders(tx, { accountId, email: email.toLowerCase(), now })
    return true
  })
  if (!isCurrent) return { ok: false, reason: 'wrong-login' }
  if (hasSession(cookie)) await endSession(cookie)
  return { ok: true, accountId, setCookies }
}

/** Adds the moment and the device to a new session, which the library does not record. */
export async function describeSession(
  tx: Tx,
  token: string,
  { device, now }: { device: string | null; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('accountSessions')
    .set({ userAgent: device, createdAt: now, updatedAt: now })
    .where('token', '=', token)
    .execute()
}

/** Undefined if address and password do not match. */
async function beginSession(email: string, password: string) {
  const { api } = await auth()
  try {
    const { headers, response } = await api.signInEmail({
      body: { email, password },
      headers: new Headers(),
      returnHeaders: true,
    })
    const { user, token } = response
    return { accountId: user.id, token, setCookies: headers.getSetCookie() }
  } catch (error) {
    if (refusalCode(error) !== 'INVALID_EMAIL_OR_PASSWORD') throw error
    await askAsOften(email)
    return undefined
  }
}

/**
 * For a known address the library makes one more query; an unknown one gets the same here, so that
 * the time reveals nothing.
 */
async function askAsOften(email: string): Promise<void> {
  const known = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (known) return
  await db.selectFrom('accountPasswords').select('id').where('accountId', '=', '').execute()
}

/** Ends the session of this browser, if it has one. Returns the cookies that delete it. */
export async function endSession(cookie: string): Promise<string[]> {
  const { api } = await auth()
  const { headers } = await api.signOut({ headers: only(cookie), returnHeaders: true })
  // The library would also delete cookies that we do not let it use.
  return headers.getSetCookie().filter((one) => one.startsWith(`${cookieName(SESSION_COOKIE)}=`))
}

/** Ends all sessions of the account, and detaches its bookings from every browser. */
export async function endAllSessions(accountId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.deleteFrom('accountSessions').where('accountId', '=', accountId).execute()
    await forgetBrowsers(tx, accountId)
  })
}

/** Sets the browser whose mailbox gets the account's mails in a demonstration. */
export async function moveMailbox(accountId: string, visitor: string): Promise<void> {
  await db.updateTable('accounts').set({ visitor }).where('id', '=', accountId).execute()
}

function hasSession(cookie: string): boolean {
  return Boolean(readCookie({ headers: only(cookie) }, SESSION_COOKIE))
}

/** Passes only the cookie: the library would store the IP address and the browser. */
export function only(cookie: string): Headers {
  return new Headers({ cookie })
}
