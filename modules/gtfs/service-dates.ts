import type { CalendarRow, FeedTables } from './feed-tables.ts'
import { range } from './dates.ts'

/** On which dates the trips of a service run: its weekdays within a span, and what differs. */
export type ServiceCalendar = {
  serviceId: string
  /** Monday = 1. Empty for a service of single dates. */
  weekdays: number[]
  validFrom: Temporal.PlainDate
  validUntil: Temporal.PlainDate
  exceptions: { date: Temporal.PlainDate; runs: boolean }[]
  periodName: string | null
}

const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/**
 * The services that run on at least one date. Some feeds list every date and no weekdays: where
 * those dates have a weekly pattern, it is found, so that people read a pattern and not a list.
 */
export function readServices({ calendar, calendarDates }: FeedTables): ServiceCalendar[] {
  const weekly = new Map(calendar.map((row) => [row.service_id, row]))
  const dated = Map.groupBy(calendarDates, ({ service_id }) => service_id)
  return [...new Set([...weekly.keys(), ...dated.keys()])].flatMap((serviceId) => {
    const row = weekly.get(serviceId)
    const dates = runningDates(row, dated.get(serviceId) ?? [])
    return dates.length === 0 ? [] : [toCalendar(serviceId, row, dates)]
  })
}

/** In order. */
function runningDates(row: CalendarRow | undefined, exceptions: FeedTables['calendarDates']) {
  const dates = new Map<string, Temporal.PlainDate>()
  const weekdays = weekdaysOf(row)
  for (const date of row ? range(row.start_date, row.end_date) : []) {
    if (weekdays.includes(date.dayOfWeek)) dates.set(date.toString(), date)
  }
  for (const { date, exception_type } of exceptions) {
    if (exception_type === '1') dates.set(date.toString(), date)
    else dates.delete(date.toString())
  }
  return [...dates.values()].toSorted((a, b) => Temporal.PlainDate.compare(a, b))
}

function toCalendar(
  serviceId: string,
  row: CalendarRow | undefined,
  dates: Temporal.PlainDate[],
): ServiceCalendar {
  const [first, last] = [dates[0], dates.at(-1)] as [Temporal.PlainDate, Temporal.PlainDate]
  const given = weekdaysOf(row)
  const weekdays = given.length > 0 ? given : weeklyPattern(dates)
  const [validFrom, validUntil] =
    row && given.length > 0 ? [row.start_date, row.end_date] : [first, last]

  const running = new Set(dates.map(String))
  const expected = new Set(
    [...range(validFrom, validUntil)]
      .filter(({ dayOfWeek }) => weekdays.includes(dayOfWeek))
      .map(String),
  )
  const exceptions = [...running.symmetricDifference(expected)]
    .toSorted()
    .map((date) => ({ date: Temporal.PlainDate.from(date), runs: running.has(date) }))
  return {
    serviceId,
    weekdays,
    validFrom,
    validUntil,
    exceptions,
    periodName: row?.period_name ?? null,
  }
}

function weekdaysOf(row: CalendarRow | undefined): number[] {
  return WEEKDAYS.flatMap((name, place) => (row?.[name] ? [place + 1] : []))
}

/** The weekdays on which it runs twice or more, and more often than not. */
function weeklyPattern(dates: Temporal.PlainDate[]): number[] {
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  const all = Map.groupBy(range(first, last), ({ dayOfWeek }) => dayOfWeek)
  const running = Map.groupBy(dates, ({ dayOfWeek }) => dayOfWeek)
  return WEEKDAYS.flatMap((_, place) => {
    const times = running.get(place + 1)?.length ?? 0
    const weeks = all.get(place + 1)?.length ?? 0
    return times >= 2 && times * 2 > weeks ? [place + 1] : []
  })
}
