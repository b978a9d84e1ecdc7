import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { DepartureOrigin } from './departure-status.ts'
import { raiseEdition } from './editions.server.ts'
import type { Start } from './exceptions.ts'
import { callsFrom, nearestTrip, type TripCall, type TripStart } from './extra-trip.ts'
import type { NewCall } from './new-times.server.ts'

/* Departures that the office adds beside the timetable. */

/** A route in one direction. */
export type Line = { routeId: string; directionId: number }

/** With the ends of its longest trip. */
export type ListedLine = Line & { code: string; fromStopId: string; toStopId: string }

/** The lines of the timetable, in the order of the routes. */
export async function listLines(): Promise<ListedLine[]> {
  const { rows } = await sql<ListedLine>`
    select distinct on (routes.position, route_id, direction_id) route_id, direction_id,
      short_name as code, stop_ids[1] as from_stop_id, stop_ids[cardinality(stop_ids)] as to_stop_id
    from trips join routes using (route_id) cross join lateral (
      select array_agg(stop_id order by position) as stop_ids
      from stop_times where stop_times.trip_id = trips.trip_id) as calls
    order by routes.position, route_id, direction_id, cardinality(stop_ids) desc, trip_id`.execute(
    db,
  )
  return rows
}

type Leaving = { date: Temporal.PlainDate; time: Temporal.PlainTime; departsAt: Temporal.Instant }

/**
 * The calls that a bus of a line has if it leaves at this moment: those of the trip that starts
 * nearest to it. Undefined if the timetable has no such line.
 */
export async function findCallsOfLine(
  tx: Tx | Database,
  { routeId, directionId }: Line,
  { date, time, departsAt }: Leaving,
): Promise<NewCall[] | undefined> {
  const { rows: starts } = await sql<TripStart>`
    select trip_id, departs_seconds, ${date}::date between valid_from and valid_until as is_in_season
    from trips join stop_times using (trip_id) join service_calendars using (service_id)
    where route_id = ${routeId} and direction_id = ${directionId} and position = 0`.execute(tx)
  const nearest = nearestTrip(starts, time)
  if (!nearest) return undefined
  const calls: TripCall[] = await tx
    .selectFrom('stopTimes')
    .select(['position', 'stopId', 'arrivesSeconds', 'departsSeconds', 'pickup', 'dropoff'])
    .where('tripId', '=', nearest.tripId)
    .orderBy('position')
    .execute()
  return callsFrom(calls, departsAt)
}

/** The departures of a route that leave their first stop at this moment, and run. */
export async function listLeavingAt(
  tx: Tx | Database,
  { routeId, stopId, departsAt }: { routeId: string; stopId: string; departsAt: Temporal.Instant },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('departureStops')
    .innerJoin('departures', 'departures.departureId', 'departureStops.departureId')
    .select('departures.departureId')
    .where('stopId', '=', stopId)
    .where('departsAt', '=', departsAt)
    .where('position', '=', 0)
    .where('routeId', '=', routeId)
    .where('status', '=', 'planned')
    .execute()
  return rows.map(({ departureId }) => departureId)
}

export type NewDeparture = Line & {
  origin: Exclude<DepartureOrigin, 'timetable'>
  calls: readonly NewCall[]
  seats: number
  wheelchairPlaces: number
  reason: string
  /** Of a charter alone. */
  orderedBy: string | null
  by: Actor
  now: Temporal.Instant
}

/**
 * Writes a departure that no timetable has, and returns its id. At no stop of a charter can anybody be
 * picked up or set down with a ticket of ours, so no search, board or phone offers it.
 */
export async function makeExtra(tx: Tx, departure: NewDeparture): Promise<string> {
  const { origin, routeId, directionId, calls, seats, wheelchairPlaces } = departure
  const { reason, orderedBy, by, now } = departure
  const departureId = randomUUID()
  const serviceDate = dateInCyprus(calls[0]?.departsAt ?? now)
  const places = { seats, wheelchairPlaces }
  await tx
    .insertInto('departures')
    .values({ departureId, tripId: departureId, routeId, serviceDate, origin, ...places })
    .execute()
  const isOpen = origin === 'extra'
  const rows = calls.map(({ pickup, dropoff, ...call }) => {
    return { departureId, ...call, pickup: isOpen && pickup, dropoff: isOpen && dropoff }
  })
  await tx.insertInto('departureStops').values(rows).execute()
  const made = { madeBy: actorText(by), madeAt: now }
  await tx
    .insertInto('extraDepartures')
    .values({ departureId, directionId, reason, orderedBy, ...made })
    .execute()
  await raiseEdition(tx)
  return departureId
}

/** Deletes a locked departure that the office added, and to which nothing refers any more. */
export async function deleteExtra(tx: Tx, departureId: string): Promise<void> {
  await tx
    .deleteFrom('departures')
    .where('departureId', '=', departureId)
    .where('origin', '<>', 'timetable')
    .execute()
  await raiseEdition(tx)
}

/** When the extra departures that run leave their first stop, from a date on. */
export async function listExtraStarts(
  from: Temporal.PlainDate,
): Promise<(Start & { routeId: string })[]> {
  const rows = await db
    .selectFrom('extraDepartures')
    .innerJoin('departures', 'departures.departureId', 'extraDepartures.departureId')
    .innerJoin('departureStops', 'departureStops.departureId', 'departures.departureId')
    .select(['routeId', 'directionId', 'departsAt'])
    .where('position', '=', 0)
    .where('origin', '=', 'extra')
    .where('status', '=', 'planned')
    .where('serviceDate', '>=', from)
    .execute()
  return rows.map(({ departsAt, ...line }) => {
    return { ...line, date: dateInCyprus(departsAt).toString(), time: clockTime(departsAt) }
  })
}

export type Extra = {
  origin: NewDeparture['origin']
  reason: string
  orderedBy: string | null
  madeBy: string
  madeAt: Temporal.Instant
}

/** Why the office added a departure; undefined for one of the timetable. */
export async function findExtra(departureId: string): Promise<Extra | undefined> {
  const row = await db
    .selectFrom('departures')
    .innerJoin('extraDepartures', 'extraDepartures.departureId', 'departures.departureId')
    .select(['origin', 'reason', 'orderedBy', 'madeBy', 'madeAt'])
    .where('departures.departureId', '=', departureId)
    .executeTakeFirst()
  return row as Extra | undefined
}
