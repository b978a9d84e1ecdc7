/** Buses run, and times are printed, by the clock of Cyprus (Europe/Nicosia is an alias). */
export const TIME_ZONE = 'Asia/Nicosia'

/** A moment by the clock of Cyprus. */
export function inCyprus(moment: Temporal.Instant): Temporal.ZonedDateTime {
  return moment.toZonedDateTimeISO(TIME_ZONE)
}

/** "08:30" */
export function clockTime(moment: Temporal.Instant): string {
  return inCyprus(moment).toPlainTime().toString({ smallestUnit: 'minute' })
}

export function dateInCyprus(moment: Temporal.Instant): Temporal.PlainDate {
  return inCyprus(moment).toPlainDate()
}

/**
 * The first moment of a date in Cyprus. A day may have 23 or 25 hours; it ends where the next
 * begins.
 */
export function startOfDay(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(TIME_ZONE).toInstant()
}

/** Compares milliseconds first, since comparing whole moments takes twenty times as long. */
export function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  const [first, second] = [one.epochMilliseconds, other.epochMilliseconds]
  return first === second ? Temporal.Instant.compare(one, other) < 0 : first < second
}

export function laterOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isBefore(one, other) ? other : one
}

/** Whole minutes that have passed since a moment. */
export function minutesSince(moment: Temporal.Instant, now: Temporal.Instant): number {
  return Math.trunc(moment.until(now).total('minutes'))
}
