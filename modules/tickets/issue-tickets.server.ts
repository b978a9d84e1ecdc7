import type { Tx } from '#platform/db.server.ts'
import { newOpeningId } from '#platform/ids.server.ts'

type NewTickets = {
  reference: string
  groupLeader: string
  /** Each booking with its place in the order, from 1. */
  rides: readonly { bookingId: string; ride: number }[]
  now: Temporal.Instant
}

/**
 * One ticket for each ride. A booking that has a valid ticket gets another one in its place: the
 * old page and the old code are dead from then on, and the number tells which issue it is.
 * Gives the ids that open their pages.
 */
export async function issueTickets(tx: Tx, tickets: NewTickets): Promise<string[]> {
  const { reference, groupLeader, rides, now } = tickets
  const ticketIds: string[] = []
  for (const { bookingId, ride } of rides) {
    await tx
      .updateTable('tickets')
      .set({ replacedAt: now })
      .where('bookingId', '=', bookingId)
      .where('replacedAt', 'is', null)
      .execute()
    const { issued } = await tx
      .selectFrom('tickets')
      .select((ticket) => ticket.fn.countAll<number>().as('issued'))
      .where('bookingId', '=', bookingId)
      .executeTakeFirstOrThrow()
    const ticketId = newOpeningId()
    ticketIds.push(ticketId)
    await tx
      .insertInto('tickets')
      .values({
        ticketId,
        number: `${reference}-${ride}${issued > 0 ? `-${issued + 1}` : ''}`,
        code: newOpeningId(),
        bookingId,
        groupLeader,
        issuedAt: now,
      })
      .execute()
  }
  return ticketIds
}
