import { sql } from 'kysely'

import { straightKilometres, type Position } from '#modules/timetable/kilometres.ts'
import { db } from '#platform/db.server.ts'

/** The vehicles and drivers of a departure. */
export type Crew = {
  /** The plates of its vehicle and of its relief bus; empty without any. */
  plates: readonly string[]
  /** Its driver and that of the relief bus, as far as there are any. */
  driverIds: readonly string[]
}

/** The vehicles and drivers of these departures; one without either is missing. */
export async function listCrews(departureIds: readonly string[]): Promise<Map<string, Crew>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<{
    departureId: string
    plate: string | null
    driverId: string | null
  }>`
    with asked as (select unnest(${[...departureIds]}::uuid[]) as departure_id)
    select departure_id, plate, driver_id from asked
    left join departure_vehicles using (departure_id) left join vehicles using (vehicle_id)
    left join duty_departures using (departure_id) left join duties using (duty_id)
    where plate is not null or driver_id is not null
    union all select departure_id, plate, driver_id from asked
    join relief_buses using (departure_id) join vehicles using (vehicle_id)
    left join duties using (duty_id)`.execute(db)
  const byDeparture = Map.groupBy(rows, ({ departureId }) => departureId)
  return new Map(
    [...byDeparture].map(([departureId, buses]) => [
      departureId,
      {
        plates: buses.flatMap(({ plate }) => plate ?? []),
        driverIds: buses.flatMap(({ driverId }) => driverId ?? []),
      },
    ]),
  )
}

/**
 * Roads are longer than the line from stop to stop: on those of our own map by a quarter, 363 km for 291
 * (app/components/route-map/roads.ts).
 */
const ROAD_FOR_STRAIGHT = 1.25

/** About how many kilometres each of these departures runs on the road, from stop to stop. */
export async function listKilometres(
  departureIds: readonly string[],
): Promise<Map<string, number>> {
  if (departureIds.length === 0) return new Map()
  const stops = await db
    .selectFrom('departureStops')
    .innerJoin('stops', 'stops.stopId', 'departureStops.stopId')
    .select(['departureId', 'latitude', 'longitude'])
    .where('departureId', 'in', [...departureIds])
    .orderBy('departureId')
    .orderBy('departureStops.position')
    .execute()
  const byDeparture = Map.groupBy(stops, ({ departureId }) => departureId)
  return new Map(
    [...byDeparture].map(([departureId, way]) => [departureId, ROAD_FOR_STRAIGHT * lengthOf(way)]),
  )
}

function lengthOf(way: readonly Position[]): number {
  return way.slice(1).reduce((sum, stop, place) => {
    const before = way[place]
    return before ? sum + straightKilometres(before, stop) : sum
  }, 0)
}
