import type { BoardRow } from '#app/components/departure-board.tsx'
import { shortDate } from '#app/i18n/dates.ts'
import { translation } from '#app/i18n/translation.ts'
import { saleClosesAt } from '#modules/seats/seats.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import {
  listNextDepartures,
  type NextDeparture,
} from '#modules/timetable/next-departures.server.ts'
import { operator } from '#operator'
import type { Locale } from '#platform/locale.ts'
import { clockTime, dateInCyprus, inCyprus, isBefore } from '#platform/time.ts'

import { placeCodeOf } from './place-code.ts'

const ROWS = 5

type Asked = { places: readonly Place[]; locale: Locale; now: Temporal.Instant }
type Board = { stopId: string; from: string; rows: BoardRow[] }

/** A board for each stop that the operator names and the timetable serves. */
export function makeBoards(asked: Asked): Promise<Board[]> {
  const stops = operator.departureBoards.flatMap(
    (code) => asked.places.find((place) => place.kind === 'stop' && place.code === code) ?? [],
  )
  return Promise.all(
    stops.map(async ({ code, accusative, shortName }) => {
      const departures = await listNextDepartures({ stopId: code, now: asked.now, most: ROWS })
      const rows = departures.map((departure) => toRow(code, departure, asked))
      return { stopId: code, from: accusative ?? shortName, rows }
    }),
  )
}

function toRow(fromStopId: string, departure: NextDeparture, { places, locale, now }: Asked) {
  const { departureId, departsAt, toStopIds } = departure
  const date = dateInCyprus(departsAt)
  const isToday = date.equals(dateInCyprus(now))
  const nameOf = (stopId: string) =>
    places.find(({ kind, code }) => kind === 'stop' && code === stopId)?.shortName ?? stopId
  const lastStopId = toStopIds.at(-1) ?? ''
  const query = new URLSearchParams({
    from: fromStopId,
    to: placeCodeOf(toStopIds, places),
    date: date.toString(),
    time: clockTime(departsAt),
  })
  const via = toStopIds.slice(0, -1).map(nameOf).join(', ')
  const isOpen = isBefore(now, saleClosesAt(departsAt))
  return {
    departureId,
    time: clockTime(departsAt),
    dateTime: inCyprus(departsAt).toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
    day: isToday ? undefined : dayAfter(date, now, locale),
    destination: nameOf(lastStopId),
    via: via && translation().messages.home.via(via),
    to: isOpen ? `/book-now?${query}` : undefined,
  }
}

function dayAfter(date: Temporal.PlainDate, now: Temporal.Instant, locale: Locale): string {
  const isTomorrow = dateInCyprus(now).add({ days: 1 }).equals(date)
  return isTomorrow ? translation().messages.home.tomorrow : shortDate(date, locale)
}
