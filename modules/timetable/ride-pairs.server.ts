import { sql } from 'kysely'

import type { Database, Tx } from '#platform/db.server.ts'

/** Two stops of which a trip picks up at the first and then sets down at the second. */
export type RidePair = { fromStopId: string; toStopId: string }

/** Every pair of stops that can be travelled by the timetable, sold or not, in order. */
export async function listRidePairs(tx: Database | Tx): Promise<RidePair[]> {
  const { rows } = await sql<RidePair>`
    select distinct from_stop_id, to_stop_id from (${ridePairs(null)}) as rides
    order by from_stop_id, to_stop_id`.execute(tx)
  return rows
}

/**
 * The same as a query, with the routes, all or one, that each pair belongs to. Trips with the same
 * calls are checked once: a thousand trips may have twenty patterns.
 */
export function ridePairs(routeId: string | null) {
  return sql`
    with patterns as materialized (
      select row_number() over () as pattern, alike.* from (
        select distinct route_id, array_agg(stop_id order by position) as stop_ids,
          array_agg(pickup order by position) as pickups,
          array_agg(dropoff order by position) as dropoffs
        from trips join stop_times using (trip_id)
        where ${routeId}::text is null or route_id = ${routeId}
        group by route_id, trip_id
      ) as alike
    ), calls as materialized (
      select pattern, route_id, call.*
      from patterns, unnest(stop_ids, pickups, dropoffs)
        with ordinality as call (stop_id, pickup, dropoff, place)
    )
    select distinct boarding.route_id, boarding.stop_id as from_stop_id,
      leaving.stop_id as to_stop_id
    from calls as boarding join calls as leaving using (pattern)
    where boarding.place < leaving.place and boarding.pickup and leaving.dropoff
      and boarding.stop_id <> leaving.stop_id`
}
