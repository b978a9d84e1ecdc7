import { sql } from 'kysely'

import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { db } from '#platform/db.server.ts'

/** Where a member lets people aboard. */
export type Work = { stopId: string; day: Temporal.PlainDate }

export type Bus = {
  departureId: string
  status: DepartureStatus
  /** The stop where the member lets people aboard. */
  position: number
  departsAt: Temporal.Instant
  lastStopId: string
  /** When boarding at the stop was closed. */
  closedAt: Temporal.Instant | null
}

/**
 * The departures that a member works on: for now all that board at the stop and on the day that the
 * member chose. Duties, once there are some, are read here.
 */
export async function listMyBuses({ stopId, day }: Work): Promise<Bus[]> {
  const { rows } = await sql<Bus>`
    select departures.departure_id, status, call.position, call.departs_at, last_call.stop_id as last_stop_id, closed.closed_at
    from departures join departure_stops as call using (departure_id)
    cross join lateral (select stop_id, position as at from departure_stops
      where departure_id = departures.departure_id order by position desc limit 1) as last_call
    left join closed_boardings as closed
      on closed.departure_id = departures.departure_id and closed.position = call.position
    where service_date = ${day} and call.stop_id = ${stopId} and pickup and call.position < last_call.at
    order by call.departs_at, departures.departure_id`.execute(db)
  return rows
}

/** The stops at which a bus boards on one of these days. */
export async function listBoardingStops(days: readonly Temporal.PlainDate[]): Promise<string[]> {
  const { rows } = await sql<{ stopId: string }>`
    select distinct stop_id from departures join departure_stops as call using (departure_id)
    where service_date = any(${days.map(String)}::date[]) and pickup and status <> 'cancelled'
      and exists (select from departure_stops as next
        where next.departure_id = call.departure_id and next.position > call.position)`.execute(db)
  return rows.map(({ stopId }) => stopId)
}
