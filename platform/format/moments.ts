import type { Locale } from '#platform/locale.ts'
import { clockTime, dateInCyprus, inCyprus } from '#platform/time.ts'

import { longDate } from './dates.ts'
import { formatWords } from './words/words.ts'

/** Hour of the morning until which people still speak of the night before. */
const NIGHT_ENDS_AT = 4

/** "Thursday 19 November 2026, 08:30" */
export function dateAndTime(moment: Temporal.Instant, locale: Locale): string {
  return `${longDate(dateInCyprus(moment), locale)}, ${exactClock(moment)}`
}

/** "08:30 on Thursday 19 November 2026": the form in the middle of a sentence */
export function momentInSentence(moment: Temporal.Instant, locale: Locale): string {
  return formatWords(locale).moment(longDate(dateInCyprus(moment), locale), exactClock(moment))
}

/**
 * "08:30", and on the two dates on which the clock changes "03:30 EEST" or "03:30 EET". The zone
 * distinguishes the hour that occurs twice, and explains an arrival before its departure.
 */
export function exactClock(moment: Temporal.Instant): string {
  const there = inCyprus(moment)
  if (there.hoursInDay === 24) return clockTime(moment)
  return `${clockTime(moment)} ${there.offset === '+03:00' ? 'EEST' : 'EET'}`
}

/** The two dates of the night between midnight and four; null by day. */
export function nightOf(
  moment: Temporal.Instant,
): { evening: Temporal.PlainDate; morning: Temporal.PlainDate } | null {
  if (inCyprus(moment).hour >= NIGHT_ENDS_AT) return null
  const morning = dateInCyprus(moment)
  return { evening: morning.subtract({ days: 1 }), morning }
}
