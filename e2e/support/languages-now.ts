import { LOCALES, type Locale } from '#platform/locale.ts'
import { TESTS } from '#test/deep.ts'

/** The languages in which this run tells a long story: a day's run in the first, a deep one in the others. */
export function languagesNow(): readonly Locale[] {
  if (TESTS === 'all') return LOCALES
  return TESTS === 'deep' ? LOCALES.slice(1) : LOCALES.slice(0, 1)
}
