import type { Problems } from '#modules/gtfs/feed/findings.ts'
import type { FeedTimetable } from '#modules/gtfs/timetable/timetable-of-feed.ts'
import { lastBookableDate } from '#modules/rules/deadlines.ts'

/**
 * Each call is a row, written in the single transaction of an import; ten million take some
 * minutes.
 */
const MAX_CALLS = 10_000_000

/** Refuses a timetable with too many calls before anything is written. */
export function checkSize(timetable: FeedTimetable, today: Temporal.PlainDate, problems: Problems) {
  const until = lastBookableDate(today)
  const days = daysOfServices(timetable, today, until)
  const calls = Map.groupBy(timetable.stopTimes, ({ tripId }) => tripId)
  const made = timetable.trips.reduce(
    (sum, { tripId, serviceId }) =>
      sum + (calls.get(tripId)?.length ?? 0) * (days.get(serviceId) ?? 0),
    0,
  )
  if (made <= MAX_CALLS) return
  const facts = { calls: made, most: MAX_CALLS, until: until.toString() }
  problems.add({ file: 'stop_times.txt', line: null, code: 'too-many-calls', ...facts })
}

/** The approximate number of dates each service runs until then: weeks are not counted to the day. */
function daysOfServices(
  { calendars, exceptions }: FeedTimetable,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): ReadonlyMap<string, number> {
  const days = new Map<string, number>()
  for (const { serviceId, weekdays, validFrom, validUntil } of calendars) {
    const first = later(validFrom, from)
    const last = later(validUntil, until) === until ? validUntil : until
    const span = Math.max(0, first.until(last).days + 1)
    days.set(serviceId, Math.ceil((span * weekdays.length) / 7))
  }
  for (const { serviceId, date, runs } of exceptions) {
    const isWithin = later(date, from) === date && later(until, date) === until
    if (isWithin) days.set(serviceId, (days.get(serviceId) ?? 0) + (runs ? 1 : -1))
  }
  return days
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}
