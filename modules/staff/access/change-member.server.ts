import { forgetDriver } from '#modules/fleet/drivers.server.ts'
import { revokeLinks } from '#modules/staff/people/invite.server.ts'
import { isLastOwner, lockOwners } from '#modules/staff/people/owners.server.ts'
import { ROLES, type Role, type StaffState } from '#modules/staff/people/roles.ts'
import { endSessions } from '#modules/staff/sign-in/sessions.server.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type Asked = {
  by: Actor
  staffId: string
  /** The number of audit entries of the member when the page was shown. */
  seen: number | undefined
  reason?: string
  now: Temporal.Instant
}

export type MemberOutcome =
  | { ok: true }
  | { ok: false; reason: 'last-owner' | 'no-role' | 'not-possible' }
  | { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }

type Member = { state: StaffState; roles: Role[] }
/** The change of a locked member: a refusal, or what to audit. */
type Change = (
  tx: Tx,
  member: Member,
) => Promise<{ ok: true; action: string; before?: object; after?: object } | Refusal>
type Refusal = Extract<MemberOutcome, { ok: false }>

/**
 * Gives the member these roles and no others. The sessions end, so that every page uses the new
 * roles.
 */
export function changeRoles(asked: Asked, roles: readonly Role[]): Promise<MemberOutcome> {
  return change(asked, async (tx, member) => {
    if (roles.length === 0) return { ok: false, reason: 'no-role' }
    if (member.state === 'left') return { ok: false, reason: 'not-possible' }
    const losesOwner = member.roles.includes('owner') && !roles.includes('owner')
    if (losesOwner && (await isLastOwner(tx, asked.staffId))) return LAST
    const { staffId, by, now } = asked
    await tx
      .deleteFrom('staffRoles')
      .where('staffId', '=', staffId)
      .where('role', 'not in', roles)
      .execute()
    await tx
      .insertInto('staffRoles')
      .values(roles.map((role) => ({ staffId, role, givenBy: actorText(by), givenAt: now })))
      .onConflict((given) => given.doNothing())
      .execute()
    await endSessions(tx, staffId)
    const after = { roles: ROLES.filter((role) => roles.includes(role)) }
    return { ok: true, action: 'roles', before: { roles: member.roles }, after }
  })
}

/** Shuts a member out at once, and revokes an invitation that was not accepted. */
export function suspendMember(asked: Asked): Promise<MemberOutcome> {
  return change(asked, async (tx, { state }) => {
    if (state !== 'active' && state !== 'invited') return { ok: false, reason: 'not-possible' }
    if (await isLastOwner(tx, asked.staffId)) return LAST
    await setState(tx, asked, 'suspended')
    await revokeLinks(tx, asked.staffId, asked.now)
    await endSessions(tx, asked.staffId)
    return { ok: true, action: 'suspended' }
  })
}

/** Lets a suspended member in again; one who had not accepted yet needs a new invitation. */
export function resumeMember(asked: Asked): Promise<MemberOutcome> {
  return change(asked, async (tx, { state }) => {
    if (state !== 'suspended') return { ok: false, reason: 'not-possible' }
    const { emailVerified } = await tx
      .selectFrom('staff')
      .select('emailVerified')
      .where('id', '=', asked.staffId)
      .executeTakeFirstOrThrow()
    await setState(tx, asked, emailVerified ? 'active' : 'invited')
    return { ok: true, action: 'resumed' }
  })
}

/**
 * Closes the access of a member who leaves the company: sessions end, links are revoked, and the
 * password, all factors, the roles and what is known of a driver are deleted. The member stays, since the audit names it.
 */
export function dismissMember(asked: Asked): Promise<MemberOutcome> {
  return change(asked, async (tx, { state, roles }) => {
    if (state === 'left') return { ok: false, reason: 'not-possible' }
    const { staffId, now } = asked
    if (await isLastOwner(tx, staffId)) return LAST
    await revokeLinks(tx, staffId, now)
    await endSessions(tx, staffId)
    await removeFactors(tx, staffId)
    await forgetDriver(tx, staffId)
    await tx.deleteFrom('staffRoles').where('staffId', '=', staffId).execute()
    await tx
      .updateTable('staff')
      .set({ state: 'left', emailVerified: false, updatedAt: now })
      .where('id', '=', staffId)
      .execute()
    return { ok: true, action: 'left', before: { roles } }
  })
}

/** Without these a member cannot log in. */
async function removeFactors(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('staffPasswords').where('staffId', '=', staffId).execute()
  await tx.deleteFrom('staffAuthenticators').where('staffId', '=', staffId).execute()
  await tx.deleteFrom('staffPasskeys').where('staffId', '=', staffId).execute()
  await tx.deleteFrom('staffRecoveryCodes').where('staffId', '=', staffId).execute()
}

/** Logs the member out everywhere. */
export function endMemberSessions(asked: Asked): Promise<MemberOutcome> {
  return change(asked, async (tx) => {
    await endSessions(tx, asked.staffId)
    return { ok: true, action: 'sessions-ended' }
  })
}

/** Stops a reset before its last step, which leaves password and factors as they were; any owner can. */
export function stopReset(asked: Asked): Promise<MemberOutcome> {
  return change(asked, async (tx) => {
    const stopped = await revokeLinks(tx, asked.staffId, asked.now)
    if (stopped === 0) return { ok: false, reason: 'not-possible' }
    return { ok: true, action: 'reset-stopped' }
  })
}

const LAST: Refusal = { ok: false, reason: 'last-owner' }

async function change(asked: Asked, carryOut: Change): Promise<MemberOutcome> {
  const { by, staffId, seen, reason, now } = asked
  const subject = `staff:${staffId}`
  return inTransaction(async (tx) => {
    await lockOwners(tx)
    const member = await lockMember(tx, staffId)
    if (!member) return { ok: false, reason: 'not-possible' }
    const entries = await findNewerEntries(tx, subject, seen)
    if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries }
    const outcome = await carryOut(tx, member)
    if (!outcome.ok) return outcome
    const { action, before, after } = outcome
    await audit(tx, {
      by,
      subject,
      action,
      ...(reason && { reason }),
      ...(before && { before }),
      ...(after && { after }),
      now,
    })
    return { ok: true }
  })
}

async function lockMember(tx: Tx, staffId: string): Promise<Member | undefined> {
  const member = await tx
    .selectFrom('staff')
    .select('state')
    .where('id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
  if (!member) return undefined
  const rows = await tx
    .selectFrom('staffRoles')
    .select('role')
    .where('staffId', '=', staffId)
    .execute()
  const roles = rows.map(({ role }) => role)
  return { ...member, roles: ROLES.filter((role) => roles.includes(role)) }
}

async function setState(tx: Tx, { staffId, now }: Asked, state: StaffState): Promise<void> {
  await tx.updateTable('staff').set({ state, updatedAt: now }).where('id', '=', staffId).execute()
}
