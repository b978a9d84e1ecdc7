import type { EnquiryKind, Field, FieldName } from '#modules/enquiries/forms.ts'
import { longDate } from '#platform/format/dates.ts'
import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type EnquiryWords } from './en.ts'

const WORDS: Record<Locale, EnquiryWords> = { en, el }

export function enquiryWords(locale: Locale): EnquiryWords {
  return WORDS[locale]
}

/** The label of a field in this form. */
export function labelOf(locale: Locale, kind: EnquiryKind, field: FieldName): string {
  const { fields, fieldsOf } = WORDS[locale]
  const own: Partial<Record<string, Partial<Record<string, string>>>> = fieldsOf
  return own[kind]?.[field] ?? fields[field]
}

/** The value typed or chosen in a field, as people read it. */
export function valueInWords(locale: Locale, field: Field, value: string): string {
  if (field.type === 'date') return longDate(Temporal.PlainDate.from(value), locale)
  if (field.type !== 'choice') return value
  const options: Partial<Record<string, string>> = WORDS[locale].choices[field.choice]
  return options[value] ?? value
}
