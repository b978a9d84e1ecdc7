import { sql } from 'kysely'

import { listDelays } from '#modules/dispatch/delays.server.ts'
import { listSeatsSold } from '#modules/seats/list-loads.server.ts'
import { EDITION } from '#modules/timetable/editions.server.ts'
import { keepBriefly } from '#platform/answers/cache.server.ts'
import { now as present } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import { listAssigned, listCalls } from './list-calls.server.ts'
import type { FeedEntity } from './messages.ts'
import { FEW_SEATS_FROM, toTripUpdates, type DepartureNews } from './trip-updates.ts'

/**
 * The departures of today and tomorrow, and of yesterday while they are on the road, that differ
 * from the timetable, run beside it or are nearly full. Charters are left out. At most six statements, however many there are, and one
 * more each minute.
 */
export async function listTripUpdates(now: Temporal.Instant): Promise<FeedEntity[]> {
  const departures = await listNews(now)
  const departureIds = departures.map(({ departureId }) => departureId)
  const moved = departures.filter(({ movedStops }) => movedStops.length > 0)
  const [callsOf, assignedOf, reportsOf, soldOf] = await Promise.all([
    listCalls(departureIds, departures[0]?.edition ?? 0),
    listAssigned(moved.map(({ departureId }) => departureId)),
    listDelays(departureIds),
    listSeatsSold(departureIds),
  ])
  return departures.flatMap((departure) => {
    const { departureId } = departure
    const calls = callsOf.get(departureId) ?? []
    const reports = reportsOf.get(departureId) ?? []
    const assigned = assignedOf.get(departureId) ?? new Map()
    const seatsSold = soldOf.get(departureId) ?? new Map()
    return toTripUpdates({ ...departure, calls, assigned, reports, seatsSold }, now)
  })
}

/** The days of service of a feed: yesterday's last buses may still be on the road. */
export function daysOfFeed(now: Temporal.Instant) {
  const today = dateInCyprus(now)
  const [yesterday, tomorrow] = [today.subtract({ days: 1 }), today.add({ days: 1 })]
  return sql`departures.service_date between ${yesterday}::date and ${tomorrow}::date`
}

/** Whether the timetable has the trip of a departure on its day. Reads `trips` beside `departures`. */
export const RUNS_BY_TIMETABLE = sql<boolean>`(
  trips.trip_id is not null and coalesce(
    (select runs from service_exceptions
      where service_exceptions.service_id = trips.service_id and date = departures.service_date),
    (select extract(isodow from departures.service_date)::int = any (weekdays)
        and departures.service_date between valid_from and valid_until
      from service_calendars where service_calendars.service_id = trips.service_id),
    false))`

type News = Omit<DepartureNews, 'calls' | 'assigned' | 'reports' | 'seatsSold'> & {
  edition: number
}

/** If a trip was cancelled and added again on one day, the feed reports the departure that runs. */
function selectNews(now: Temporal.Instant, nearlyFull: readonly string[]) {
  const days = daysOfFeed(now)
  return sql<News>`
    select departures.departure_id, departures.trip_id, departures.route_id, departures.service_date,
      status = 'cancelled' as is_cancelled, departures.seats, closed_stops, moved_stops,
      is_accessible, ${EDITION} as edition,
      case when ${RUNS_BY_TIMETABLE} then (
        select count(*) from stop_times where stop_times.trip_id = trips.trip_id) end as planned_calls
    from departures
    left join trips using (trip_id)
    left join (
      select departure_id, bool_or(has_lift and vehicles.wheelchair_places > 0) as is_accessible
      from departures
      join (select departure_id, vehicle_id from departure_vehicles
        union all select departure_id, vehicle_id from relief_buses) as assigned using (departure_id)
      join vehicles using (vehicle_id)
      where ${days} group by departure_id) as vehicle on vehicle.departure_id = departures.departure_id
    where ${days} and origin <> 'charter' and (
      status = 'cancelled' and (trip_id, service_date) not in (
        select trip_id, service_date from departures where ${days} and status = 'planned')
      or status = 'planned' and (
        origin = 'extra' or closed_stops <> '{}' or moved_stops <> '{}'
        or is_accessible <> (coalesce(trips.wheelchair_places, 0) > 0)
        or exists (select from departure_delays where departure_delays.departure_id = departures.departure_id)
        or exists (select from departure_differences as other
          where other.departure_id = departures.departure_id and kind in ('absent', 'moved'))
        or departures.departure_id = any(${nearlyFull}::uuid[])))
    order by departures.service_date, departures.trip_id, departures.departure_id`
}

async function listNews(now: Temporal.Instant): Promise<News[]> {
  const { rows } = await selectNews(now, await readNearlyFull('')).execute(db)
  return rows
}

/** Once a minute, since the seats sold on all departures are more to read than all news. */
const readNearlyFull = keepBriefly(listNearlyFull)

/** No leg has more seats sold than all tickets together, so the others need not be looked at leg by leg. */
async function listNearlyFull(): Promise<string[]> {
  const { rows } = await sql<{ departureId: string }>`
    select departure_id from departures
    where ${daysOfFeed(present())} and status = 'planned' and (
      select sum(seats) from seat_holds
      where seat_holds.departure_id = departures.departure_id and state in ('sold', 'blocked')
    ) >= ${FEW_SEATS_FROM}::numeric * departures.seats`.execute(db)
  return rows.map(({ departureId }) => departureId)
}
