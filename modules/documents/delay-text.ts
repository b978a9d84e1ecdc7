import { exactClock } from '#platform/format/moments.ts'
import type { Locale } from '#platform/locale.ts'

import { ticketWords } from './words/words.ts'

type Delayed = {
  locale: Locale
  /** By the timetable. */
  departsAt: Temporal.Instant
  /** Negative: early. */
  delayMinutes: number
}

/**
 * How late a bus is, and when it is expected, as tickets, calendars and mails say it; null if it is
 * on time.
 */
export function delayText({ locale, departsAt, delayMinutes }: Delayed): string | null {
  if (delayMinutes === 0) return null
  const { late, early } = ticketWords(locale).ticket
  const time = exactClock(departsAt.add({ minutes: delayMinutes }))
  return delayMinutes > 0 ? late(delayMinutes, time) : early(-delayMinutes, time)
}
