import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type AlertWords } from './en.ts'

const WORDS: Record<Locale, AlertWords> = { en, el }

export function alertWords(locale: Locale): AlertWords {
  return WORDS[locale]
}
