import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { env } from '#platform/settings/env.server.ts'

import { writeSignedCode } from './ticket-code.ts'
import { departureMark } from './ticket-facts.ts'
import { findSigner, type Signer } from './ticket-keys.server.ts'

type NewTickets = {
  reference: string
  groupLeader: string
  /** Each booking with the number of its ride in the order and of its issue, both from 1. */
  rides: readonly (Journey & { bookingId: string; ride: number; issue: number })[]
  /** The code that the holder has been given already, on a ticket that was blank. */
  code?: string | undefined
  now: Temporal.Instant
}

/** The ride that a ticket is good for. */
type Journey = {
  departureId: string
  departsAt: Temporal.Instant
  /** Positions of the stops in the departure. */
  from: number
  to: number
  /** All people, infants included, and the places that they take. */
  people: number
  seats: number
  wheelchairs: number
  missed: boolean
}

/**
 * Issues one ticket for each ride. If a booking has a valid ticket, the new one replaces it: the
 * old page and the old code are void from then on, and the number shows which issue it is. Returns
 * the ids that open the ticket pages.
 */
export async function issueTickets(tx: Tx, tickets: NewTickets): Promise<string[]> {
  const bookingIds = tickets.rides.map(({ bookingId }) => bookingId)
  await voidTickets(tx, bookingIds, tickets.now)
  const { ticketIds, insert } = await prepareTickets(tx, tickets)
  if (ticketIds.length > 0) await insert.execute()
  return ticketIds
}

/** The insert of tickets for rides that have none, and the ids that open their pages. */
export async function prepareTickets(tx: Tx, tickets: NewTickets) {
  const { reference, groupLeader, rides, now } = tickets
  const signer = await findSigner(tx, now)
  const rows = rides.map(({ bookingId, ride, issue, ...journey }) => {
    const code = tickets.code ?? newAccessToken()
    return {
      ticketId: newAccessToken(),
      number: `${reference}-${ride}${issue > 1 ? `-${issue}` : ''}`,
      code,
      signedCode: signer ? signJourney(signer, { code, now, journey }) : null,
      bookingId,
      groupLeader,
      issuedAt: now,
    }
  })
  const ticketIds = rows.map(({ ticketId }) => ticketId)
  return { ticketIds, insert: tx.insertInto('tickets').values(rows) }
}

type Issued = { code: string; now: Temporal.Instant; journey: Journey }

function signJourney(signer: Signer, { code, now, journey }: Issued): string {
  const { departureId, departsAt, ...facts } = journey
  return writeSignedCode(
    {
      ...facts,
      code,
      departure: departureMark(departureId),
      departsAt: departsAt.epochMilliseconds,
      issuedAt: now.epochMilliseconds,
      demonstration: env().MODE === 'demonstration',
    },
    signer,
  )
}

/**
 * Signs the valid tickets of these bookings for other times. Their codes stay, so that what was
 * printed before is still good.
 */
export async function signTicketsAgain(
  tx: Tx,
  rides: readonly (Journey & { bookingId: string })[],
  now: Temporal.Instant,
): Promise<void> {
  const signer = await findSigner(tx, now)
  if (!signer) return
  for (const { bookingId, ...journey } of rides) {
    const tickets = await tx
      .selectFrom('tickets')
      .select(['ticketId', 'code'])
      .where('bookingId', '=', bookingId)
      .where('replacedAt', 'is', null)
      .where('signedCode', 'is not', null)
      .execute()
    for (const { ticketId, code } of tickets) {
      await tx
        .updateTable('tickets')
        .set({ signedCode: signJourney(signer, { code, now, journey }) })
        .where('ticketId', '=', ticketId)
        .execute()
    }
  }
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
