import type { PassengerCategory } from '#modules/fares/passengers.ts'
import type { Locale } from '#platform/locale.ts'

import { categoriesInGreek } from './el.ts'
import { categoriesInEnglish, type CategoryWords } from './en.ts'

type Words = Readonly<Record<PassengerCategory, CategoryWords>>

const WORDS: Record<Locale, Words> = { en: categoriesInEnglish, el: categoriesInGreek }

/** The names of the passenger categories. */
export function categoryWords(locale: Locale): Words {
  return WORDS[locale]
}
