import type { Locale } from '#platform/locale.ts'
import { clockTime, dateInCyprus, inCyprus } from '#platform/time.ts'

import { ticketWords } from './words/words.ts'

/** Until this hour of the morning people still speak of the night before. */
const NIGHT_ENDS_AT = 4

/** A ride's times as a ticket shows them, by the clock of Cyprus whatever the reader's own. */
export type RideTimes = {
  /** "Friday 20 November 2026" */
  date: string
  /** "Night of Friday 20 to Saturday 21 November"; null by day. */
  night: string | null
  departs: string
  arrives: string
  /** "next day", or null. */
  arrivesOn: string | null
  /** "08:20", with its date when it is still the day before. */
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
  const isNight = inCyprus(departsAt).hour < NIGHT_ENDS_AT
  const minutes = departsAt.until(arrivesAt).total('minutes')
  return {
    date: words.date(date),
    night: isNight ? words.night(date.subtract({ days: 1 }), date) : null,
    departs: clockOnTicket(departsAt),
    arrives: clockOnTicket(arrivesAt),
    arrivesOn: isOn(date, arrivesAt) ? null : words.nextDay,
    beThere: isOn(date, beThereAt) ? clockOnTicket(beThereAt) : clockAndDate(beThereAt, locale),
    duration: words.minutes(Math.round(minutes)),
  }
}

/** "23:55, Friday 20 November 2026" */
function clockAndDate(moment: Temporal.Instant, locale: Locale): string {
  return `${clockOnTicket(moment)}, ${ticketWords(locale).date(dateInCyprus(moment))}`
}

function isOn(date: Temporal.PlainDate, moment: Temporal.Instant): boolean {
  return dateInCyprus(moment).equals(date)
}

/** "Thursday 19 November 2026, 08:30" */
export function dateAndTime(moment: Temporal.Instant, locale: Locale): string {
  return `${ticketWords(locale).date(dateInCyprus(moment))}, ${clockOnTicket(moment)}`
}

/** "08:30 on Thursday 19 November 2026": the same in the middle of a sentence */
export function momentInSentence(moment: Temporal.Instant, locale: Locale): string {
  return ticketWords(locale).moment(dateInCyprus(moment), clockOnTicket(moment))
}

/**
 * "08:30", and on the two dates on which the clock changes "03:30 EEST" or "03:30 EET": an hour
 * that comes twice is told apart, and an arrival before its departure explained.
 */
export function clockOnTicket(moment: Temporal.Instant): string {
  const there = inCyprus(moment)
  if (there.hoursInDay === 24) return clockTime(moment)
  return `${clockTime(moment)} ${there.offset === '+03:00' ? 'EEST' : 'EET'}`
}
