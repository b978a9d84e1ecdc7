import { sql } from 'kysely'

import { db, type Database, type Tx } from '#platform/db.server.ts'
import { TIME_ZONE } from '#platform/time.ts'

import type { DepartureStatus } from './departure-status.ts'
import { raiseEdition } from './editions.server.ts'

/* Departures that were sold at other times than the timetable has now, and their new times. */

/**
 * The times of a call on its service date. GTFS: they count from noon minus twelve hours, which is
 * midnight except when clocks change.
 */
export function callTimes(serviceDate: string) {
  const midnight = sql`(${sql.ref(serviceDate)} + time '12:00') at time zone ${TIME_ZONE}
    - interval '12 hours'`
  return sql`${midnight} + make_interval(secs => arrives_seconds) as arrives_at,
    ${midnight} + make_interval(secs => departs_seconds) as departs_at`
}

export type NewCall = {
  position: number
  stopId: string
  arrivesAt: Temporal.Instant
  departsAt: Temporal.Instant
  pickup: boolean
  dropoff: boolean
}

/** The times that a departure is to have. */
export type NewTimes = {
  departureId: string
  /**
   * The departure on sale that the timetable has in its place; the departure itself if there is
   * none, since one that was changed by hand is not replaced.
   */
  targetId: string
  calls: NewCall[]
}

/** The departures that the last timetable has at other times, and that were not cancelled. */
export async function listMoved(tx: Tx | Database = db): Promise<string[]> {
  const rows = await tx
    .selectFrom('departureDifferences')
    .innerJoin('departures', 'departures.departureId', 'departureDifferences.departureId')
    .select('departures.departureId')
    .where('kind', '=', 'moved')
    .where('status', '<>', 'cancelled' satisfies DepartureStatus)
    .execute()
  return rows.map(({ departureId }) => departureId)
}

/** The new times of these departures, as far as the timetable has them at other times. */
export async function findNewTimes(
  departureIds: readonly string[],
  tx: Tx | Database = db,
): Promise<NewTimes[]> {
  const { rows } = await sql<NewCall & { departureId: string; targetId: string }>`
    select this.departure_id, coalesce(other.departure_id, this.departure_id) as target_id, new_call.*
    from departures this join departure_differences using (departure_id)
    left join departures other on other.trip_id = this.trip_id
      and other.service_date = this.service_date and other.departure_id <> this.departure_id
      and other.status = 'planned'
    cross join lateral (
      select position, stop_id, arrives_at, departs_at, pickup, dropoff
      from departure_stops where departure_stops.departure_id = other.departure_id
      union all
      select position, stop_id, ${callTimes('this.service_date')}, pickup, dropoff
      from stop_times where trip_id = this.trip_id and other.departure_id is null
        and this.status = 'planned') as new_call
    where this.departure_id = any(${[...departureIds]}::uuid[]) and kind = 'moved'
      and this.status <> 'cancelled'
    order by this.departure_id, position`.execute(tx)
  const byId = Map.groupBy(rows, ({ departureId }) => departureId)
  return [...byId].flatMap(([departureId, calls]) => {
    const [first] = calls
    if (!first) return []
    const bare = calls.map(({ position, stopId, arrivesAt, departsAt, pickup, dropoff }) => {
      return { position, stopId, arrivesAt, departsAt, pickup, dropoff }
    })
    return [{ departureId, targetId: first.targetId, calls: bare }]
  })
}

/**
 * Notes that the passengers of a locked departure have its new times, and that it no longer differs
 * from the timetable. One that is not replaced gets the times itself: at the same stops, as the caller
 * has checked.
 */
export async function takeNewTimes(
  tx: Tx,
  { departureId, targetId, calls }: NewTimes,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('departures')
    .set({ retimedAt: now })
    .where('departureId', '=', departureId)
    .execute()
  await tx.deleteFrom('departureDifferences').where('departureId', '=', departureId).execute()
  if (targetId === departureId) {
    for (const { position, arrivesAt, departsAt } of calls) {
      await tx
        .updateTable('departureStops')
        .set({ arrivesAt, departsAt })
        .where('departureId', '=', departureId)
        .where('position', '=', position)
        .execute()
    }
  }
  await raiseEdition(tx)
}
