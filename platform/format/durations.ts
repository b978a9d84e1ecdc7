import type { Locale } from '#platform/locale.ts'

import { formatWords } from './words/words.ts'

const MINUTES_PER_HOUR = 60

/** "1 h 30 min" */
export function durationText(minutes: number, locale: Locale): string {
  const hours = Math.floor(minutes / MINUTES_PER_HOUR)
  return formatWords(locale).duration(hours, minutes % MINUTES_PER_HOUR)
}
