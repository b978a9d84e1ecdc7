import { endsOf } from '#app/components/place-code.ts'
import {
  currentPeriod,
  viewPeriod,
  viewRoute,
  type PeriodView,
  type RouteView,
} from '#app/components/timetable-view.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import type { TimetableException } from '#modules/timetable/exceptions.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import type { RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import type { DayTable, Period } from '#modules/timetable/periods.ts'
import * as paths from '#paths'
import { longDate } from '#platform/format/dates.ts'
import { listText } from '#platform/format/lists.ts'
import { weekdaysInWords } from '#platform/format/weekdays.ts'
import { cents, formatEuros } from '#platform/money.ts'

import { nextDateOf } from './next-run.ts'

type TableView = {
  key: string
  days: string
  stops: string[]
  /** `to`: the page for booking its next departure. */
  runs: { key: string; to: string | null; times: ({ time: string; later: number } | null)[] }[]
}
/** Dates with the same exceptions are grouped. */
type ExceptionView = { key: string; dates: string[]; sentences: string[] }
type PrintedPeriod = PeriodView & { tables: TableView[]; exceptions: ExceptionView[] }

/** The data of a route's timetable page, as text. */
export type ScheduleView = {
  route: RouteView
  bookFrom: string
  bookTo: string
  current: PrintedPeriod | null
  coming: PrintedPeriod[]
  past: PrintedPeriod[]
  /** For a route without periods, which runs on single dates only. */
  exceptions: ExceptionView[]
  /** Rides with the same fares are grouped. */
  fares: { pairs: string[]; byCategory: string[] }[]
  stops: { stopId: string; name: string; directions: string | null; isInaccessible: boolean }[]
  /** The stops with unknown wheelchair access; null if there are none. */
  accessNotKnown: string | null
}

export function viewSchedule(
  timetable: RouteTimetable,
  places: readonly Place[],
  now: Temporal.Instant,
): ScheduleView {
  const { periods, stops } = timetable
  const names = new Map(stops.map(({ stopId, shortName }) => [stopId, shortName]))
  const nameOf = (stopId: string) => names.get(stopId) ?? stopId
  const ends = endsOf(timetable, places)
  const printed = periods.map((period) => printPeriod(period, { timetable, ends, nameOf, now }))
  return {
    route: viewRoute(timetable),
    bookFrom: ends.from,
    bookTo: ends.to,
    current: printed.find(({ state }) => state === 'active') ?? null,
    coming: printed.filter(({ state }) => state === 'coming'),
    past: printed.filter(({ state }) => state === 'inactive'),
    exceptions: periods.length === 0 ? viewExceptions(timetable.exceptions) : [],
    fares: viewFares(timetable, nameOf),
    accessNotKnown: viewUnknown(stops),
    stops: stops.map(({ stopId, name, pickupDirections, wheelchairBoarding }) => ({
      stopId,
      name,
      directions: pickupDirections,
      isInaccessible: wheelchairBoarding === false,
    })),
  }
}

/** All stops need no list of names. */
function viewUnknown(stops: RouteTimetable['stops']): string | null {
  const { schedule } = translation().messages
  const unknown = stops.filter(({ wheelchairBoarding }) => wheelchairBoarding === null)
  if (unknown.length === 0) return null
  const names = unknown.map(({ shortName }) => shortName)
  return unknown.length === stops.length
    ? schedule.accessNotKnown()
    : schedule.accessNotKnownAt(names.join(', '))
}

type Printing = {
  timetable: RouteTimetable
  ends: { from: string; to: string }
  nameOf: (stopId: string) => string
  now: Temporal.Instant
}

function printPeriod(period: Period, printing: Printing): PrintedPeriod {
  const { exceptions, periods } = printing.timetable
  return {
    ...viewPeriod(period),
    tables: period.tables.map((table) => printTable(table, period, printing)),
    exceptions: viewExceptions(exceptions.filter(({ date }) => periodOf(date, periods) === period)),
  }
}

/** The exceptions of a date between two periods appear with the current one. */
function periodOf(date: string, periods: readonly Period[]): Period | undefined {
  const within = periods.find(
    ({ validFrom, validUntil }) => validFrom <= date && date <= validUntil,
  )
  return within ?? currentPeriod(periods) ?? periods.at(-1)
}

function printTable(table: DayTable, period: Period, printing: Printing): TableView {
  return {
    key: `${table.directionId} ${table.weekdays.join('')}`,
    days: weekdaysInWords(table.weekdays, translation().locale),
    stops: table.stopIds.map(printing.nameOf),
    runs: table.runs.map((run) => ({
      key: run.tripId,
      to: bookingOf(run, table, period, printing),
      times: run.times.map((time) => time && { time: time.time, later: time.days }),
    })),
  }
}

function bookingOf(
  { times }: DayTable['runs'][number],
  { directionId, weekdays, stopIds }: DayTable,
  { validFrom, validUntil, tables }: Period,
  { timetable, ends, now }: Printing,
): string | null {
  const first = times.find((time) => time !== null)
  if (!first) return null
  const pattern = {
    weekdays,
    validFrom: Temporal.PlainDate.from(validFrom),
    validUntil: Temporal.PlainDate.from(validUntil),
    isOff: (date: Temporal.PlainDate) =>
      timetable.exceptions.some(
        (exception) =>
          exception.date === date.toString() && exception.notRunning.includes(first.time),
      ),
  }
  const date = nextDateOf(first, pattern, now)
  if (!date) return null

  const isThere = directionId === tables[0]?.directionId
  const { from, to } = isThere ? ends : { from: stopIds[0] ?? '', to: stopIds.at(-1) ?? '' }
  const query = new URLSearchParams({ from, to, date: date.toString(), time: first.time })
  return paths.bookNow(query)
}

function viewExceptions(exceptions: readonly TimetableException[]): ExceptionView[] {
  const { locale } = translation()
  const alike = Map.groupBy(exceptions, (exception) => describeException(exception).join(' '))
  return [...alike].flatMap(([key, same]) => {
    const [first] = same
    const dates = same.map(({ date }) => longDate(Temporal.PlainDate.from(date), locale))
    return first ? [{ key, dates, sentences: describeException(first) }] : []
  })
}

function describeException(exception: TimetableException): string[] {
  const { running, notRunning, extra, clocks, firstOfTwo } = exception
  const { locale, messages } = translation()
  const { schedule } = messages
  const times = (some: readonly string[]) => listText(some, locale)
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
  return sentences.filter((sentence) => typeof sentence === 'string')
}

function viewFares({ fares }: RouteTimetable, nameOf: (stopId: string) => string) {
  const { locale, messages } = translation()
  const alike = Map.groupBy(fares, (pair) =>
    PASSENGER_CATEGORIES.map((category) => pair.fares[category]).join(' '),
  )
  const inWords = (fare: number) =>
    fare === 0 ? messages.schedule.free : formatEuros(cents(fare), locale)
  return [...alike].map(([amounts, pairs]) => ({
    pairs: pairs.map(({ fromStopId, toStopId }) =>
      messages.schedule.pair(nameOf(fromStopId), nameOf(toStopId)),
    ),
    byCategory: amounts.split(' ').map(Number).map(inWords),
  }))
}
