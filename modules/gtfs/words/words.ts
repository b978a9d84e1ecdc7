import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type FindingWords } from './en.ts'

const WORDS: Record<Locale, FindingWords> = { en, el }

export function findingWords(locale: Locale): FindingWords {
  return WORDS[locale]
}
