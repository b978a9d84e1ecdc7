import { translation } from '#app/i18n/translation.ts'
import type { BoardDeparture } from '#modules/dispatch/board.server.ts'
import type { StopNews } from '#modules/dispatch/stop-news.ts'
import { saleClosesAt } from '#modules/rules/deadlines.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
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
export function toBoardRow(departure: BoardDeparture, board: Board): BoardRow {
  const { departureId, departsAt, toStopIds, delayMinutes, closedAt, isStopClosed } = departure
  const { fromStopId, day, places, now } = board
  const query = new URLSearchParams({
    from: fromStopId,
    date: dateInCyprus(departsAt).toString(),
    to: placeCodeOf(toStopIds, places),
  })
  const chosen = `${query}&departure=${clockTime(departsAt)}`
  const address = `${paths.bookNow(chosen)}#outbound`
  const via = toStopIds.slice(0, -1).flatMap((stopId) => findStop(stopId, places) ?? [])
  const lastStopId = toStopIds.at(-1) ?? ''
  const isOpen = !closedAt && !isStopClosed && isBefore(now, saleClosesAt(departsAt))
  const news = isStopClosed ? [{ stopId: fromStopId, movedTo: null }] : departure.stopNews
  const { late } = translation().messages.home
  const expected = clockTime(departsAt.add({ minutes: delayMinutes }))
  return {
    departureId,
    time: clockTime(departsAt),
    dateTime: inCyprus(departsAt).toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
    day,
    late: delayMinutes === 0 || isStopClosed ? null : late(delayMinutes, expected),
    destination: findStop(lastStopId, places)?.shortName ?? lastStopId,
    via: via.length > 0 ? translation().messages.home.via(via) : '',
    stopNews: news.map((one) => describeStop(one, places)),
    to: isOpen ? address : undefined,
    isStopClosed,
  }
}

function describeStop({ stopId, movedTo }: StopNews, places: readonly Place[]): string {
  const { locale, messages } = translation()
  const stop = findStop(stopId, places)?.shortName ?? stopId
  return movedTo ? messages.home.stopMoved(stop, movedTo[locale]) : messages.home.stopClosed(stop)
}

function findStop(stopId: string, places: readonly Place[]): Place | undefined {
  return places.find(({ kind, code }) => kind === 'stop' && code === stopId)
}
