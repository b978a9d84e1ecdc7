import type { BoardRow } from '#app/components/departure-board.tsx'
import { toBoardRow } from '#app/components/departure-row.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { listBoard } from '#modules/dispatch/board.server.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import type { RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { dateInCyprus } from '#platform/time.ts'

/** Long enough for a bus that runs once a week, and too short for the next season. */
const LOOK_AHEAD_HOURS = 8 * 24

/** The largest number of departures between the close of their sale and their departure. */
const MAX_CLOSED = 2

/** `most`: the number of departures that can still be booked. */
type Asked = { places: readonly Place[]; now: Temporal.Instant; most: number }

/**
 * The next departures of a route from its first stop that sells. Each names its day, even today: a
 * page shown while the database cannot be reached may be from yesterday.
 */
export async function listRouteDepartures(
  { routeId, fares, from }: RouteTimetable,
  { places, now, most }: Asked,
): Promise<BoardRow[]> {
  const { locale } = translation()
  const fromStopId = fares[0]?.fromStopId ?? from.stopId
  const asked = { stopId: fromStopId, routeId, now, hoursAhead: LOOK_AHEAD_HOURS }
  const departures = await listBoard({ ...asked, most: most + MAX_CLOSED })
  const rows = departures.map((departure) => {
    const day = shortDate(dateInCyprus(departure.departsAt), locale)
    return toBoardRow(departure, { fromStopId, day, places, now })
  })
  return rows.slice(0, rows.filter(({ to }) => !to).length + most)
}
