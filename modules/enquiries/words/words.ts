import type { EnquiryKind, FieldName } from '#modules/enquiries/forms.ts'
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
