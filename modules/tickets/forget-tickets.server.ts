import type { Tx } from '#platform/db.server.ts'

/** Takes the names out of the tickets of some bookings. */
export async function forgetGroupLeaders(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('tickets')
    .set({ groupLeader: '' })
    .where('bookingId', 'in', bookingIds)
    .execute()
}

/** Removes the tickets of some bookings, which are removed next. */
export async function removeTickets(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx.deleteFrom('tickets').where('bookingId', 'in', bookingIds).execute()
}
