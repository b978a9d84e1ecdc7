import type { BoardRow } from '#app/components/departure-board.tsx'
import { toBoardRow } from '#app/components/departure-row.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { listBoard } from '#modules/dispatch/board.server.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import { company } from '#operator'
import { shortDate } from '#platform/format/dates.ts'
import type { Locale } from '#platform/locale.ts'
import { dateInCyprus } from '#platform/time.ts'

const ROWS = 5

type Asked = { places: readonly Place[]; locale: Locale; now: Temporal.Instant }
type Board = { stopId: string; from: string; rows: BoardRow[] }

/** A board for each stop that the operator names and the timetable serves. */
export function makeBoards(asked: Asked): Promise<Board[]> {
  const stops = company().departureBoards.flatMap(
    (code) => asked.places.find((place) => place.kind === 'stop' && place.code === code) ?? [],
  )
  return Promise.all(
    stops.map(async ({ code, accusative, shortName }) => {
      const departures = await listBoard({ stopId: code, now: asked.now, most: ROWS })
      const rows = departures.map((departure) =>
        toBoardRow(departure, {
          ...asked,
          fromStopId: code,
          day: dayOf(departure.departsAt, asked),
        }),
      )
      return { stopId: code, from: accusative ?? shortName, rows }
    }),
  )
}

/** Omitted for today's departures. */
function dayOf(departsAt: Temporal.Instant, { now, locale }: Asked): string | undefined {
  const [date, today] = [dateInCyprus(departsAt), dateInCyprus(now)]
  if (date.equals(today)) return undefined
  const isTomorrow = date.equals(today.add({ days: 1 }))
  return isTomorrow ? translation().messages.home.tomorrow : shortDate(date, locale)
}
