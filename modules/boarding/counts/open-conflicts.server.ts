import { sql } from 'kysely'

import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/*
 * More people of a booking were let aboard than it has, because two phones without a network did not
 * know of each other, or a driver let them. A person decides what is true.
 */

/** One count of a conflict. */
export type CountedBy = {
  /** 0 for the list in the office. */
  deviceNo: number
  seq: number
  boarded: number
  scannedAt: Temporal.Instant
}

export type OpenConflict = {
  bookingId: string
  /** The departure that is booked. */
  departureId: string
  ticketNumber: string
  people: number
  tooMany: number
  leavesAt: Temporal.Instant
  firstStopId: string
  lastStopId: string
  /** Earliest first. */
  counts: readonly CountedBy[]
}

/** The conflicts that nobody has settled, the earliest found first, and at most `most` of them. */
export async function listOpenConflicts(most: number): Promise<OpenConflict[]> {
  const { rows } = await sql<Omit<OpenConflict, 'counts'>>`
    select booking_id, bookings.departure_id, too_many, first_call.departs_at as leaves_at,
      first_call.stop_id as first_stop_id, last_call.stop_id as last_stop_id,
      (select number from tickets where tickets.booking_id = bookings.booking_id
        order by replaced_at desc nulls first, issued_at desc limit 1) as ticket_number,
      (select sum(count)::int from booking_passengers
        where booking_passengers.booking_id = bookings.booking_id) as people
    from boarding_conflicts join bookings using (booking_id)
    join departure_stops first_call
      on first_call.departure_id = bookings.departure_id and first_call.position = 0
    cross join lateral (select stop_id from departure_stops
      where departure_stops.departure_id = bookings.departure_id
      order by position desc limit 1) as last_call
    where settled_at is null
    order by found_at, booking_id limit ${most}`.execute(db)
  const counts = await listCounts(rows.map(({ bookingId }) => bookingId))
  return rows.map((row) => ({ ...row, counts: counts.get(row.bookingId) ?? [] }))
}

async function listCounts(bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map<string, CountedBy[]>()
  const { rows } = await sql<CountedBy & { bookingId: string }>`
    select bookings.booking_id, device_no, seq, boarded, scanned_at
    from bookings join bookings ride using (order_id, position, departure_id)
    join scans on scans.booking_id = ride.booking_id
    where bookings.booking_id = any(${[...bookingIds]}::uuid[])
    order by scanned_at, device_no, seq`.execute(db)
  return Map.groupBy(rows, ({ bookingId }) => bookingId)
}

export type SettleOutcome =
  | { ok: true }
  /** A scan has put it right, or more people came since the page was shown. */
  | { ok: false; reason: 'conflict-changed' }
  | { ok: false; reason: 'settled-already' }

type Settling = { bookingId: string; tooMany: number; by: Actor; now: Temporal.Instant }

/**
 * Records that a person has looked into a conflict, and lets the count stay as it is: it stays in the
 * database (I18), and off the lists.
 *
 * @param tooMany as shown on the page
 */
export async function settleConflict(settling: Settling): Promise<SettleOutcome> {
  const { bookingId, tooMany, by, now } = settling
  if (!UUID.test(bookingId)) return { ok: false, reason: 'conflict-changed' }
  return inTransaction(async (tx): Promise<SettleOutcome> => {
    const conflict = await tx
      .selectFrom('boardingConflicts')
      .innerJoin('bookings', 'bookings.bookingId', 'boardingConflicts.bookingId')
      .select(['tooMany', 'settledAt', 'departureId'])
      .where('boardingConflicts.bookingId', '=', bookingId)
      .forUpdate('boardingConflicts')
      .executeTakeFirst()
    if (conflict?.tooMany !== tooMany) return { ok: false, reason: 'conflict-changed' }
    if (conflict.settledAt) return { ok: false, reason: 'settled-already' }
    await tx
      .updateTable('boardingConflicts')
      .set({ settledAt: now })
      .where('bookingId', '=', bookingId)
      .execute()
    const subject = `manifest:${conflict.departureId}`
    const after = { bookingId, tooMany }
    await audit(tx, { by, subject, action: 'conflict-settled', after, now })
    return { ok: true }
  })
}
