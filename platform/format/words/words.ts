import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type FormatWords } from './en.ts'

const WORDS: Record<Locale, FormatWords> = { en, el }

export function formatWords(locale: Locale): FormatWords {
  return WORDS[locale]
}
