import type { StaffMailKind } from '#modules/mail/kinds.ts'
import { enqueueMail } from '#modules/mail/outbox.server.ts'
import type { Tx } from '#platform/db.server.ts'

/* The mails to staff, enqueued with the change that they report. */

/** In whose mailbox a demonstration shows a mail that no browser asked for. */
const NO_BROWSER = 'office'

type Told = { kind: StaffMailKind; about: string; visitor?: string | undefined }

/** The link of an invitation, to the address that was typed. */
export async function tellInvitation(
  tx: Tx,
  { staffId, token, visitor }: { staffId: string; token: string; visitor?: string | undefined },
  now: Temporal.Instant,
): Promise<void> {
  await tell(tx, [staffId], { kind: 'staff-invitation', about: token, visitor }, now)
}

/** A log-in from a browser that the member has not used before. */
export async function tellLogIn(
  tx: Tx,
  staffId: string,
  sessionId: string,
  now: Temporal.Instant,
): Promise<void> {
  await tell(tx, [staffId], { kind: 'staff-log-in', about: sessionId }, now)
}

export async function tellAccessChanged(tx: Tx, staffId: string, now: Temporal.Instant) {
  await tell(tx, [staffId], { kind: 'staff-access-changed', about: staffId }, now)
}

/** To the member and all owners. */
export async function tellRecoveryCode(tx: Tx, staffId: string, now: Temporal.Instant) {
  const told = [...new Set([staffId, ...(await listOwners(tx))])]
  await tell(tx, told, { kind: 'staff-recovery-code', about: staffId }, now)
}

/** To all owners, who can stop it. */
export async function tellReset(tx: Tx, staffId: string, now: Temporal.Instant): Promise<void> {
  await tell(tx, await listOwners(tx), { kind: 'staff-reset', about: staffId }, now)
}

async function listOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('staff')
    .innerJoin('staffRoles', 'staffRoles.staffId', 'staff.id')
    .select('staff.id')
    .where('staffRoles.role', '=', 'owner')
    .where('staff.state', '=', 'active')
    .orderBy('staff.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Members of a demonstration have no mailbox. */
async function tell(tx: Tx, staffIds: string[], told: Told, now: Temporal.Instant): Promise<void> {
  const { kind, about, visitor = NO_BROWSER } = told
  if (staffIds.length === 0) return
  const members = await tx
    .selectFrom('staff')
    .select(['email', 'locale'])
    .where('id', 'in', staffIds)
    .where('demonstration', '=', false)
    .execute()
  for (const { email, locale } of members) {
    await enqueueMail(tx, { kind, address: email, locale, visitor, proofId: about, now })
  }
}
