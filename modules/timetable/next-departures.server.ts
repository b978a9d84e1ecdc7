import { sql, type RawBuilder } from 'kysely'

import { db } from '#platform/db.server.ts'

export type NextDeparture = {
  departureId: string
  routeId: string
  departsAt: Temporal.Instant
  /** The place of the stop in the order of the calls. */
  position: number
  /** The company ended its sale. */
  closedAt: Temporal.Instant | null
  /** The stops where passengers can get off, in the order of the calls. Never empty. */
  toStopIds: string[]
  /** It passes this stop by: the stop is closed for it. */
  isStopClosed: boolean
  /** This stop and those after it that are closed or moved, in the order of the calls. */
  changedCalls: { position: number; stopId: string }[]
}

type Asked = {
  stopId: string
  now: Temporal.Instant
  most: number
  /** Only this route; without it, every route that calls here. */
  routeId?: string
  hoursAhead?: number
  /** Departures that are listed for a day after they should have left, since they may be late. */
  late?: readonly string[]
}

/** How far ahead a board looks, so that an index finds it and next season is not listed. */
export const LOOK_AHEAD_HOURS = 36

/** A bus that is later than this is another bus. */
const MAX_LATE_HOURS = 24

/**
 * The next buses at a stop, earliest first: up to the limit of buses that can be boarded, and at
 * most as many again that pass the stop by. Cancelled ones are not listed.
 */
export async function listNextDepartures(asked: Asked): Promise<NextDeparture[]> {
  const { rows } = await sql<NextDeparture>`
    (${calls(asked, sql`<> all`)}) union all (${calls(asked, sql`= any`)})
    order by departs_at, route_id`.execute(db)
  return rows
}

function calls(
  { stopId, now, most, routeId, hoursAhead = LOOK_AHEAD_HOURS, late = [] }: Asked,
  closed: RawBuilder<unknown>,
): RawBuilder<NextDeparture> {
  const until = now.add({ hours: hoursAhead })
  return sql`
    select departures.departure_id, route_id, boarding.departs_at, boarding.position, closed_at, ahead.to_stop_ids,
      boarding.position = any(closed_stops) as is_stop_closed,
      (select coalesce(json_agg(json_build_object(
          'position', call.position, 'stopId', call.stop_id) order by call.position), '[]')
        from departure_stops call where call.departure_id = departures.departure_id
          and call.position = any(closed_stops || moved_stops)
          and (call.position = boarding.position
            or call.position > boarding.position and call.dropoff)) as changed_calls
    from departure_stops boarding
    join departures using (departure_id)
    cross join lateral (
      select array_agg(stop_id order by position) as to_stop_ids from departure_stops leaving
      where leaving.departure_id = boarding.departure_id
        and leaving.position > boarding.position and leaving.dropoff
        and leaving.position <> all(closed_stops)
    ) ahead
    where boarding.stop_id = ${stopId} and boarding.pickup and status = 'planned'
      and boarding.position ${closed}(closed_stops)
      and boarding.departs_at < ${until}
      and boarding.departs_at > ${late.length > 0 ? now.subtract({ hours: MAX_LATE_HOURS }) : now}
      and (boarding.departs_at > ${now} or departures.departure_id = any(${late}::uuid[]))
      and to_stop_ids is not null
      and (${routeId ?? null}::text is null or route_id = ${routeId ?? null})
    order by boarding.departs_at, route_id
    limit ${most}`
}
