import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

export type NextDeparture = {
  departureId: string
  routeId: string
  departsAt: Temporal.Instant
  /** The stops where passengers can get off, in the order of the calls. Never empty. */
  toStopIds: string[]
}

type Asked = {
  stopId: string
  now: Temporal.Instant
  most: number
  /** Only this route; without it, every route that calls here. */
  routeId?: string
  hoursAhead?: number
}

/** How far ahead a board looks, so that an index finds it and next season is not listed. */
export const LOOK_AHEAD_HOURS = 36

/** The next buses that can be boarded at a stop, earliest first. Cancelled ones are not listed. */
export async function listNextDepartures({
  stopId,
  now,
  most,
  routeId,
  hoursAhead = LOOK_AHEAD_HOURS,
}: Asked): Promise<NextDeparture[]> {
  const until = now.add({ hours: hoursAhead })
  const { rows } = await sql<NextDeparture>`
    select departures.departure_id, route_id, boarding.departs_at, ahead.to_stop_ids
    from departure_stops boarding
    join departures using (departure_id)
    cross join lateral (
      select array_agg(stop_id order by position) as to_stop_ids from departure_stops leaving
      where leaving.departure_id = boarding.departure_id
        and leaving.position > boarding.position and leaving.dropoff
    ) ahead
    where boarding.stop_id = ${stopId} and boarding.pickup and status = 'planned'
      and boarding.departs_at > ${now} and boarding.departs_at < ${until}
      and to_stop_ids is not null
      and (${routeId ?? null}::text is null or route_id = ${routeId ?? null})
    order by boarding.departs_at, route_id
    limit ${most}`.execute(db)
  return rows
}
