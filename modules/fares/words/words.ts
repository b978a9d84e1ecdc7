import type { PassengerCategory } from '#modules/fares/passengers.ts'
import type { Locale } from '#platform/locale.ts'

import { categoriesInGreek } from './el.ts'
import { categoriesInEnglish, type CategoryWords } from './en.ts'

/** The names of the passenger categories in each language. */
export const CATEGORY_WORDS = {
  en: categoriesInEnglish,
  el: categoriesInGreek,
} satisfies Record<Locale, Record<PassengerCategory, CategoryWords>>
