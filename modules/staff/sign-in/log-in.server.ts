import { sql } from 'kysely'
import { createHash } from 'node:crypto'

import { nameDevice } from '#modules/accounts/device-name.ts'
import { hashPassword, isHashOf } from '#modules/accounts/hash-password.server.ts'
import { lengthOf } from '#modules/accounts/passwords.ts'
import { MAX_PASSWORD_LENGTH } from '#modules/rules/kept.ts'
import { spendCode } from '#modules/staff/keys/authenticators.server.ts'
import { askForPasskey, spendPasskey } from '#modules/staff/keys/passkeys.server.ts'
import {
  looksLikeRecoveryCode,
  spendRecoveryCode,
} from '#modules/staff/keys/recovery-codes.server.ts'
import type { ProofOfIdentity, Role } from '#modules/staff/people/roles.ts'
import { tellLogIn, tellRecoveryCode } from '#modules/staff/people/tell.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { mayTryAt, takeBack } from '#platform/limits/rate-limit.server.ts'
import type { Locale } from '#platform/locale.ts'
import { env } from '#platform/settings/env.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { findStaff } from './find-staff.server.ts'
import { beginSession, endSession } from './sessions.server.ts'
import { findStep, forgetStep, noteBrowser, rememberStep } from './step-cookie.server.ts'

/** Wrong codes of one member: in the browsers that they have used before, and in all others. */
const WRONG_CODES = { name: 'office-code', tries: 5, seconds: 900, shared: true }

type Password = { email: string; password: string; now: Temporal.Instant }
type PasswordOutcome = { ok: true; setCookies: string[] } | { ok: false; reason: 'wrong-login' }

/**
 * The first step of a log-in. A right password opens nothing but the second step. An unknown
 * address, and a member who may not sign in, take the same queries and the same hash as a wrong
 * password.
 */
export async function checkPassword({ email, password, now }: Password): Promise<PasswordOutcome> {
  if (lengthOf(password) > MAX_PASSWORD_LENGTH) return { ok: false, reason: 'wrong-login' }
  const member = await db
    .selectFrom('staff')
    .innerJoin('staffPasswords', 'staffPasswords.staffId', 'staff.id')
    .select(['staff.id', 'staff.state', 'staffPasswords.passwordHash'])
    .where('staff.email', '=', email.toLowerCase())
    .executeTakeFirst()
  const isRight = await isHashOf(member?.passwordHash ?? (await hashOfNobody()), password)
  if (!member || !isRight || member.state !== 'active') return { ok: false, reason: 'wrong-login' }
  const hash = digestOf(member.passwordHash)
  const step = { step: 'log-in', staffId: member.id, hash } as const
  return { ok: true, setCookies: [await rememberStep(step, now)] }
}

/** The member whose password this browser knew a moment ago; undefined once it was replaced. */
export async function findLogIn(request: Request, now: Temporal.Instant) {
  const step = await findStep(request, 'log-in', now)
  if (!step) return undefined
  const present = await db
    .selectFrom('staffPasswords')
    .select('passwordHash')
    .where('staffId', '=', step.staffId)
    .executeTakeFirst()
  const isPresent = present && digestOf(present.passwordHash) === step.hash
  return isPresent ? step.staffId : undefined
}

function digestOf(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url')
}

let ofNobody: Promise<string> | undefined

/** A hash that no password matches, for addresses that nobody has. */
function hashOfNobody(): Promise<string> {
  return (ofNobody ??= hashPassword(crypto.randomUUID()))
}

/** The session of a member, their roles, and the language in which the office opens for them. */
export type Entered = {
  ok: true
  staffId: string
  roles: readonly Role[]
  locale: Locale
  setCookies: string[]
}
type Code = { request: Request; code: string; now: Temporal.Instant }
export type CodeOutcome =
  | Entered
  | { ok: false; reason: 'step-over' | 'code-wrong' | 'code-used' | 'too-many-tries' }

/** The second step: a code of the authenticator, or one of the recovery codes. */
export async function enterByCode({ request, code, now }: Code): Promise<CodeOutcome> {
  const staffId = await findLogIn(request, now)
  if (!staffId) return { ok: false, reason: 'step-over' }
  // Otherwise anybody with the password could shut the member out, every quarter of an hour.
  const { isKnown } = await noteBrowser(request, staffId)
  const tries = isKnown ? `${staffId} known` : staffId
  if (!(await mayTryAt(WRONG_CODES, tries))) return { ok: false, reason: 'too-many-tries' }
  const isRecovery = looksLikeRecoveryCode(code)
  const outcome = isRecovery
    ? await useRecoveryCode(staffId, code, now)
    : await spendCode(staffId, code, now)
  if (!outcome.ok) return outcome
  await takeBack(WRONG_CODES, tries)
  const entered = await enter(request, staffId, isRecovery ? 'recovery-code' : 'code', now)
  return entered ?? { ok: false, reason: 'step-over' }
}

/** Spends the code, and tells the member and all owners. */
async function useRecoveryCode(staffId: string, code: string, now: Temporal.Instant) {
  return inTransaction(async (tx) => {
    const isRight = await spendRecoveryCode(tx, { staffId, code, now })
    if (!isRight) return { ok: false, reason: 'code-wrong' } as const
    await tellRecoveryCode(tx, staffId, now)
    return { ok: true } as const
  })
}

/** The question for a passkey on the log-in page. */
export function askForLogIn(now: Temporal.Instant) {
  return askForPasskey({ about: 'log-in' }, now)
}

type Assertion = { request: Request; assertion: string; now: Temporal.Instant }
export type PasskeyOutcome = Entered | { ok: false; reason: 'passkey-refused' }

/** A passkey whose user was verified is two factors, so it needs no password. */
export async function enterByPasskey({
  request,
  assertion,
  now,
}: Assertion): Promise<PasskeyOutcome> {
  const question = { about: 'log-in' } as const
  const outcome = await inTransaction((tx) => spendPasskey(tx, { question, assertion, now }))
  if (!outcome.ok) return outcome
  const entered = await enter(request, outcome.staffId, 'passkey', now)
  return entered ?? { ok: false, reason: 'passkey-refused' }
}

/**
 * Begins the session of a member who has proven who they are; undefined unless they are active. The
 * session that the browser had before ends.
 */
export async function enter(
  request: Request,
  staffId: string,
  confirmedBy: ProofOfIdentity,
  now: Temporal.Instant,
): Promise<Entered | undefined> {
  const member = await db
    .selectFrom('staff')
    .select(['id', 'demonstration', 'locale'])
    .select(
      sql<Role[]>`array(select role from staff_roles where staff_roles.staff_id = staff.id)`.as(
        'roles',
      ),
    )
    .where('id', '=', staffId)
    .where('state', '=', 'active')
    .$if(env().MODE === 'live', (query) => query.where('demonstration', '=', false))
    .executeTakeFirst()
  if (!member) return undefined
  const device = nameDevice(request.headers.get('user-agent') ?? undefined)
  const browser = await noteBrowser(request, staffId)
  const former = await findStaff(request, now, { countsAsAct: false })
  if (former) await endSession(former.staffId, former.sessionId)
  const { sessionId, setCookies } = await beginSession({ staffId, confirmedBy, device, now })
  await inTransaction(async (tx) => {
    const by = { kind: 'staff', staffId } as const
    const after = { by: confirmedBy, device }
    await audit(tx, { by, subject: `staff:${staffId}`, action: 'logged-in', after, now })
    if (!browser.isKnown && !member.demonstration) await tellLogIn(tx, staffId, sessionId, now)
  })
  const { locale, roles } = member
  const cookies = [...setCookies, browser.setCookie, forgetStep()]
  return { ok: true, staffId, roles, locale, setCookies: cookies }
}
