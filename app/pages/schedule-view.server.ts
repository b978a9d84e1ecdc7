import { longDate } from '#app/i18n/dates.ts'
import { translation } from '#app/i18n/translation.ts'
import { weekdaysInWords } from '#app/i18n/weekdays.ts'
import type { TimetableException } from '#modules/timetable/exceptions.ts'
import type { RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import type { DayTable, Period } from '#modules/timetable/periods.ts'
import { cents, formatEuros } from '#platform/money.ts'

import { placeCodeOf } from './place-code.ts'
import { viewPeriod, viewRoute, type PeriodView, type RouteView } from './timetable-view.server.ts'

export type TableView = {
  key: string
  days: string
  stops: string[]
  runs: { key: string; times: ({ time: string; later: number } | null)[] }[]
}
export type PrintedPeriod = PeriodView & { tables: TableView[] }

/** Everything that the page of one route prints, in words. */
export type ScheduleView = {
  route: RouteView
  bookFrom: string
  bookTo: string
  current: PrintedPeriod | null
  coming: PrintedPeriod[]
  past: PrintedPeriod[]
  exceptions: { key: string; date: string; sentences: string[] }[]
  /** Rides that cost the same stand together. */
  fares: { pairs: string[]; byCategory: string[] }[]
  stops: { stopId: string; name: string; directions: string | null; isInaccessible: boolean }[]
}

export function viewSchedule(timetable: RouteTimetable, places: readonly Place[]): ScheduleView {
  const { periods, stops, exceptions, fares, from, to } = timetable
  const nameOf = (stopId: string) =>
    stops.find((stop) => stop.stopId === stopId)?.shortName ?? stopId
  const printed = periods.map((period) => printPeriod(period, nameOf))
  const current = printed.find(({ state }) => state === 'active') ?? null
  return {
    route: viewRoute(timetable),
    bookFrom:
      placeCodeOf(distinct(fares.map(({ fromStopId }) => fromStopId)), places) || from.stopId,
    bookTo: placeCodeOf(distinct(fares.map(({ toStopId }) => toStopId)), places) || to.stopId,
    current,
    coming: printed.filter(({ state }) => state === 'coming'),
    past: printed.filter(({ state }) => state === 'inactive'),
    exceptions: exceptions.map(describeException),
    fares: viewFares(timetable, nameOf),
    stops: stops.map(({ stopId, name, pickupDirections, wheelchairBoarding }) => ({
      stopId,
      name,
      directions: pickupDirections,
      isInaccessible: wheelchairBoarding === false,
    })),
  }
}

function printPeriod(period: Period, nameOf: (stopId: string) => string): PrintedPeriod {
  return { ...viewPeriod(period), tables: period.tables.map((table) => printTable(table, nameOf)) }
}

function printTable(table: DayTable, nameOf: (stopId: string) => string): TableView {
  const { schedule } = translation().messages
  return {
    key: `${table.directionId} ${table.weekdays.join('')}`,
    days: weekdaysInWords(table.weekdays, schedule.weekdays),
    stops: table.stopIds.map(nameOf),
    runs: table.runs.map(({ tripId, times }) => ({
      key: tripId,
      times: times.map((time) => time && { time: time.time, later: time.days }),
    })),
  }
}

function describeException(exception: TimetableException) {
  const { date, directionId, running, notRunning, extra, clocks, firstOfTwo } = exception
  const { locale, messages } = translation()
  const { schedule } = messages
  const times = (some: readonly string[]) => schedule.weekdays.list(some)
  const isReduced = notRunning.length > running.length
  const sentences = [
    clocks && (clocks === 'forward' ? schedule.clocksForward : schedule.clocksBack),
    running.length === 0 && schedule.noBus,
    running.length > 0 && isReduced && schedule.onlyThese(times(running)),
    running.length > 0 &&
      !isReduced &&
      notRunning.length > 0 &&
      schedule.notRunning(times(notRunning)),
    !isReduced && extra.length > 0 && schedule.extra(times(extra)),
    firstOfTwo.length > 0 && schedule.firstOfTwo(times(firstOfTwo)),
  ]
  return {
    key: `${date} ${directionId}`,
    date: longDate(Temporal.PlainDate.from(date), locale),
    sentences: sentences.filter((sentence) => typeof sentence === 'string'),
  }
}

function viewFares({ fares }: RouteTimetable, nameOf: (stopId: string) => string) {
  const { locale, messages } = translation()
  const alike = Map.groupBy(fares, ({ adult, child, student, infant }) =>
    [adult, child, student, infant].join(' '),
  )
  return [...alike].map(([amounts, pairs]) => ({
    pairs: pairs.map(({ fromStopId, toStopId }) =>
      messages.schedule.pair(nameOf(fromStopId), nameOf(toStopId)),
    ),
    byCategory: amounts.split(' ').map((fare) => formatEuros(cents(Number(fare)), locale)),
  }))
}

function distinct(stopIds: readonly string[]): string[] {
  return [...new Set(stopIds)]
}
