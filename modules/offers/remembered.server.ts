import { sql } from 'kysely'

import { holdCounts } from '#modules/seats/holds.server.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { EDITION, noteEdition } from '#modules/timetable/editions.server.ts'
import { openKept } from '#platform/answers/cache.server.ts'
import { askTogether } from '#platform/connection/ask-together.server.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

/*
 * The rows of the published timetable that a search reads are remembered for as long as its edition
 * lasts; what is sold, and what the office decided about a bus, is asked of the database each time. That one
 * question, for all who search at the moment, tells the edition as well, so nothing that was
 * remembered is used before the database has said that it is of today's edition.
 */

/** A departure as it is now; held seats count while `until` has not come. */
export type DepartureNow = {
  departureId: string
  status: DepartureStatus
  closedAt: Temporal.Instant | null
  /** The positions at which nobody boards or gets off. */
  closedStops: number[]
  /** The positions at which it stops elsewhere. */
  movedStops: number[]
  seats: number
  wheelchairPlaces: number | null
  holds: HoldNow[]
}

export type HoldNow = {
  fromPosition: number
  toPosition: number
  seats: number
  wheelchairPlaces: number
  /** The end of a cart's hold. */
  until: string | null
}

export type Now = { edition: number; departures: ReadonlyMap<string, DepartureNow> }
type Asked = { departureIds: readonly string[]; now: Temporal.Instant }

type Remembered<Value> = { edition: number; value: Value }

/**
 * Remembers what `read` reads of the timetable, by its key. The function that is returned hands out
 * what is true now, together with the departures as they are now.
 *
 * @param max values that are remembered; the least recently used is forgotten
 * @param departuresOf the departures about which the database is asked
 */
export function rememberForEdition<Value>(
  max: number,
  departuresOf: (value: Value) => readonly string[],
) {
  const kept = openKept<Remembered<Value>>(max)
  /** The edition is read first: should it change meanwhile, what was read is read again. */
  const remember = async (key: string, read: () => Promise<Value>) => {
    const { edition } = await askNow({
      departureIds: [],
      now: Temporal.Instant.fromEpochMilliseconds(0),
    })
    const remembered = { edition, value: await read() }
    kept.set(key, remembered)
    return remembered
  }

  return async (
    key: string,
    now: Temporal.Instant,
    read: () => Promise<Value>,
  ): Promise<Now & { value: Value }> => {
    for (;;) {
      const { edition, value } = kept.get(key) ?? (await remember(key, read))
      const answer = await askNow({ departureIds: departuresOf(value), now })
      if (answer.edition === edition) return { ...answer, value }
      kept.delete(key)
    }
  }
}

/** Never older than the question. Begun outside of any request, since several share it. */
const askNow = askTogether(async (all: readonly Asked[]): Promise<Now> => {
  const departureIds = [...new Set(all.flatMap((asked) => asked.departureIds))]
  const now = all.map((asked) => asked.now).reduce((one, two) => (isBefore(two, one) ? two : one))
  const { rows } = await sql<{ edition: number } & (DepartureNow | { departureId: null })>`
    select editions.edition, departures.departure_id, status, closed_at, closed_stops, moved_stops, seats, wheelchair_places, coalesce((
        select json_agg(json_build_object('fromPosition', from_position,
          'toPosition', to_position, 'seats', seat_holds.seats,
          'wheelchairPlaces', seat_holds.wheelchair_places,
          'until', expires_at))
        from seat_holds
        where seat_holds.departure_id = departures.departure_id
          and ${holdCounts(now)}), '[]') as holds
    from (select ${EDITION} as edition) as editions
    left join departures on departure_id = any(${departureIds}::uuid[])`.execute(db)
  const edition = rows[0]?.edition ?? 0
  noteEdition(edition)
  const departures = rows.flatMap((row) => (row.departureId === null ? [] : row))
  return { edition, departures: new Map(departures.map((row) => [row.departureId, row])) }
})
