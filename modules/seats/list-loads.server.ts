import { sql } from 'kysely'

import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { db } from '#platform/db.server.ts'

export type Load = {
  departureId: string
  routeId: string
  status: DepartureStatus
  firstStopId: string
  departsAt: Temporal.Instant
  lastStopId: string
  seats: number
  /** Seats sold on the fullest leg. */
  sold: number
}

/** The departures of one service date, earliest first, and how full each is. */
export async function listLoads(date: Temporal.PlainDate): Promise<Load[]> {
  const { rows } = await sql<Load>`
    select departure_id, route_id, status, seats, calls.*, coalesce(sold, 0)::int as sold
    from departures
    cross join lateral (
      select min(departs_at) as departs_at,
        (array_agg(stop_id order by position))[1] as first_stop_id,
        (array_agg(stop_id order by position desc))[1] as last_stop_id
      from departure_stops where departure_stops.departure_id = departures.departure_id) as calls
    left join lateral (
      select max(aboard) as sold from (
        select leg, sum(hold.seats) as aboard
        from seat_holds as hold
        cross join lateral generate_series(from_position, to_position - 1) as leg
        where hold.departure_id = departures.departure_id and state = 'sold'
        group by leg) as legs) as load on true
    where service_date = ${date.toString()}::date
    order by departs_at, departure_id`.execute(db)
  return rows
}
