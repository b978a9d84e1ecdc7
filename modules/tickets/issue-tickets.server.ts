import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'

type NewTickets = {
  reference: string
  groupLeader: string
  /** Each booking with the number of its ride in the order and of its issue, both from 1. */
  rides: readonly { bookingId: string; ride: number; issue: number }[]
  now: Temporal.Instant
}

/**
 * Issues one ticket for each ride. If a booking has a valid ticket, the new one replaces it: the
 * old page and the old code are void from then on, and the number shows which issue it is. Returns
 * the ids that open the ticket pages.
 */
export async function issueTickets(tx: Tx, tickets: NewTickets): Promise<string[]> {
  const { reference, groupLeader, rides, now } = tickets
  const bookingIds = rides.map(({ bookingId }) => bookingId)
  await voidTickets(tx, bookingIds, now)
  const rows = rides.map(({ bookingId, ride, issue }) => ({
    ticketId: newAccessToken(),
    number: `${reference}-${ride}${issue > 1 ? `-${issue}` : ''}`,
    code: newAccessToken(),
    bookingId,
    groupLeader,
    issuedAt: now,
  }))
  if (rows.length > 0) await tx.insertInto('tickets').values(rows).execute()
  return rows.map(({ ticketId }) => ticketId)
}

/** Makes the tickets of these bookings invalid for travel. */
export async function voidTickets(
  tx: Tx,
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('tickets')
    .set({ replacedAt: now })
    .where('bookingId', 'in', bookingIds)
    .where('replacedAt', 'is', null)
    .execute()
}
