import type { Tx } from '#platform/db.server.ts'

/** Takes a departure off sale because a person says so. The departure is locked. */
export async function markCancelled(tx: Tx, departureId: string): Promise<void> {
  await tx
    .updateTable('departures')
    .set({ status: 'cancelled' })
    .where('departureId', '=', departureId)
    .execute()
}
