import { nameDevice } from '#modules/accounts/device-name.ts'
import { hashPassword } from '#modules/accounts/hash-password.server.ts'
import type { PasswordRefusal } from '#modules/accounts/passwords.ts'
import { addAuthenticator, type CodeRefusal } from '#modules/staff/keys/authenticators.server.ts'
import { addPasskey, type PasskeyRefusal } from '#modules/staff/keys/passkeys.server.ts'
import {
  checkStaffPassword,
  isPasswordOf,
  setPassword,
} from '#modules/staff/keys/passwords.server.ts'
import { countRecoveryCodes, takeRecoveryCodes } from '#modules/staff/keys/recovery-codes.server.ts'
import { isLastOwner, lockOwners } from '#modules/staff/people/owners.server.ts'
import { tellAccessChanged } from '#modules/staff/people/tell.server.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { endSessions } from '#modules/staff/sign-in/sessions.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/* Changes by members of their own access. A new factor or password ends all other sessions. */

type Asked = { staff: SignedIn; now: Temporal.Instant }

/** The member's factors and sessions. */
export async function findOwnAccess({ staff, now }: Asked) {
  const { staffId } = staff
  const [authenticator, passkeys, sessions, recoveryCodes] = await Promise.all([
    db
      .selectFrom('staffAuthenticators')
      .select('createdAt')
      .where('staffId', '=', staffId)
      .executeTakeFirst(),
    db
      .selectFrom('staffPasskeys')
      .select(['passkeyId', 'device', 'createdAt', 'usedAt'])
      .where('staffId', '=', staffId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('staffSessions')
      .select(['id as sessionId', 'device', 'createdAt', 'lastActAt'])
      .where('staffId', '=', staffId)
      .where('expiresAt', '>', now)
      .orderBy('lastActAt', 'desc')
      .execute(),
    countRecoveryCodes(staffId),
  ])
  return { authenticatorSince: authenticator?.createdAt, passkeys, sessions, recoveryCodes }
}

/** Ends a session of the member, or, with `others`, all but this one. One that has ended is ignored. */
export async function endOwnSession(
  { staff, now }: Asked,
  ended: { sessionId: string } | 'others',
): Promise<void> {
  const { staffId } = staff
  await inTransaction(async (tx) => {
    if (ended === 'others') await endSessions(tx, staffId, staff.sessionId)
    else
      await tx
        .deleteFrom('staffSessions')
        .where('staffId', '=', staffId)
        .where('id', '=', ended.sessionId)
        .execute()
    const isHere = ended !== 'others' && ended.sessionId === staff.sessionId
    await note(tx, { staff, now }, isHere ? 'logged-out' : 'sessions-ended')
  })
}

type NewPassword = Asked & { current: string; wanted: string }

export async function changeOwnPassword({
  staff,
  current,
  wanted,
  now,
}: NewPassword): Promise<{ ok: true } | PasswordRefusal | { ok: false; reason: 'wrong-password' }> {
  const refusal = checkStaffPassword(wanted, staff)
  if (refusal) return refusal
  if (!(await isPasswordOf(staff.staffId, current))) return { ok: false, reason: 'wrong-password' }
  const hash = await hashPassword(wanted)
  return inTransaction(async (tx) => {
    await setPassword(tx, { staffId: staff.staffId, hash, now })
    await noteChange(tx, { staff, now }, 'password')
    return { ok: true }
  })
}

type NewAuthenticator = Asked & { sealed: string; code: string }

/** The new authenticator replaces a former one. */
export async function addOwnAuthenticator({
  staff,
  sealed,
  code,
  now,
}: NewAuthenticator): Promise<{ ok: true } | CodeRefusal> {
  return inTransaction(async (tx) => {
    const added = await addAuthenticator(tx, { staffId: staff.staffId, sealed, code, now })
    if (added.ok) await noteChange(tx, { staff, now }, 'authenticator-added')
    return added
  })
}

type NewPasskey = Asked & { registration: string; userAgent: string | undefined }

export async function addOwnPasskey({
  staff,
  registration,
  userAgent,
  now,
}: NewPasskey): Promise<{ ok: true } | PasskeyRefusal> {
  const device = nameDevice(userAgent)
  return inTransaction(async (tx) => {
    const added = await addPasskey(tx, { staffId: staff.staffId, registration, device, now })
    if (added.ok) await noteChange(tx, { staff, now }, 'passkey-added')
    return added
  })
}

type Removed = Asked & { factor: 'authenticator' | { passkeyId: string } }
export type RemovalOutcome =
  | { ok: true }
  | { ok: false; reason: 'last-owner' | 'last-factor' | 'not-possible' }

/** A member keeps at least one factor; without the last owner's the company would be shut out. */
export async function removeOwnFactor({ staff, factor, now }: Removed): Promise<RemovalOutcome> {
  const { staffId } = staff
  return inTransaction(async (tx) => {
    await lockOwners(tx)
    const factors = await countFactors(tx, staffId)
    if (factors <= 1) {
      const isLast = await isLastOwner(tx, staffId)
      return { ok: false, reason: isLast ? 'last-owner' : 'last-factor' }
    }
    const { numDeletedRows } =
      factor === 'authenticator'
        ? await tx
            .deleteFrom('staffAuthenticators')
            .where('staffId', '=', staffId)
            .executeTakeFirstOrThrow()
        : await tx
            .deleteFrom('staffPasskeys')
            .where('staffId', '=', staffId)
            .where('passkeyId', '=', factor.passkeyId)
            .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return { ok: false, reason: 'not-possible' }
    const action = factor === 'authenticator' ? 'authenticator-removed' : 'passkey-removed'
    await noteChange(tx, { staff, now }, action)
    return { ok: true }
  })
}

/** The row of the member is locked, so that two factors are not removed at the same time. */
async function countFactors(tx: Tx, staffId: string): Promise<number> {
  await tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
  const tables = ['staffAuthenticators', 'staffPasskeys'] as const
  const counts = []
  for (const table of tables) {
    const rows = await tx
      .selectFrom(table)
      .select('staffId')
      .where('staffId', '=', staffId)
      .execute()
    counts.push(rows.length)
  }
  return counts.reduce((sum, count) => sum + count, 0)
}

type NewCodes = Asked & { sealed: string; code: string }

export async function replaceOwnCodes({
  staff,
  sealed,
  code,
  now,
}: NewCodes): Promise<{ ok: true } | CodeRefusal> {
  return inTransaction(async (tx) => {
    const taken = await takeRecoveryCodes(tx, { staffId: staff.staffId, sealed, code, now })
    if (taken.ok) await noteChange(tx, { staff, now }, 'recovery-codes')
    return taken
  })
}

type Preferences = Asked & { locale: Locale; shortcuts: boolean }

export async function changePreferences({
  staff,
  locale,
  shortcuts,
  now,
}: Preferences): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .updateTable('staff')
      .set({ locale, shortcuts, updatedAt: now })
      .where('id', '=', staff.staffId)
      .execute()
    await note(tx, { staff, now }, 'preferences', { locale, shortcuts })
  })
}

async function noteChange(tx: Tx, asked: Asked, action: string): Promise<void> {
  const { staff, now } = asked
  await endSessions(tx, staff.staffId, staff.sessionId)
  await tellAccessChanged(tx, staff.staffId, now)
  await note(tx, asked, action)
}

async function note(tx: Tx, { staff, now }: Asked, action: string, after?: object): Promise<void> {
  const by: Actor = { kind: 'staff', staffId: staff.staffId }
  const subject = `staff:${staff.staffId}`
  await audit(tx, { by, subject, action, ...(after && { after }), now })
}
