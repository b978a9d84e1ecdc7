import type { CalendarRow, FeedTables } from '#modules/gtfs/feed/feed-tables.ts'

import { range } from './dates.ts'

/** The dates on which the trips of a service run: weekdays within a span, and exceptions. */
export type ServiceCalendar = {
  serviceId: string
  /** Monday = 1. Empty for a service of single dates. */
  weekdays: number[]
  validFrom: Temporal.PlainDate
  validUntil: Temporal.PlainDate
  exceptions: { date: Temporal.PlainDate; runs: boolean }[]
  periodName: string | null
}

type Dated = FeedTables['calendarDates']

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/**
 * The services that run on at least one date. Some feeds list every date and no weekdays: if those
 * dates have a weekly pattern, it is found, so that people read a pattern and not a list. No span
 * is iterated day by day, since some calendars end in 2099 or 9999.
 */
export function readServices({ calendar, calendarDates }: FeedTables): ServiceCalendar[] {
  const weekly = new Map(calendar.map((row) => [row.service_id, row]))
  const dated = Map.groupBy(calendarDates, ({ service_id }) => service_id)
  return [...new Set([...weekly.keys(), ...dated.keys()])].flatMap((serviceId) => {
    const row = weekly.get(serviceId)
    const exceptions = dated.get(serviceId) ?? []
    const weekdays = weekdaysOf(row)
    const found =
      row && weekdays.length > 0
        ? ofWeekdays(row, weekdays, exceptions)
        : ofSingleDates(exceptions, row?.period_name ?? null)
    return found ? [{ serviceId, ...found }] : []
  })
}

type Found = Omit<ServiceCalendar, 'serviceId'> | undefined

function ofWeekdays(row: CalendarRow, weekdays: number[], dated: Dated): Found {
  const { start_date: validFrom, end_date: validUntil, period_name: periodName } = row
  const isUsual = (date: Temporal.PlainDate) =>
    isIn(date, validFrom, validUntil) && weekdays.includes(date.dayOfWeek)
  const exceptions = dated
    .map(({ date, exception_type }) => ({ date, runs: exception_type === '1' }))
    .filter(({ date, runs }) => runs !== isUsual(date))
    .toSorted((one, other) => Temporal.PlainDate.compare(one.date, other.date))

  const off = new Set(exceptions.flatMap(({ date, runs }) => (runs ? [] : [date.toString()])))
  const isSometimes =
    exceptions.some(({ runs }) => runs) ||
    range(validFrom, validUntil).some((date) => isUsual(date) && !off.has(date.toString()))
  return isSometimes ? { weekdays, validFrom, validUntil, exceptions, periodName } : undefined
}

function ofSingleDates(dated: Dated, periodName: string | null): Found {
  const dates = dated
    .flatMap(({ date, exception_type }) => (exception_type === '1' ? [date] : []))
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const [validFrom, validUntil] = [dates[0], dates.at(-1)]
  if (!validFrom || !validUntil) return undefined

  const weekdays = weeklyPattern(dates, validFrom, validUntil)
  const running = new Set(dates.map(String))
  // With a pattern, at least every other one of these dates is listed in the feed.
  const usual = weekdays.length === 0 ? [] : range(validFrom, validUntil)
  const expected = new Set(
    [...usual].filter(({ dayOfWeek }) => weekdays.includes(dayOfWeek)).map(String),
  )
  const exceptions = [...running.symmetricDifference(expected)]
    .toSorted()
    .map((date) => ({ date: Temporal.PlainDate.from(date), runs: running.has(date) }))
  return { weekdays, validFrom, validUntil, exceptions, periodName }
}

function weekdaysOf(row: CalendarRow | undefined): number[] {
  return WEEKDAYS.flatMap((name, place) => (row?.[name] ? [place + 1] : []))
}

/** The weekdays on which it runs twice or more, and more often than not. */
function weeklyPattern(
  dates: readonly Temporal.PlainDate[],
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): number[] {
  const days = first.until(last).days + 1
  const running = Map.groupBy(dates, ({ dayOfWeek }) => dayOfWeek)
  return WEEKDAYS.flatMap((_, place) => {
    const times = running.get(place + 1)?.length ?? 0
    const daysBefore = (place + 1 - first.dayOfWeek + 7) % 7
    const weeks = Math.ceil((days - daysBefore) / 7)
    return times >= 2 && times * 2 > weeks ? [place + 1] : []
  })
}

function isIn(
  date: Temporal.PlainDate,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): boolean {
  const isBegun = Temporal.PlainDate.compare(from, date) <= 0
  return isBegun && Temporal.PlainDate.compare(date, until) <= 0
}
