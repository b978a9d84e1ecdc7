import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

import type { Bay } from './bays.server.ts'
import { delayAt, type DelayReport } from './delay.ts'
import type { DelayAt } from './delays.server.ts'
import type { StopNews } from './stop-news.ts'

type TodayRow = {
  departureId: string
  delays: DelayReport[]
  bays: Bay[]
  closedStops: number[]
}

export type Today = {
  delayAt: DelayAt
  bays: Bay[]
  /** Whether a departure does not serve the stop at a position. */
  isClosed: (departureId: string, position: number) => boolean
}

/** Everything by which the day of some departures differs from the timetable, in one statement. */
export async function findToday(departureIds: readonly string[]): Promise<Today> {
  if (departureIds.length === 0) return { delayAt: () => 0, bays: [], isClosed: () => false }
  const { rows } = await sql<TodayRow>`
    select departure_id, closed_stops,
      (select coalesce(json_agg(json_build_object(
          'fromPosition', from_position, 'minutes', minutes) order by delay_no desc), '[]')
        from departure_delays where departure_delays.departure_id = departures.departure_id) as delays,
      (select coalesce(json_agg(json_build_object('departureId', departure_id,
          'position', position, 'bay', bay, 'directions', directions,
          'movedTo', moved_to, 'latitude', latitude, 'longitude', longitude) order by position), '[]')
        from departure_calls where departure_calls.departure_id = departures.departure_id) as bays
    from departures where departure_id = any(${[...new Set(departureIds)]}::uuid[])`.execute(db)
  const reports = new Map(rows.map(({ departureId, delays }) => [departureId, delays]))
  const closed = new Map(rows.map(({ departureId, closedStops }) => [departureId, closedStops]))
  return {
    isClosed: (departureId, position) => closed.get(departureId)?.includes(position) ?? false,
    delayAt: (departureId, position) => delayAt(reports.get(departureId) ?? [], position),
    bays: rows.flatMap(({ bays }) => bays),
  }
}

type Call = { departureId: string; position: number; stopId: string }

/** A call that is closed or moved; empty if the bus stops there as usual. */
export function listStopNews(
  { departureId, position, stopId }: Call,
  { isClosed, bays }: Today,
): StopNews[] {
  if (isClosed(departureId, position)) return [{ stopId, movedTo: null }]
  const call = bays.find((one) => one.departureId === departureId && one.position === position)
  return call?.movedTo ? [{ stopId, movedTo: call.movedTo }] : []
}
