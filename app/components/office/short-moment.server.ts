import { translation } from '#app/i18n/translation.ts'
import { shortDate } from '#platform/format/dates.ts'
import { exactClock, momentInSentence } from '#platform/format/moments.ts'
import { dateInCyprus, inCyprus } from '#platform/time.ts'

/** "Fri 20 Nov, 08:30" */
export function shortMoment(moment: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(moment), translation().locale)}, ${exactClock(moment)}`
}

/** A moment as a field for date and time has it, by the clock of Cyprus. */
export function fieldMoment(moment: Temporal.Instant): string {
  return inCyprus(moment).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** Within a sentence: "at 18:00" of today, else "at 18:00 on Saturday 28 November 2026". */
export function timeInSentence(moment: Temporal.Instant, now: Temporal.Instant): string {
  const { locale, messages } = translation()
  const { atTime, atMoment } = messages.office.shell
  const isToday = dateInCyprus(moment).equals(dateInCyprus(now))
  return isToday ? atTime(exactClock(moment)) : atMoment(momentInSentence(moment, locale))
}
