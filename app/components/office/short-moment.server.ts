import { translation } from '#app/i18n/translation.ts'
import { shortDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { dateInCyprus, inCyprus, TIME_ZONE } from '#platform/time.ts'

/** "Fri 20 Nov, 08:30" */
export function shortMoment(moment: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(moment), translation().locale)}, ${exactClock(moment)}`
}

/** A moment as a field for date and time has it, by the clock of Cyprus. */
export function fieldMoment(moment: Temporal.Instant): string {
  return inCyprus(moment).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** A moment from a field for date and time; null for an empty or unreadable one. */
export function readFieldMoment(text: string): Temporal.Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(TIME_ZONE).toInstant()
  } catch {
    return null
  }
}

/** A date from a field for dates; null for an empty or unreadable one. */
export function readFieldDate(text: string | null): Temporal.PlainDate | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return null
  }
}
