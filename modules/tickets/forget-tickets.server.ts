import type { Tx } from '#platform/db.server.ts'

/** Erases the names on the tickets of some bookings. */
export async function forgetGroupLeaders(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('tickets')
    .set({ groupLeader: '' })
    .where('bookingId', 'in', bookingIds)
    .execute()
}

/** Deletes the tickets of some bookings, before the bookings themselves are deleted. */
export async function removeTickets(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx.deleteFrom('tickets').where('bookingId', 'in', bookingIds).execute()
}
