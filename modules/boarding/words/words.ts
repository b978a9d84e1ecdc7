import type { Verdict } from '#modules/boarding/verdict/verdict.ts'
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

/** "Sun 6 Dec", for a date that the package does not name. */
export function nameDay(date: string, locale: Locale): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const named = new Intl.DateTimeFormat(LANGUAGES[locale].tag, parts).format(new Date(date))
  return named.replace(',', '')
}
