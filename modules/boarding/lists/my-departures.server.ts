import { sql } from 'kysely'

import { CARRIES_NOBODY, listDeparturesOfDriver } from '#modules/fleet/duties.server.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { spanOfDates } from '#modules/timetable/span-of-dates.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

/** Where a member lets people aboard. */
export type Work = { staffId: string; stopId: string; day: Temporal.PlainDate }

type Asked = Work & { now: Temporal.Instant }

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
 * The departures that a member works on: those of the duties that a driver has on this day, each at
 * the chosen stop or, if it does not board there, at its first one. Without a duty all that board at
 * the chosen stop. The one that is on its way or comes next is first, and those that have arrived are last.
 */
export async function listMyBuses({ staffId, stopId, day, now }: Asked): Promise<Bus[]> {
  const runs = await listDeparturesOfDriver(staffId, { from: day, until: day })
  const isMine =
    runs.length > 0
      ? sql`departures.departure_id = any(${runs.map((run) => run.departureId)}::uuid[])`
      : sql`service_date = ${day} and call.stop_id = ${stopId}`
  const { rows } = await sql<Bus>`
    select departure_id, status, position, departs_at, last_stop_id, closed_at from (
      select distinct on (departures.departure_id) departures.departure_id, status, call.position,
        call.departs_at, last_call.stop_id as last_stop_id, closed.closed_at,
        last_call.arrives_at < ${now.toString()}::timestamptz as has_arrived
      from departures join departure_stops as call using (departure_id)
      cross join lateral (select stop_id, position as at, arrives_at from departure_stops
        where departure_id = departures.departure_id order by position desc limit 1) as last_call
      left join closed_boardings as closed
        on closed.departure_id = departures.departure_id and closed.position = call.position
      where ${isMine} and pickup and call.position < last_call.at
        and call.position <> all(closed_stops) and not ${CARRIES_NOBODY}
      order by departures.departure_id, call.stop_id = ${stopId} desc, call.position) as mine
    order by has_arrived, departs_at, departure_id`.execute(db)
  return rows
}

/** The day of the duty that a driver has now or later today, and the first stop of its next bus; undefined without one. */
export async function findMyDutyNow(
  staffId: string,
  { today, now }: { today: Temporal.PlainDate; now: Temporal.Instant },
): Promise<{ day: Temporal.PlainDate; stopId: string } | undefined> {
  // That of yesterday may end after midnight.
  const days = { from: today.subtract({ days: 1 }), until: today }
  const runs = await listDeparturesOfDriver(staffId, days)
  const next = runs
    .filter(({ status, until }) => status !== 'cancelled' && isBefore(now, until))
    .toSorted((one, other) => Temporal.Instant.compare(one.until, other.until))[0]
  return next && { day: next.serviceDate, stopId: next.firstStopId }
}

/**
 * The first stop of the driver's next bus of this day, or of the last one after it has left; undefined
 * without a duty.
 */
export async function findMyStop(
  staffId: string,
  { day, now }: { day: Temporal.PlainDate; now: Temporal.Instant },
): Promise<string | undefined> {
  const runs = await listDeparturesOfDriver(staffId, { from: day, until: day })
  const next = runs.find(({ until }) => isBefore(now, until)) ?? runs.at(-1)
  return next?.firstStopId
}

/** The stops at which a bus boards on one of these days, which are in order. Each stop is looked at once. */
export async function listBoardingStops(days: readonly Temporal.PlainDate[]): Promise<string[]> {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return []
  const { since, until } = spanOfDates(first, last)
  const { rows } = await sql<{ stopId: string }>`
    select stop_id from stops cross join lateral (
      select from departure_stops as call join departures using (departure_id)
      where call.stop_id = stops.stop_id and departs_at >= ${since} and departs_at < ${until}
        and service_date = any(${days.map(String)}::date[]) and pickup and status <> 'cancelled'
        and not ${CARRIES_NOBODY}
        and exists (select from departure_stops as next
          where next.departure_id = call.departure_id and next.position > call.position)
      limit 1) as first_call`.execute(db)
  return rows.map(({ stopId }) => stopId)
}
