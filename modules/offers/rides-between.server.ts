import { sql } from 'kysely'

import type { FareTable } from '#modules/fares/fares.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import type { WheelchairAccess } from '#modules/timetable/wheelchair-access.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { TIME_ZONE } from '#platform/time.ts'

export type StopSets = { fromStopIds: readonly string[]; toStopIds: readonly string[] }
type Span = { since: Temporal.Instant; until: Temporal.Instant }

export type RideBetween = {
  departureId: string
  routeId: string
  status: DepartureStatus
  /** The company ended its sale. */
  closedAt: Temporal.Instant | null
  /** It does not serve one of the two stops on that day. */
  isStopClosed: boolean
  seats: number
  wheelchairPlaces: number
  fromStopId: string
  fromPosition: number
  departsAt: Temporal.Instant
  toStopId: string
  toPosition: number
  arrivesAt: Temporal.Instant
  accessible: WheelchairAccess
  /** Whether a wheelchair can board and leave at the two stops, whatever the bus is. */
  stopsAccessible: WheelchairAccess
  fares: FareTable
}

/**
 * Boardings are found by stop and time through one index, and each is then followed along its
 * departure through another. `materialized` and `offset 0` force the planner to keep that order:
 * left to choose, it scanned all departures in the first minute after an import, before it had
 * statistics.
 */
const RIDES = sql`boarding
    cross join lateral (
      select route_id, status, closed_at, seats, coalesce(wheelchair_places, 0) as wheelchair_places,
             case when wheelchair_places is not null then true end as bus_accessible,
             array[boarding.position, leaving.position] && closed_stops as is_stop_closed,
             leaving.stop_id, leaving.position, leaving.arrives_at
      from departures join departure_stops leaving using (departure_id)
      where departure_id = boarding.departure_id and leaving.position > boarding.position
        and leaving.dropoff
      offset 0) ride
    join pairs on pairs.from_stop_id = boarding.stop_id and pairs.to_stop_id = ride.stop_id
      and boarding.date >= pairs.valid_from and boarding.date < pairs.valid_until`

/**
 * Every journey sold from one of these stops to one of those that boards within the span, earliest
 * first. Withdrawn departures are no longer in the timetable, so they are not listed.
 */
export async function listRidesBetween(
  tx: Tx | Database,
  search: StopSets & Span,
): Promise<RideBetween[]> {
  const { rows } = await sql<RideBetween>`
    with ${faredPairs(search)}, ${boardings(search)}
    select boarding.departure_id, route_id, status, closed_at, is_stop_closed, seats, wheelchair_places,
           boarding.stop_id as from_stop_id, boarding.position as from_position,
           boarding.departs_at,
           ride.stop_id as to_stop_id, ride.position as to_position, ride.arrives_at,
           from_stop.wheelchair_boarding and to_stop.wheelchair_boarding as stops_accessible,
           from_stop.wheelchair_boarding and to_stop.wheelchair_boarding and bus_accessible as accessible,
           pairs.fares
    from ${RIDES}
    join stops from_stop on from_stop.stop_id = boarding.stop_id
    join stops to_stop on to_stop.stop_id = ride.stop_id
    where status <> 'withdrawn'
    order by boarding.departs_at, boarding.departure_id, boarding.position, ride.position`.execute(
    tx,
  )
  return rows
}

export type Boarding = { departureId: string; boardsAt: Temporal.Instant }

/** Each departure with the moments at which it is boarded in the span, in order. Cancelled ones are left out. */
export async function listBoardings(search: StopSets & Span): Promise<Boarding[]> {
  const { rows } = await sql<Boarding>`
    with ${faredPairs(search)}, ${boardings(search)}
    select boarding.departure_id, boarding.departs_at as boards_at
    from ${RIDES}
    where status = 'planned' and not is_stop_closed
    group by 1, 2
    order by 2`.execute(db)
  return rows
}

/** The next boarding time in the span, if there is one. */
export async function findNextBoarding(
  search: StopSets & Span,
): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ departsAt: Temporal.Instant | null }>`
    with ${faredPairs(search)}, ${boardings(search)}
    select min(boarding.departs_at) as departs_at from ${RIDES}
    where status = 'planned' and not is_stop_closed`.execute(db)
  return rows[0]?.departsAt ?? undefined
}

/** Whether any journey between these stops is sold at all, on any day from this one on. */
export async function isSold(stops: StopSets, from: Temporal.PlainDate): Promise<boolean> {
  const { rows } = await sql`
    with ${faredPairs(stops)} select 1 from pairs where valid_until > ${from} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The pairs of stops with a fare for every category, and the days of boarding on which they have it:
 * looked up once, not for each departure.
 */
function faredPairs({ fromStopIds, toStopIds }: StopSets) {
  return sql`pairs as materialized (
    select from_stop_id, to_stop_id, valid_from, valid_until, fares
    from fare_tables
    where from_stop_id = any(${fromStopIds}) and to_stop_id = any(${toStopIds})
      and fares ?& ${PASSENGER_CATEGORIES}::text[])`
}

function boardings({ fromStopIds, since, until }: StopSets & Span) {
  return sql`boarding as materialized (
    select departure_id, position, stop_id, departs_at,
      (departs_at at time zone ${TIME_ZONE})::date as date
    from departure_stops
    where stop_id = any(${fromStopIds}) and pickup
      and departs_at >= ${since} and departs_at < ${until})`
}
