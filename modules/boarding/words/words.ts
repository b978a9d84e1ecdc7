import type { Verdict } from '#modules/boarding/verdict.ts'
import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en } from './en.ts'
import type { Names, VerdictWords } from './verdict-words.ts'

const WORDS: Record<Locale, VerdictWords> = { en, el }

/** What a driver reads of a verdict. */
export function sayVerdict(verdict: Verdict, locale: Locale, names: Names): string {
  const say = WORDS[locale][verdict.is] as (told: Verdict, by: Names) => string
  return say(verdict, names)
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
