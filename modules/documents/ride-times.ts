import { longDate } from '#platform/format/dates.ts'
import { durationText } from '#platform/format/durations.ts'
import { exactClock, nightOf } from '#platform/format/moments.ts'
import type { Locale } from '#platform/locale.ts'
import { dateInCyprus } from '#platform/time.ts'

import { ticketWords } from './words/words.ts'

/** A ride's times as a ticket shows them, in Cyprus time wherever the reader is. */
export type RideTimes = {
  /** "Friday 20 November 2026" */
  date: string
  /** "Night of Friday 20 to Saturday 21 November"; null by day. */
  night: string | null
  departs: string
  arrives: string
  /** "next day", or null. */
  arrivesOn: string | null
  /** "08:20", with its date if that is still the day before. */
  beThere: string
  duration: string
}

type Ride = {
  locale: Locale
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  beThereAt: Temporal.Instant
}

export function rideTimes({ locale, departsAt, arrivesAt, beThereAt }: Ride): RideTimes {
  const words = ticketWords(locale)
  const date = dateInCyprus(departsAt)
  const night = nightOf(departsAt)
  const minutes = departsAt.until(arrivesAt).total('minutes')
  return {
    date: longDate(date, locale),
    night: night && words.night(night.evening, night.morning),
    departs: exactClock(departsAt),
    arrives: exactClock(arrivesAt),
    arrivesOn: isOn(date, arrivesAt) ? null : words.nextDay,
    beThere: isOn(date, beThereAt) ? exactClock(beThereAt) : clockAndDate(beThereAt, locale),
    duration: durationText(Math.round(minutes), locale),
  }
}

/** "23:55, Friday 20 November 2026" */
function clockAndDate(moment: Temporal.Instant, locale: Locale): string {
  return `${exactClock(moment)}, ${longDate(dateInCyprus(moment), locale)}`
}

function isOn(date: Temporal.PlainDate, moment: Temporal.Instant): boolean {
  return dateInCyprus(moment).equals(date)
}
