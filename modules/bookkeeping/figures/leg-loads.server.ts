import { sql } from 'kysely'

import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

export type LegLoad = {
  departureId: string
  day: Temporal.PlainDate
  routeId: string
  status: DepartureStatus
  /** Of the first stop of the leg. */
  departsAt: Temporal.Instant
  from: string
  to: string
  seats: number
  sold: number
  wheelchairPlaces: number
  /** Seats sold on the fullest leg of the departure. */
  mostSold: number
}

/** The legs of a day, or some departures of it after one. */
export type LegWish = {
  day: Temporal.PlainDate
  locale: Locale
  /** The last departure of the page before. */
  after?: string | undefined
  /** The number of departures, of which each has all its legs. */
  limit?: number
}

/**
 * The legs of the departures of a day, in the order of routes, departures and legs, with the names
 * of their stops.
 */
export async function listLegLoads({ day, locale, after, limit }: LegWish): Promise<LegLoad[]> {
  const { rows } = await sql<LegLoad>`
    with in_order as materialized (
      select departure_id, service_date, route_id, status, seats, routes.position as place, first.departs_at as begins_at
      from departures join routes using (route_id) join departure_stops as first using (departure_id)
      where service_date = ${day.toString()}::date and first.position = 0 and origin <> 'charter'
    ), shown as materialized (
      select * from in_order
      where ${after ?? null}::uuid is null or (place, route_id, begins_at, departure_id) > (
        select place, route_id, begins_at, departure_id from in_order where departure_id = ${after ?? null})
      order by place, route_id, begins_at, departure_id limit ${limit ?? null}
    ), aboard as materialized (
      select departure_id, leg, sum(hold.seats) as aboard, sum(hold.wheelchair_places) as in_wheelchairs
      from shown join seat_holds as hold using (departure_id)
      cross join lateral generate_series(from_position, to_position - 1) as leg
      where state = 'sold' group by departure_id, leg
    )
    select shown.departure_id, service_date as day, route_id, status, stop.departs_at,
      here.short_name as "from", there.short_name as "to", seats,
      coalesce(aboard.aboard, 0) as sold, coalesce(in_wheelchairs, 0) as wheelchair_places,
      coalesce(max(aboard.aboard) over (partition by shown.departure_id), 0) as most_sold
    from shown
    join departure_stops as stop on stop.departure_id = shown.departure_id
    join departure_stops as next
      on next.departure_id = shown.departure_id and next.position = stop.position + 1
    join stop_names as here on here.stop_id = stop.stop_id and here.locale = ${locale}
    join stop_names as there on there.stop_id = next.stop_id and there.locale = ${locale}
    left join aboard on aboard.departure_id = shown.departure_id and leg = stop.position
    order by place, route_id, begins_at, shown.departure_id, stop.position`.execute(db)
  return rows
}
