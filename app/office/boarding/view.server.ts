import { translation } from '#app/i18n/translation.ts'
import { listBoardingStops, listMyBuses } from '#modules/boarding/my-departures.server.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

export type BusRow = {
  departureId: string
  position: number
  time: string
  to: string
  isCancelled: boolean
  hasLeft: boolean
}

export type BoardingView = {
  stops: { stopId: string; name: string }[]
  days: { day: string; name: string }[]
  /** Empty before a stop is chosen. */
  stopId: string
  day: string
  buses: BusRow[]
}

/** The departures of a stop and a day, of which one driver or several let people aboard. */
export async function showBoarding(
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<BoardingView> {
  const { locale } = translation()
  const today = dateInCyprus(now)
  const days = [-1, 0, 1].map((more) => today.add({ days: more }))
  const stopIds = await listBoardingStops(days)
  const stopId = stopIds.find((one) => one === query.get('stop')) ?? ''
  const day = days.find((one) => one.toString() === query.get('day')) ?? today
  const buses = stopId ? await listMyBuses({ stopId, day }) : []
  const nameOf = await getStopNames(locale, [...stopIds, ...buses.map((bus) => bus.lastStopId)])
  const stops = stopIds.map((one) => ({ stopId: one, name: nameOf(one).shortName }))
  return {
    stops: stops.toSorted((one, other) => one.name.localeCompare(other.name, locale)),
    days: days.map((one) => ({ day: one.toString(), name: shortDate(one, locale) })),
    stopId,
    day: day.toString(),
    buses: buses.map(({ departureId, position, departsAt, lastStopId, status, closedAt }) => ({
      departureId,
      position,
      time: clockTime(departsAt),
      to: nameOf(lastStopId).shortName,
      isCancelled: status === 'cancelled',
      hasLeft: closedAt !== null,
    })),
  }
}
