import {
  inviteMember,
  makeLink,
  type InvitationOutcome,
} from '#modules/staff/people/invite.server.ts'
import { RESET_WAIT_HOURS } from '#modules/staff/people/limits.ts'
import { listAbleOwners, lockOwners } from '#modules/staff/people/owners.server.ts'
import { tellReset } from '#modules/staff/people/tell.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/*
 * The acts possible only at the company's server, by its command line: the first owner, and a member
 * who has lost all factors and recovery codes. All owners are told.
 */

type Invited = { email: string; name: string; by: Actor; reason: string; now: Temporal.Instant }

export function inviteOwner(invited: Invited): Promise<InvitationOutcome> {
  return inviteMember({ ...invited, roles: ['owner'], locale: MAIN_LOCALE, tellsOwners: true })
}

type Reset = { email: string; by: Actor; reason: string; now: Temporal.Instant }
export type ResetOutcome =
  | { ok: true; token: string; usableFrom: Temporal.Instant }
  | { ok: false; reason: 'member-unknown' | 'not-active' }

/**
 * Makes a link with which a member sets a new password and a new second factor. While another owner
 * could notice and stop it, the link waits for RESET_WAIT_HOURS. A member who never accepted the
 * invitation gets a new one, which need not wait.
 */
export async function resetFactors({ email, by, reason, now }: Reset): Promise<ResetOutcome> {
  return inTransaction(async (tx) => {
    await lockOwners(tx)
    const member = await tx
      .selectFrom('staff')
      .select(['id', 'state'])
      .where('email', '=', email.toLowerCase())
      .forUpdate()
      .executeTakeFirst()
    if (!member) return { ok: false, reason: 'member-unknown' }
    const { id: staffId, state } = member
    if (state !== 'active' && state !== 'invited') return { ok: false, reason: 'not-active' }

    const others = (await listAbleOwners(tx)).filter((owner) => owner !== staffId)
    const waits = state === 'active' && others.length > 0
    const usableFrom = waits ? now.add({ hours: RESET_WAIT_HOURS }) : now
    const kind = state === 'active' ? 'reset' : 'invitation'
    const token = await makeLink(tx, { staffId, kind, by, usableFrom, now })
    await tellReset(tx, staffId, now)
    const after = { usableFrom: usableFrom.toString() }
    await audit(tx, { by, subject: `staff:${staffId}`, action: 'reset-begun', reason, after, now })
    return { ok: true, token, usableFrom }
  })
}
