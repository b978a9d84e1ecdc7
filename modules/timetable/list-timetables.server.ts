import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Locale } from '#platform/locale.ts'

import { exceptionsOf, type Start, type TimetableException } from './exceptions.ts'
import { listExtraStarts } from './extra-departures.server.ts'
import { getStops } from './list-places.server.ts'
import { periodsOf, type Period } from './periods.ts'
import type { Stop } from './places.ts'
import { ridePairs } from './ride-pairs.server.ts'
import type { RouteRows, ServiceRow, TripRow } from './route-rows.ts'
import { mergeStops, stopOf, visitsOf } from './stop-order.ts'

/** The printed timetable of a route in one language: strings and numbers only. */
export type RouteTimetable = {
  routeId: string
  /** "NL" */
  code: string
  /** "Nicosia – Larnaca Airport" */
  name: string
  from: Stop
  to: Stop
  via: Stop[]
  /**
   * Every stop of a period or a fare, in the order of the route; then the stops that only the way
   * back has.
   */
  stops: Stop[]
  isActive: boolean
  periods: Period[]
  exceptions: TimetableException[]
  fares: PairFare[]
}

/** In cents, by passenger category, for a journey on the route. */
export type PairFare = {
  fromStopId: string
  toStopId: string
  /** In cents, by passenger category. */
  fares: Readonly<Record<string, number>>
}

/** Every route with its timetable, in the order of the feed, as seen on the date `on`. */
export async function listTimetables(
  locale: Locale,
  on: Temporal.PlainDate,
): Promise<RouteTimetable[]> {
  return readTimetables(locale, on, null)
}

/** One route (the id is that of /schedules/{id}); undefined if it is not in the timetable. */
export async function findTimetable(
  routeId: string,
  locale: Locale,
  on: Temporal.PlainDate,
): Promise<RouteTimetable | undefined> {
  const [found] = await readTimetables(locale, on, routeId)
  return found
}

async function readTimetables(locale: Locale, on: Temporal.PlainDate, routeId: string | null) {
  const [routes, trips, services, fares, extras] = await Promise.all([
    readRoutes(locale, routeId),
    readTrips(routeId),
    readServices(locale, routeId),
    readFares(routeId, on),
    listExtraStarts(on),
  ])
  const stops = await getStops(locale, stopsOf(trips))
  const tripsOf = Map.groupBy(trips, (trip) => trip.routeId)
  const faresOf = Map.groupBy(fares, (fare) => fare.routeId)
  return routes.flatMap((route) => {
    const own = tripsOf.get(route.routeId)
    if (!own) return []
    const used = new Set(own.map(({ serviceId }) => serviceId))
    const rows = {
      trips: own,
      services: services.filter(({ serviceId }) => used.has(serviceId)),
      extras: extras.filter((extra) => extra.routeId === route.routeId),
    }
    return [toTimetable(route, rows, faresOf.get(route.routeId) ?? [], stops, on)]
  })
}

function stopsOf(trips: readonly TripRow[]): Set<string> {
  return new Set(trips.flatMap(({ calls }) => calls.map(({ stopId }) => stopId)))
}

type RouteRow = { routeId: string; code: string; name: string }
type FareRow = PairFare & { routeId: string }

function toTimetable(
  route: RouteRow,
  rows: RouteRows & { extras: readonly Start[] },
  fares: readonly FareRow[],
  stopsById: ReadonlyMap<string, Stop>,
  on: Temporal.PlainDate,
): RouteTimetable {
  const [leading = [], others = []] = stopsInOrder(rows.trips).map((stopIds) =>
    stopIds.flatMap((stopId) => stopsById.get(stopId) ?? []),
  )
  const stops = [...new Set([...leading, ...others])]
  const place = new Map(stops.map(({ stopId }, index) => [stopId, index]))
  const periods = periodsOf(rows, on)
  const [from, to] = [leading[0], leading.at(-1)]
  invariant(from && to, `a trip of route ${route.routeId} has stops`)
  return {
    ...route,
    from,
    to,
    via: leading.slice(1, -1),
    stops,
    isActive: periods.some(({ state }) => state === 'active'),
    periods,
    exceptions: exceptionsOf(rows, on, rows.extras),
    fares: fares
      .map(({ routeId: _routeId, ...fare }) => fare)
      .toSorted((one, other) => orderOf(one, place) - orderOf(other, place)),
  }
}

/** Stops of the direction that the route is named after, and stops of all other directions. */
function stopsInOrder(trips: readonly TripRow[]): string[][] {
  const first = Math.min(...trips.map(({ directionId }) => directionId))
  return [true, false].map((isFirst) => {
    const own = trips.filter(({ directionId }) => (directionId === first) === isFirst)
    return [...new Set(mergeStops(own.map(({ calls }) => visitsOf(calls))).map(stopOf))]
  })
}

function orderOf({ fromStopId, toStopId }: PairFare, place: ReadonlyMap<string, number>): number {
  return (place.get(fromStopId) ?? 0) * place.size + (place.get(toStopId) ?? 0)
}

async function readRoutes(locale: Locale, routeId: string | null): Promise<RouteRow[]> {
  const { rows } = await sql<RouteRow>`
    select route_id, short_name as code, long_name as name
    from routes join route_names using (route_id)
    where in_feed and locale = ${locale} and (${routeId}::text is null or route_id = ${routeId})
    order by position`.execute(db)
  return rows
}

async function readTrips(routeId: string | null): Promise<(TripRow & { routeId: string })[]> {
  const { rows } = await sql<TripRow & { routeId: string }>`
    select trip_id, route_id, service_id, direction_id, json_agg(json_build_object(
        'stopId', stop_id, 'arrivesSeconds', arrives_seconds, 'departsSeconds', departs_seconds)
      order by position) as calls
    from trips join stop_times using (trip_id)
    where ${routeId}::text is null or route_id = ${routeId}
    group by trip_id`.execute(db)
  return rows
}

async function readServices(locale: Locale, routeId: string | null): Promise<ServiceRow[]> {
  const { rows } = await sql<Omit<ServiceRow, 'exceptions'> & { exceptions: DatedRow[] | null }>`
    select service_id, weekdays, valid_from, valid_until, period_name,
      (select json_agg(json_build_object('date', date, 'runs', runs) order by date)
        from service_exceptions
        where service_exceptions.service_id = service_calendars.service_id) as exceptions
    from service_calendars join period_names using (service_id)
    where locale = ${locale} and exists (
      select from trips where trips.service_id = service_calendars.service_id
        and (${routeId}::text is null or route_id = ${routeId}))`.execute(db)
  return rows.map(({ exceptions, ...service }) => ({
    ...service,
    exceptions: (exceptions ?? []).map(({ date, runs }) => ({
      date: Temporal.PlainDate.from(date),
      runs,
    })),
  }))
}

type DatedRow = { date: string; runs: boolean }

/** The fares of those who board on that day, between stops of the route. */
async function readFares(routeId: string | null, on: Temporal.PlainDate): Promise<FareRow[]> {
  const { rows } = await sql<FareRow>`
    select route_id, from_stop_id, to_stop_id, fares
    from fare_tables join (${ridePairs(routeId)}) as rides using (from_stop_id, to_stop_id)
    where ${on} >= valid_from and ${on} < valid_until and fares is not null`.execute(db)
  return rows
}
