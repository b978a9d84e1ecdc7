import { nameDevice } from '#modules/accounts/device-name.ts'
import { hashPassword } from '#modules/accounts/hash-password.server.ts'
import type { PasswordRefusal } from '#modules/accounts/passwords.ts'
import { readAuthenticator, type CodeRefusal } from '#modules/staff/keys/authenticators.server.ts'
import { readPasskey, type PasskeyRefusal } from '#modules/staff/keys/passkeys.server.ts'
import { checkStaffPassword, setPassword } from '#modules/staff/keys/passwords.server.ts'
import { replaceFactors, sealFactor } from '#modules/staff/keys/pending-factor.server.ts'
import { takeRecoveryCodes } from '#modules/staff/keys/recovery-codes.server.ts'
import { findInvitation } from '#modules/staff/people/invite.server.ts'
import { tellAccessChanged } from '#modules/staff/people/tell.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { enter, type Entered } from './log-in.server.ts'
import { endSessions } from './sessions.server.ts'
import { findStep, rememberStep } from './step-cookie.server.ts'

/*
 * From the link of an invitation to the first page: password, second factor, recovery codes. The
 * link is spent with the password; the browser that set it goes on. A reset takes the same steps.
 * The new password and factor wait with the link: until the last step, the former ones count and
 * the new ones open nothing, so that the last owner is never without, and nobody enters unseen.
 */

type LinkOver = { ok: false; reason: 'invitation-over' }
const OVER: LinkOver = { ok: false, reason: 'invitation-over' }

type Opened = { token: string; password: string; now: Temporal.Instant }

/** The first step. Only one of two browsers with the same link goes on. */
export async function acceptInvitation({
  token,
  password,
  now,
}: Opened): Promise<{ ok: true; setCookies: string[] } | PasswordRefusal | LinkOver> {
  const found = await findInvitation(token, now)
  if (!found) return OVER
  const refusal = checkStaffPassword(password, found)
  if (refusal) return refusal
  const hash = await hashPassword(password)
  const { staffId, digest } = found
  const { numUpdatedRows } = await db
    .updateTable('staffInvitations')
    .set({ openedAt: now, passwordHash: hash })
    .where('digest', '=', digest)
    .where('openedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return OVER
  const step = { step: 'enrolment', staffId, invitation: digest } as const
  return { ok: true, setCookies: [await rememberStep(step, now)] }
}

export type Enrolment = {
  staffId: string
  name: string
  email: string
  invitation: string
  /** Whether the second step is done. */
  hasFactor: boolean
}

/** The enrolment that this browser has begun, unless it is done, or its link was revoked. */
export async function findEnrolment(
  request: Request,
  now: Temporal.Instant,
): Promise<Enrolment | undefined> {
  const step = await findStep(request, 'enrolment', now)
  if (!step) return undefined
  const row = await db
    .selectFrom('staffInvitations')
    .innerJoin('staff', 'staff.id', 'staffInvitations.staffId')
    .select(['staff.id as staffId', 'staff.name', 'staff.email', 'factor'])
    .where('digest', '=', step.invitation)
    .where('staff.id', '=', step.staffId)
    .where('staff.state', 'in', ['invited', 'active'])
    .where('passwordHash', 'is not', null)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { factor, ...member } = row
  return { ...member, invitation: step.invitation, hasFactor: factor !== null }
}

type Factor = { code: string; sealed: string } | { registration: string }
type Enrolling = { request: Request; factor: Factor; now: Temporal.Instant }

/** The second step: an authenticator with its first code, or a passkey. */
export async function enrolFactor({
  request,
  factor,
  now,
}: Enrolling): Promise<{ ok: true } | CodeRefusal | PasskeyRefusal | LinkOver> {
  const enrolment = await findEnrolment(request, now)
  if (!enrolment) return OVER
  const { staffId, invitation } = enrolment
  const device = nameDevice(request.headers.get('user-agent') ?? undefined)
  return inTransaction(async (tx) => {
    const read =
      'registration' in factor
        ? await readPasskey(tx, { staffId, registration: factor.registration, device, now })
        : await readAuthenticator({ staffId, ...factor, now })
    if (!read.ok) return read
    const { numUpdatedRows } = await tx
      .updateTable('staffInvitations')
      .set({ factor: await sealFactor(staffId, read) })
      .where('digest', '=', invitation)
      .where('acceptedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n ? { ok: true } : OVER
  })
}

type LastStep = { request: Request; sealed: string; code: string; now: Temporal.Instant }

/** The last step: a recovery code typed back. The member is active, and logged in. */
export async function finishEnrolment({
  request,
  sealed,
  code,
  now,
}: LastStep): Promise<Entered | LinkOver | CodeRefusal> {
  const enrolment = await findEnrolment(request, now)
  if (!enrolment?.hasFactor) return OVER
  const { staffId } = enrolment
  const outcome = await inTransaction(async (tx) => {
    const taken = await takeRecoveryCodes(tx, { staffId, sealed, code, now })
    return taken.ok ? activate(tx, enrolment, now) : taken
  })
  if (!outcome.ok) return outcome
  const entered = await enter(request, staffId, 'code', now)
  return entered ?? OVER
}

async function activate(
  tx: Tx,
  { staffId, invitation }: Enrolment,
  now: Temporal.Instant,
): Promise<{ ok: true } | LinkOver> {
  const set = await tx
    .selectFrom('staffInvitations')
    .select(['kind', 'passwordHash', 'factor'])
    .where('digest', '=', invitation)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!set?.passwordHash || !set.factor) return OVER
  await tx
    .updateTable('staffInvitations')
    .set({ acceptedAt: now, passwordHash: null, factor: null })
    .where('digest', '=', invitation)
    .execute()
  await setPassword(tx, { staffId, hash: set.passwordHash, now })
  if (!(await replaceFactors(tx, { staffId, sealed: set.factor, now }))) return OVER
  await tx
    .updateTable('staff')
    .set({ state: 'active', emailVerified: true, updatedAt: now })
    .where('id', '=', staffId)
    .execute()
  const isReset = set.kind === 'reset'
  if (isReset) {
    await endSessions(tx, staffId)
    await tellAccessChanged(tx, staffId, now)
  }
  const by = { kind: 'staff', staffId } as const
  const action = isReset ? 'factors-reset' : 'joined'
  await audit(tx, { by, subject: `staff:${staffId}`, action, now })
  return { ok: true }
}
