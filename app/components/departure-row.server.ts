import { translation } from '#app/i18n/translation.ts'
import { saleClosesAt } from '#modules/rules/deadlines.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import type { NextDeparture } from '#modules/timetable/next-departures.server.ts'
import * as paths from '#paths'
import { clockTime, dateInCyprus, inCyprus, isBefore } from '#platform/time.ts'

import type { BoardRow } from './departure-board.tsx'
import { placeCodeOf } from './place-code.ts'

type Board = {
  fromStopId: string
  /** The day of this departure, where the board names one. */
  day: string | undefined
  places: readonly Place[]
  now: Temporal.Instant
}

/** A departure as text, with a link for booking it until the sale closes. */
export function toBoardRow(departure: NextDeparture, board: Board): BoardRow {
  const { departureId, departsAt, toStopIds } = departure
  const { fromStopId, day, places, now } = board
  const findStop = (stopId: string) =>
    places.find(({ kind, code }) => kind === 'stop' && code === stopId)
  const query = new URLSearchParams({
    from: fromStopId,
    date: dateInCyprus(departsAt).toString(),
    to: placeCodeOf(toStopIds, places),
  })
  const chosen = `${query}&departure=${clockTime(departsAt)}`
  const address = `${paths.bookNow(chosen)}#outbound`
  const via = toStopIds.slice(0, -1).flatMap((stopId) => findStop(stopId) ?? [])
  const lastStopId = toStopIds.at(-1) ?? ''
  const isOpen = isBefore(now, saleClosesAt(departsAt))
  return {
    departureId,
    time: clockTime(departsAt),
    dateTime: inCyprus(departsAt).toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
    day,
    destination: findStop(lastStopId)?.shortName ?? lastStopId,
    via: via.length > 0 ? translation().messages.home.via(via) : '',
    to: isOpen ? address : undefined,
  }
}
