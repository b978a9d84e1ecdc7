import type { Verdict } from '#modules/boarding/package/verdict.ts'
import { LANGUAGES } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en } from './en.ts'
import type { Names, VerdictWords } from './verdict-words.ts'

const WORDS: Record<Locale, VerdictWords> = { en, el }

/** A verdict as the driver reads it, with each date on one line. */
export function sayVerdict(verdict: Verdict, locale: Locale, names: Names): string {
  const say = WORDS[locale][verdict.is] as (told: Verdict, by: Names) => string
  return say(verdict, { ...names, day: (date) => names.day(date).replaceAll(' ', '\u00A0') })
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Nicosia',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** "13:30" by the clock of Cyprus, in browsers without Temporal. */
export function clockOf(moment: number): string {
  return CLOCK.format(moment)
}

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Nicosia', dateStyle: 'short' })

/** "2026-11-23" by the calendar of Cyprus, in browsers without Temporal. */
export function dayOf(moment: number): string {
  return DAY.format(moment)
}

/** "Sun 6 Dec", for a date that the package does not name. */
export function nameDay(date: string, locale: Locale): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const named = new Intl.DateTimeFormat(LANGUAGES[locale].tag, parts).format(new Date(date))
  return named.replace(',', '')
}
