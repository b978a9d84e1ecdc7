import { sql } from 'kysely'

import { deleteLeases } from '#modules/seats/leases.server.ts'
import { deleteBlanks } from '#modules/tickets/blank-tickets.server.ts'
import type { Tx } from '#platform/db.server.ts'

/** Deletes leases older than a moment, with their blank tickets; what was sold of them is an order. */
export async function deleteOldLeases(
  tx: Tx,
  { limit, most }: { limit: Temporal.Instant; most: number },
): Promise<number> {
  const { rows } = await sql<{ leaseId: string }>`
    delete from seat_leases where lease_id in (
      select lease_id from seat_leases where leased_at < ${limit} limit ${most} for update skip locked)
    returning lease_id`.execute(tx)
  const leaseIds = rows.map(({ leaseId }) => leaseId)
  await deleteBlanks(tx, leaseIds)
  await deleteLeases(tx, leaseIds)
  return leaseIds.length
}
