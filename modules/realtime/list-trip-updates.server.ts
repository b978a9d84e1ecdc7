import { sql } from 'kysely'

import { listDelays } from '#modules/dispatch/delays.server.ts'
import { listLegLoads } from '#modules/seats/list-loads.server.ts'
import { callTimes } from '#modules/timetable/new-times.server.ts'
import { keepBriefly } from '#platform/cache.server.ts'
import { now as present } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { FeedEntity } from './messages.ts'
import {
  FEW_SEATS_FROM,
  toTripUpdates,
  type CallOfNews,
  type DepartureNews,
} from './trip-updates.ts'

/**
 * The departures of today and tomorrow, and of yesterday while they are on the road, that are not as
 * the timetable has them or are nearly full. Four statements, however many there are, and one more each minute.
 */
export async function listTripUpdates(now: Temporal.Instant): Promise<FeedEntity[]> {
  const departures = await listNews(now)
  const departureIds = departures.map(({ departureId }) => departureId)
  const [callsOf, reportsOf, loadsOf] = await Promise.all([
    listCalls(departureIds),
    listDelays(departureIds),
    listLegLoads(departureIds, now),
  ])
  return departures.flatMap((departure) => {
    const { departureId } = departure
    const calls = callsOf.get(departureId) ?? []
    const reports = reportsOf.get(departureId) ?? []
    const loads = loadsOf.get(departureId) ?? []
    return toTripUpdates({ ...departure, calls, reports, loads }, now)
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

type News = Omit<DepartureNews, 'calls' | 'reports' | 'loads'>

/** Of two departures of one trip and day, the one that runs is told and not the one that was cancelled. */
function selectNews(now: Temporal.Instant, nearlyFull: readonly string[]) {
  return sql<News>`
    select departures.departure_id, departures.trip_id, departures.route_id, departures.service_date,
      status = 'cancelled' as is_cancelled, closed_stops, moved_stops, is_accessible,
      case when ${RUNS_BY_TIMETABLE} then (
        select count(*) from stop_times where stop_times.trip_id = trips.trip_id) end as planned_calls
    from departures
    left join trips using (trip_id)
    cross join lateral (
      select bool_or(has_lift and vehicles.wheelchair_places > 0) as is_accessible
      from vehicles where vehicle_id in (
        select vehicle_id from departure_vehicles as own
          where own.departure_id = departures.departure_id
        union all select vehicle_id from relief_buses as relief
          where relief.departure_id = departures.departure_id)) as vehicle
    where ${daysOfFeed(now)} and (
      status = 'cancelled' and not exists (
        select from departures as running
        where running.trip_id = departures.trip_id and running.status = 'planned'
          and running.service_date = departures.service_date)
      or status = 'planned' and (
        closed_stops <> '{}' or moved_stops <> '{}'
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
      where seat_holds.departure_id = departures.departure_id and state = 'sold'
    ) >= ${FEW_SEATS_FROM}::numeric * departures.seats`.execute(db)
  return rows.map(({ departureId }) => departureId)
}

type CallRow = Omit<CallOfNews, 'planned'> & {
  departureId: string
  plannedStopId: string | null
  plannedArrival: Temporal.Instant
  plannedDeparture: Temporal.Instant
}

/**
 * A stop that was moved to another stop of the timetable has its name and its place on the map, as the
 * office copies them.
 */
async function listCalls(departureIds: readonly string[]): Promise<Map<string, CallOfNews[]>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<CallRow>`
    select call.departure_id, call.position, call.stop_id, call.arrives_at, call.departs_at,
      planned.stop_id as planned_stop_id, planned.arrives_at as planned_arrival,
      planned.departs_at as planned_departure, instead.stop_id as instead
    from departures
    join departure_stops as call using (departure_id)
    left join lateral (
      select stop_id, ${callTimes('departures.service_date')} from stop_times
      where stop_times.trip_id = departures.trip_id and stop_times.position = call.position
    ) as planned on true
    left join departure_calls as moved
      on moved.departure_id = call.departure_id and moved.position = call.position
    left join lateral (
      select stops.stop_id from stops join stop_names using (stop_id)
      where in_feed and stops.latitude = moved.latitude and stops.longitude = moved.longitude
        and locale = ${MAIN_LOCALE} and name = moved_to ->> ${MAIN_LOCALE}
        and stops.stop_id <> call.stop_id
      limit 1) as instead on moved_to is not null
    where departures.departure_id = any(${departureIds}::uuid[])
    order by call.departure_id, call.position`.execute(db)
  const calls = rows.map(({ plannedStopId, plannedArrival, plannedDeparture, ...call }) => {
    const times = { arrivesAt: plannedArrival, departsAt: plannedDeparture }
    return { ...call, planned: plannedStopId === null ? null : { stopId: plannedStopId, ...times } }
  })
  return Map.groupBy(calls, ({ departureId }) => departureId)
}
