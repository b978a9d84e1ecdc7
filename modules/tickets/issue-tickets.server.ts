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
  const bookingIds = tickets.rides.map(({ bookingId }) => bookingId)
  await voidTickets(tx, bookingIds, tickets.now)
  const { ticketIds, insert } = insertTickets(tx, tickets)
  if (ticketIds.length > 0) await insert.execute()
  return ticketIds
}

/** The insert of tickets for rides that have none, and the ids that open their pages. */
export function insertTickets(tx: Tx, { reference, groupLeader, rides, now }: NewTickets) {
  const rows = rides.map(({ bookingId, ride, issue }) => ({
    ticketId: newAccessToken(),
    number: `${reference}-${ride}${issue > 1 ? `-${issue}` : ''}`,
    code: newAccessToken(),
    bookingId,
    groupLeader,
    issuedAt: now,
  }))
  const ticketIds = rows.map(({ ticketId }) => ticketId)
  return { ticketIds, insert: tx.insertInto('tickets').values(rows) }
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
