import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type StaffWords } from './en.ts'

const WORDS: Record<Locale, StaffWords> = { en, el }

export function staffWords(locale: Locale): StaffWords {
  return WORDS[locale]
}
