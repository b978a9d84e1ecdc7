import { sql } from 'kysely'

import type { DepartureStatus, DifferenceKind } from '#modules/timetable/departure-status.ts'
import { db } from '#platform/db.server.ts'

/** A departure with bookings or blocked seats that differs from the timetable. */
export type HeldDifference = {
  departureId: string
  kind: DifferenceKind
  status: DepartureStatus
  firstStopId: string
  departsAt: Temporal.Instant
  /** Bookings that have seats on it, and blocks of seats. */
  holders: number
}

/** The departures with bookings that differ and have not left, the next bus first. */
export async function listHeldDifferences(
  now: Temporal.Instant,
  limit: number,
): Promise<HeldDifference[]> {
  const { rows } = await sql<HeldDifference>`
    select departure_id, kind, status, first_call.stop_id as first_stop_id, departs_at, holders
    from departure_differences
    join departures using (departure_id)
    join departure_stops as first_call using (departure_id)
    cross join lateral (
      select count(distinct booking_id)::int as holders from seat_holds
      where seat_holds.departure_id = departures.departure_id and state in ('sold', 'blocked')) as sold
    where position = 0 and departs_at > ${now} and holders > 0
    order by departs_at, departure_id limit ${limit}`.execute(db)
  return rows
}
