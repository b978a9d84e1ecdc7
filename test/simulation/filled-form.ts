import { FORMS, type EnquiryKind, type Field } from '#modules/enquiries/forms.ts'

/** A valid value for every field of a form, for a journey on this day: "2026-12-12". */
export function fillIn(kind: EnquiryKind, date: string): [Field, string][] {
  const fields = FORMS[kind].flatMap((group) => group.fields)
  return fields.map((field) => [field, exampleOf(field, date)])
}

const CHOSEN = {
  topic: 'other',
  coach: 'several',
  airport: 'both',
  regularity: 'once',
  wheelchair: 'powered',
  'school-runs': 'mornings',
} as const

function exampleOf(field: Field, date: string): string {
  switch (field.type) {
    case 'line':
    case 'name':
      return 'Limassol 12'
    case 'text':
      return 'We are twelve and have a drum.'
    case 'email':
      return 'anna@example.com'
    case 'phone':
      return '+357 99 000000'
    case 'reference':
      return 'AB12CD34'
    case 'date':
      return date
    case 'time':
      return field.name === 'time' ? '08:30' : '11:30'
    case 'count':
      return String(field.least)
    case 'choice':
    default:
      return CHOSEN[field.choice]
  }
}
