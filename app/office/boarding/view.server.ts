import { translation } from '#app/i18n/translation.ts'
import {
  findMyDutyNow,
  findMyStop,
  listBoardingStops,
  listMyBuses,
} from '#modules/boarding/lists/my-departures.server.ts'
import { delayAt } from '#modules/dispatch/delay.ts'
import { listDelays } from '#modules/dispatch/delays.server.ts'
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
  /** Minutes by which it is late there now; negative if it is early. */
  late: number
  /** The number of the newest report about it; zero without one. */
  lastReport: number
}

export type BoardingView = {
  stops: { stopId: string; name: string }[]
  days: { day: string; name: string }[]
  /** Stop and day are those of the driver's duty, and nobody has chosen others: a phone asks no question. */
  isOwnDuty: boolean
  /** That of the driver's next bus before one is chosen; empty without a duty. */
  stopId: string
  day: string
  buses: BusRow[]
}

/** The departures of the member's duty, or of a stop and a day that are chosen. */
export async function showBoarding(
  query: URLSearchParams,
  { staffId, now }: { staffId: string; now: Temporal.Instant },
): Promise<BoardingView> {
  const { locale } = translation()
  const today = dateInCyprus(now)
  const days = [-1, 0, 1].map((more) => today.add({ days: more }))
  const stopIds = await listBoardingStops(days)
  const isChosen = query.has('stop') || query.has('day')
  const mine = isChosen ? undefined : await findMyDutyNow(staffId, { today, now })
  const day = days.find((one) => one.toString() === query.get('day')) ?? mine?.day ?? today
  const chosen = query.get('stop') ?? mine?.stopId ?? (await findMyStop(staffId, { day, now }))
  const stopId = stopIds.find((one) => one === chosen) ?? ''
  const buses = stopId ? await listMyBuses({ staffId, stopId, day, now }) : []
  const delays = await listDelays(buses.map(({ departureId }) => departureId))
  const nameOf = await getStopNames(locale, [...stopIds, ...buses.map((bus) => bus.lastStopId)])
  const stops = stopIds.map((one) => ({ stopId: one, name: nameOf(one).shortName }))
  return {
    stops: stops.toSorted((one, other) => one.name.localeCompare(other.name, locale)),
    days: days.map((one) => ({ day: one.toString(), name: shortDate(one, locale) })),
    isOwnDuty: mine !== undefined && stopId === mine.stopId,
    stopId,
    day: day.toString(),
    buses: buses.map(({ departureId, position, departsAt, lastStopId, status, closedAt }) => ({
      departureId,
      position,
      time: clockTime(departsAt),
      to: nameOf(lastStopId).shortName,
      isCancelled: status === 'cancelled',
      hasLeft: closedAt !== null,
      late: delayAt(delays.get(departureId) ?? [], position),
      lastReport: delays.get(departureId)?.[0]?.delayNo ?? 0,
    })),
  }
}
