import type { Locale } from '#platform/locale.ts'
import { clockTime, dateInCyprus, inCyprus } from '#platform/time.ts'

import { longDate } from './dates.ts'
import { formatWords } from './words/words.ts'

/** Until this hour of the morning people still speak of the night before. */
const NIGHT_ENDS_AT = 4

/** "Thursday 19 November 2026, 08:30" */
export function dateAndTime(moment: Temporal.Instant, locale: Locale): string {
  return `${longDate(dateInCyprus(moment), locale)}, ${exactClock(moment)}`
}

/** "08:30 on Thursday 19 November 2026": the same in the middle of a sentence */
export function momentInSentence(moment: Temporal.Instant, locale: Locale): string {
  return formatWords(locale).moment(longDate(dateInCyprus(moment), locale), exactClock(moment))
}

/**
 * "08:30", and on the two dates on which the clock changes "03:30 EEST" or "03:30 EET": an hour
 * that comes twice is told apart, and an arrival before its departure explained.
 */
export function exactClock(moment: Temporal.Instant): string {
  const there = inCyprus(moment)
  if (there.hoursInDay === 24) return clockTime(moment)
  return `${clockTime(moment)} ${there.offset === '+03:00' ? 'EEST' : 'EET'}`
}

/** Between midnight and four, the two dates whose night it is; null by day. */
export function nightOf(
  moment: Temporal.Instant,
): { evening: Temporal.PlainDate; morning: Temporal.PlainDate } | null {
  if (inCyprus(moment).hour >= NIGHT_ENDS_AT) return null
  const morning = dateInCyprus(moment)
  return { evening: morning.subtract({ days: 1 }), morning }
}
