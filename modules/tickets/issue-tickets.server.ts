import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'

type NewTickets = {
  reference: string
  groupLeader: string
  /** Each booking with its place in the order, and which ticket for that place it is, both from 1. */
  rides: readonly { bookingId: string; ride: number; issue: number }[]
  now: Temporal.Instant
}

/**
 * One ticket for each ride. A booking that has a valid ticket gets another one in its place: the
 * old page and the old code are dead from then on, and the number tells which issue it is.
 * Gives the ids that open their pages.
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

/** From now on nobody rides on the tickets of these bookings. */
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
