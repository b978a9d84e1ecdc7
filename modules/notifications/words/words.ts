import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type LetterWords } from './en.ts'

const WORDS: Record<Locale, LetterWords> = { en, el }

export function letterWords(locale: Locale): LetterWords {
  return WORDS[locale]
}
