import { sql } from 'kysely'

import { callTimes } from '#modules/timetable/new-times.server.ts'
import { openKept } from '#platform/answers/cache.server.ts'
import { db } from '#platform/db.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'

import type { CallOfNews, PlannedCall } from './trip-updates.ts'

/** Departures whose calls are remembered: more than are late on the worst day. */
const MAX_DEPARTURES = 2000

const remembered = openKept<readonly CallOfNews[]>(MAX_DEPARTURES)

/**
 * The calls of some departures in their order, beside those of the timetable. Only an import and new
 * times that were taken over change them, and each raises the edition, so they are read once for an
 * edition. `edition` was read before, so that what is remembered is never older than it.
 */
export async function listCalls(
  departureIds: readonly string[],
  edition: number,
): Promise<Map<string, readonly CallOfNews[]>> {
  const keyOf = (departureId: string) => `${edition} ${departureId}`
  // Taken out at once: what is remembered may be forgotten while the others are read.
  const calls = new Map(
    departureIds.flatMap((departureId) => {
      const known = remembered.get(keyOf(departureId))
      return known ? [[departureId, known] as const] : []
    }),
  )
  const read = await readCalls(departureIds.filter((departureId) => !calls.has(departureId)))
  for (const [departureId, own] of read) {
    calls.set(departureId, own)
    remembered.set(keyOf(departureId), own)
  }
  return calls
}

async function readCalls(
  departureIds: readonly string[],
): Promise<Map<string, readonly CallOfNews[]>> {
  if (departureIds.length === 0) return new Map()
  const [own, planned] = await Promise.all([readOwnCalls(departureIds), readPlanned(departureIds)])
  return new Map(
    [...Map.groupBy(own, ({ departureId }) => departureId)].map(([departureId, calls]) => {
      const inTimetable = planned.get(departureId) ?? []
      const beside = calls.map(({ position, stopId, arrivesAt, departsAt }) => {
        const call = { position, stopId, arrivesAt, departsAt }
        return { ...call, planned: inTimetable.find((one) => one.position === position) ?? null }
      })
      return [departureId, beside]
    }),
  )
}

function readOwnCalls(departureIds: readonly string[]) {
  return db
    .selectFrom('departureStops')
    .select(['departureId', 'position', 'stopId', 'arrivesAt', 'departsAt'])
    .where('departureId', '=', sql<string>`any(${departureIds}::uuid[])`)
    .orderBy('departureId')
    .orderBy('position')
    .execute()
}

type PlannedRow = PlannedCall & { departureId: string }

/** The calls of their trips in the timetable, whether it has them on that day or not. */
async function readPlanned(departureIds: readonly string[]): Promise<Map<string, PlannedRow[]>> {
  const { rows } = await sql<PlannedRow>`
    select departure_id, position, stop_id, stop_sequence, ${callTimes('service_date')}
    from departures join stop_times using (trip_id)
    where departure_id = any(${departureIds}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ departureId }) => departureId)
}

type Moved = { departureId: string; position: number; stopId: string }

/**
 * The stops of the timetable at which departures stop instead, by the position of the call. They have
 * the name and the place on the map of the moved stop, as the office copies them.
 */
export async function listAssigned(
  departureIds: readonly string[],
): Promise<Map<string, ReadonlyMap<number, string>>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<Moved>`
    select distinct on (departure_id, moved.position)
      departure_id, moved.position, stops.stop_id
    from departure_calls as moved
    join departure_stops as call using (departure_id, position)
    join stops on in_feed and stops.stop_id <> call.stop_id
      and stops.latitude = moved.latitude and stops.longitude = moved.longitude
    join stop_names on stop_names.stop_id = stops.stop_id and locale = ${MAIN_LOCALE}
      and name = moved_to ->> ${MAIN_LOCALE}
    where departure_id = any(${departureIds}::uuid[])
    order by departure_id, moved.position, stops.stop_id`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ departureId }) => departureId)].map(([departureId, stops]) => {
      return [departureId, new Map(stops.map(({ position, stopId }) => [position, stopId]))]
    }),
  )
}
