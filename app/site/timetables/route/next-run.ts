import { saleClosesAt } from '#modules/rules/deadlines.ts'
import type { DayTable } from '#modules/timetable/periods.ts'
import { dateInCyprus, isBefore, TIME_ZONE } from '#platform/time.ts'

type PrintedTime = NonNullable<DayTable['runs'][number]['times'][number]>

type Pattern = {
  weekdays: readonly number[]
  validFrom: Temporal.PlainDate
  validUntil: Temporal.PlainDate
  /** Whether it is known to be cancelled on a date. */
  isOff: (date: Temporal.PlainDate) => boolean
}

/** Two weeks contain every weekday twice: a holiday does not hide the one after it. */
const LOOK_AHEAD_DAYS = 15

/** The next date on which a trip leaves and can still be booked, if there is one. */
export function nextDateOf(
  { time, days }: PrintedTime,
  { weekdays, validFrom, validUntil, isOff }: Pattern,
  now: Temporal.Instant,
): Temporal.PlainDate | undefined {
  // A departure after midnight belongs to the service day before.
  const yesterday = dateInCyprus(now).subtract({ days: 1 })
  const first = Temporal.PlainDate.compare(validFrom, yesterday) > 0 ? validFrom : yesterday
  return Array.from({ length: LOOK_AHEAD_DAYS }, (_, ahead) => first.add({ days: ahead }))
    .filter((service) => Temporal.PlainDate.compare(service, validUntil) <= 0)
    .filter((service) => weekdays.includes(service.dayOfWeek))
    .map((service) => service.add({ days }))
    .find((date) => !isOff(date) && isBefore(now, saleClosesAt(departureOn(date, time))))
}

function departureOn(date: Temporal.PlainDate, time: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time }).toInstant()
}
