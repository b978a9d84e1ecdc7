import type { Locale } from '#platform/locale.ts'

import { formatWords } from './words/words.ts'

const MINUTES_PER_HOUR = 60

/** "90 min" */
export function minutesText(minutes: number, locale: Locale): string {
  return formatWords(locale).minutes(minutes)
}

/** "1 h 30 min" */
export function durationText(minutes: number, locale: Locale): string {
  const hours = Math.floor(minutes / MINUTES_PER_HOUR)
  return formatWords(locale).duration(hours, minutes % MINUTES_PER_HOUR)
}
