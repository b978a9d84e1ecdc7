import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type AccountWords } from './en.ts'

const WORDS: Record<Locale, AccountWords> = { en, el }

export function accountWords(locale: Locale): AccountWords {
  return WORDS[locale]
}
