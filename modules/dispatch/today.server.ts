import { sql, type RawBuilder } from 'kysely'

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

/** All that a statement reads of a departure besides for `toToday`. */
export function todayOf(departureId: RawBuilder<string>): RawBuilder<TodayRow | null> {
  return sql`(
    select json_build_object('departureId', departure_id, 'closedStops', closed_stops,
      'delays', (select coalesce(json_agg(json_build_object(
          'fromPosition', from_position, 'minutes', minutes) order by delay_no desc), '[]')
        from departure_delays where departure_delays.departure_id = departures.departure_id),
      'bays', (select coalesce(json_agg(json_build_object('departureId', departure_id,
          'position', position, 'bay', bay, 'directions', directions,
          'movedTo', moved_to, 'latitude', latitude, 'longitude', longitude) order by position), '[]')
        from departure_calls where departure_calls.departure_id = departures.departure_id))
    from departures where departures.departure_id = ${departureId})`
}

/** Everything by which the day of some departures differs from the timetable, in one statement. */
export async function findToday(departureIds: readonly string[]): Promise<Today> {
  if (departureIds.length === 0) return toToday([])
  const { rows } = await sql<{ today: TodayRow }>`
    select ${todayOf(sql.ref('asked.departure_id'))} as today
    from unnest(${[...new Set(departureIds)]}::uuid[]) as asked (departure_id)`.execute(db)
  return toToday(rows.map(({ today }) => today))
}

export function toToday(rows: readonly (TodayRow | null)[]): Today {
  const days = new Map(rows.flatMap((row) => (row ? [[row.departureId, row]] : [])))
  return {
    isClosed: (departureId, position) =>
      days.get(departureId)?.closedStops.includes(position) ?? false,
    delayAt: (departureId, position) => delayAt(days.get(departureId)?.delays ?? [], position),
    bays: [...days.values()].flatMap(({ bays }) => bays),
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
