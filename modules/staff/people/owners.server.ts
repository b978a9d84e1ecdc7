import { sql } from 'kysely'

import type { Tx } from '#platform/db.server.ts'

/**
 * Locks all owners, in the order of their ids. Every act that takes an owner's role, access or last
 * factor does this first. If two owners demote each other at the same time, the second waits here
 * and then finds that it is the last.
 */
export async function lockOwners(tx: Tx): Promise<void> {
  await tx
    .selectFrom('staffRoles')
    .innerJoin('staff', 'staff.id', 'staffRoles.staffId')
    .select('staff.id')
    .where('role', '=', 'owner')
    .orderBy('staff.id')
    .forUpdate()
    .execute()
}

/**
 * Whether no other owner could sign in: an active one with a second factor. To be called under
 * lockOwners.
 */
export async function isLastOwner(tx: Tx, staffId: string): Promise<boolean> {
  const owners = await listAbleOwners(tx)
  return owners.includes(staffId) && owners.length === 1
}

/** The active owners with a second factor. */
export async function listAbleOwners(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select staff.id from staff
    join staff_roles on staff_roles.staff_id = staff.id and role = 'owner'
    where state = 'active' and (
      exists (select from staff_authenticators where staff_authenticators.staff_id = staff.id)
      or exists (select from staff_passkeys where staff_passkeys.staff_id = staff.id))
    order by staff.id`.execute(tx)
  return rows.map(({ id }) => id)
}
