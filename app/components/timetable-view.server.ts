import { translation } from '#app/i18n/translation.ts'
import { listTimetables, type RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import type { DayTable, Period } from '#modules/timetable/periods.ts'
import { keepBriefly } from '#platform/answers/cache.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { durationText } from '#platform/format/durations.ts'
import { weekdaysInWords } from '#platform/format/weekdays.ts'
import { cents, formatEuros } from '#platform/money.ts'

/** A route as text, for lists of routes and the top of its own page. */
export type RouteView = {
  routeId: string
  code: string
  name: string
  from: string
  to: string
  via: string[]
  isActive: boolean
  /** Null for a route without trips or fares. */
  duration: string | null
  fareFrom: string | null
  period: PeriodView | null
}

/** `spans`: the first and last departure, with days that have the same ones grouped. */
export type PeriodView = {
  key: string
  name: string
  validity: string
  state: Period['state']
  spans: { days: string; times: string }[]
}

/** Every route as of that date, in the language of the page. */
export function listRouteViews(on: Temporal.PlainDate): Promise<RouteView[]> {
  return readRouteViews(`${translation().locale} ${on.toString()}`)
}

const readRouteViews = keepBriefly(async (key) => {
  const routes = await readTimetables(Temporal.PlainDate.from(key.slice(key.indexOf(' ') + 1)))
  return routes.map(viewRoute)
})

/** The same before formatting. */
export function readTimetables(on: Temporal.PlainDate): Promise<RouteTimetable[]> {
  return readOnce(`${translation().locale} ${on.toString()}`)
}

const readOnce = keepBriefly((key) => {
  const date = Temporal.PlainDate.from(key.slice(key.indexOf(' ') + 1))
  return listTimetables(translation().locale, date)
})

export function viewRoute(route: RouteTimetable): RouteView {
  const { routeId, code, name, from, to, via, isActive, periods, fares } = route
  const { locale } = translation()
  const { schedule } = translation().messages
  const period = currentPeriod(periods)
  const adultFares = fares.flatMap((pair) => pair.fares.adult ?? [])
  const lowest = Math.min(...adultFares)
  const fare = formatEuros(cents(Number.isFinite(lowest) ? lowest : 0), locale)
  const isOneFare = new Set(adultFares).size === 1
  const minutes = period?.tables[0] ? durationOf(period.tables[0]) : null
  return {
    routeId,
    code,
    name,
    from: from.shortName,
    to: to.shortName,
    via: via.map(({ shortName }) => shortName),
    isActive,
    duration: minutes === null ? null : durationText(minutes, locale),
    fareFrom: adultFares.length === 0 ? null : isOneFare ? fare : schedule.from(fare),
    period: period ? viewPeriod(period) : null,
  }
}

/** The period in force today; between periods the next one, and after the last of them none. */
export function currentPeriod(periods: readonly Period[]): Period | undefined {
  return (
    periods.find(({ state }) => state === 'active') ??
    periods.find(({ state }) => state === 'coming')
  )
}

export function viewPeriod({
  periodName,
  validFrom,
  validUntil,
  state,
  spans,
}: Period): PeriodView {
  const { locale, messages } = translation()
  const { schedule } = messages
  const [from, until] = [validFrom, validUntil].map((date) =>
    dayMonthYear(Temporal.PlainDate.from(date), locale),
  )
  const running = spans.filter(({ first }) => first !== null)
  const alike = Map.groupBy(running, ({ first, last }) => `${first} – ${last}`)
  return {
    key: `${validFrom} ${validUntil} ${periodName}`,
    name: periodName,
    validity: schedule.validity(from ?? '', until ?? ''),
    state,
    spans: [...alike].map(([times, days]) => ({
      days: weekdaysInWords(
        days.map(({ weekday }) => weekday),
        locale,
      ),
      times,
    })),
  }
}

function durationOf({ runs }: DayTable): number | null {
  const times = runs[0]?.times.filter((time) => time !== null) ?? []
  const [first, last] = [times[0], times.at(-1)]
  return first && last ? minutesInto(last) - minutesInto(first) : null
}

function minutesInto({ time, days }: { time: string; days: number }): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return days * 24 * 60 + hours * 60 + minutes
}
