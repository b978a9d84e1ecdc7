import { LANGUAGES } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'

/** A rate or a measure with the decimal mark of the language: "9", "9.5" or «9,5». */
export function decimalText(figure: number, locale: Locale): string {
  return String(figure).replace('.', LANGUAGES[locale].decimalMark)
}
