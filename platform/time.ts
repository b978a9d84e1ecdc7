/** Buses run, and are printed, by the clock of Cyprus (Europe/Nicosia is an alias). */
export const TIME_ZONE = 'Asia/Nicosia'

/** The moment as the clocks of Cyprus show it. */
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

/** The first moment of a date in Cyprus; with the next date's, the day, be it of 23 or 25 hours. */
export function startOfDay(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(TIME_ZONE).toInstant()
}

export function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0
}
