import { createHash } from 'node:crypto'

import {
  checkEmail,
  checkName,
  type EmailRefusal,
  type NameRefusal,
} from '#modules/accounts/sign-up.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { INVITATION_HOURS } from './limits.ts'
import type { Role, StaffInvitationKind } from './roles.ts'
import { tellInvitation, tellReset } from './tell.server.ts'

type Invited = {
  by: Actor
  name: string
  email: string
  roles: readonly Role[]
  locale: Locale
  reason?: string
  /** The browser in whose mailbox the demonstration shows the mail. */
  visitor?: string
  /** Whether all owners are told: the invitation of an owner at the command line. */
  tellsOwners?: boolean
  now: Temporal.Instant
}

export type InvitationOutcome =
  | { ok: true; staffId: string; token: string }
  | NameRefusal
  | EmailRefusal
  | { ok: false; reason: 'no-role' | 'member-known' }

/**
 * Adds a member without access yet, and mails the link that gives it. A former member with this
 * address is the same person again, under the same id.
 */
export async function inviteMember(invited: Invited): Promise<InvitationOutcome> {
  const { by, name, roles, locale, reason, visitor, tellsOwners, now } = invited
  const email = invited.email.toLowerCase()
  const refusal = checkName(name) ?? checkEmail(email)
  if (refusal) return refusal
  if (roles.length === 0) return { ok: false, reason: 'no-role' }
  const values = { name, locale, state: 'invited', updatedAt: now } as const
  return inTransaction(async (tx) => {
    const added = await tx
      .insertInto('staff')
      .values({ id: newAccessToken(), email, createdAt: now, ...values })
      .onConflict((known) =>
        known.column('email').doUpdateSet(values).where('staff.state', '=', 'left'),
      )
      .returning('id')
      .executeTakeFirst()
    if (!added) return { ok: false, reason: 'member-known' }
    const staffId = added.id
    const given = { staffId, givenBy: actorText(by), givenAt: now }
    await tx
      .insertInto('staffRoles')
      .values(roles.map((role) => ({ ...given, role })))
      .execute()
    const token = await makeLink(tx, { staffId, kind: 'invitation', by, usableFrom: now, now })
    await tellInvitation(tx, { staffId, token, visitor }, now)
    if (tellsOwners) await tellReset(tx, staffId, now)
    await audit(tx, {
      by,
      subject: `staff:${staffId}`,
      action: 'invited',
      ...(reason && { reason }),
      after: { name, email, roles },
      now,
    })
    return { ok: true, staffId, token }
  })
}

type Resent = { by: Actor; staffId: string; visitor?: string; now: Temporal.Instant }

/** A new link for a member who has not accepted yet; the former one opens nothing any more. */
export async function resendInvitation({
  by,
  staffId,
  visitor,
  now,
}: Resent): Promise<{ ok: true } | { ok: false; reason: 'accepted-already' }> {
  return inTransaction(async (tx) => {
    const member = await tx
      .selectFrom('staff')
      .select('state')
      .where('id', '=', staffId)
      .forUpdate()
      .executeTakeFirst()
    if (member?.state !== 'invited') return { ok: false, reason: 'accepted-already' }
    const token = await makeLink(tx, { staffId, kind: 'invitation', by, usableFrom: now, now })
    await tellInvitation(tx, { staffId, token, visitor }, now)
    await audit(tx, { by, subject: `staff:${staffId}`, action: 'invited-again', now })
    return { ok: true }
  })
}

type NewLink = {
  staffId: string
  kind: StaffInvitationKind
  by: Actor
  usableFrom: Temporal.Instant
  now: Temporal.Instant
}

/** Makes a link and revokes the member's former ones. Only its digest is kept. */
export async function makeLink(tx: Tx, link: NewLink): Promise<string> {
  const { staffId, kind, by, usableFrom, now } = link
  await revokeLinks(tx, staffId, now)
  const token = newAccessToken()
  await tx
    .insertInto('staffInvitations')
    .values({
      digest: digestOf(token),
      staffId,
      kind,
      invitedBy: actorText(by),
      usableFrom,
      expiresAt: usableFrom.add({ hours: INVITATION_HOURS }),
    })
    .execute()
  return token
}

/**
 * Ends the links of a member, and drops the password and factor set up with them. A link that was opened
 * may still be in use once it has expired. Returns the number of links.
 */
export async function revokeLinks(tx: Tx, staffId: string, now: Temporal.Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('staffInvitations')
    .set({ revokedAt: now, passwordHash: null, factor: null })
    .where('staffId', '=', staffId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The member whom a link invites, if it can be used now; a link that was opened once cannot. */
export async function findInvitation(token: string, now: Temporal.Instant) {
  return db
    .selectFrom('staffInvitations')
    .innerJoin('staff', 'staff.id', 'staffInvitations.staffId')
    .select(['staff.id as staffId', 'staff.name', 'staff.email', 'digest', 'kind'])
    .where('digest', '=', digestOf(token))
    .where('usableFrom', '<=', now)
    .where('expiresAt', '>', now)
    .where('openedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('staff.state', 'in', ['invited', 'active'])
    .executeTakeFirst()
}

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
