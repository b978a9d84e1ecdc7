import type { Tx } from '#platform/db.server.ts'

/** Takes a departure off sale because a person says so, whatever timetables say. It is locked. */
export async function markCancelled(tx: Tx, departureId: string): Promise<void> {
  await tx
    .updateTable('departures')
    .set({ status: 'cancelled', pinned: true })
    .where('departureId', '=', departureId)
    .execute()
}
