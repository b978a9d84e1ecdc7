import { translation } from '#app/i18n/translation.ts'
import { DateField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import {
  CHOICES,
  MAX_TYPED,
  type ChoiceName,
  type EnquiryKind,
  type Field,
  type FieldName,
} from '#modules/enquiries/forms.ts'
import { enquiryWords, labelOf } from '#modules/enquiries/words/words.ts'
import { company } from '#operator'
import { MAX_EMAIL_LENGTH } from '#platform/text/email.ts'
import { MAX_PHONE_LENGTH } from '#platform/text/phone.ts'
import { MAX_REFERENCE_LENGTH } from '#platform/text/reference.ts'

import type { EnquiryAnswer, FormView } from './view.ts'

type EnquiryFieldProps = {
  kind: EnquiryKind
  field: Field
  form: FormView
  answer: EnquiryAnswer | undefined
}

const AUTO_COMPLETE: Partial<Record<FieldName, string>> = {
  'first-name': 'given-name',
  'last-name': 'family-name',
  email: 'email',
  phone: 'tel',
  organisation: 'organization',
  airline: 'organization',
}

/** A field as its rule describes it. The browser helps to fill it in; the server validates it. */
export function EnquiryField({ kind, field, form, answer }: EnquiryFieldProps) {
  const { name } = field
  const hint = hintOf(kind, name)
  const common = {
    name,
    label: <Label kind={kind} field={field} />,
    error: answer?.problems.find(({ fieldId }) => fieldId === name)?.sentence,
    defaultValue: answer?.typed[name] ?? form.chosen[name] ?? '',
    required: !field.optional,
    ...(hint && { hint }),
    ...(AUTO_COMPLETE[name] && { autoComplete: AUTO_COMPLETE[name] }),
  }
  switch (field.type) {
    case 'line':
    case 'name':
      return <TextField {...common} maxLength={field.most} />
    case 'text':
      return <TextArea {...common} rows={6} maxLength={MAX_TYPED} />
    case 'email':
      return <TextField {...common} type="email" maxLength={MAX_EMAIL_LENGTH} spellCheck={false} />
    case 'phone':
      return <TextField {...common} type="tel" maxLength={MAX_PHONE_LENGTH} />
    case 'reference':
      return (
        <TextField
          {...common}
          maxLength={MAX_REFERENCE_LENGTH}
          autoCapitalize="characters"
          spellCheck={false}
        />
      )
    case 'date':
      return <DateField {...common} min={form.today} max={form.lastDate} />
    case 'time':
      return <TextField {...common} type="time" />
    case 'count':
      return <TextField {...common} inputMode="numeric" maxLength={6} />
    case 'choice':
    default:
      return (
        <SelectField {...common}>
          <option value="">{translation().messages.enquiries.choose}</option>
          <Options choice={field.choice} />
        </SelectField>
      )
  }
}

function Label({ kind, field }: { kind: EnquiryKind; field: Field }) {
  const { locale, messages } = translation()
  const label = labelOf(locale, kind, field.name)
  if (!field.optional) return label
  return (
    <>
      {label} <span className="soft optional">({messages.enquiries.optional})</span>
    </>
  )
}

function Options({ choice }: { choice: ChoiceName }) {
  const words: Partial<Record<string, string>> = enquiryWords(translation().locale).choices[choice]
  return CHOICES[choice].map((option) => (
    <option key={option} value={option}>
      {words[option]}
    </option>
  ))
}

function hintOf(kind: EnquiryKind, name: FieldName): string | undefined {
  const { hints } = translation().messages.enquiries
  const { schoolNotes, wheelchairNotes, phone, ...plain } = hints
  if (name === 'phone') return phone(company().hours.from, company().hours.until)
  if (name === 'notes' && kind === 'school-service') return schoolNotes
  if (name === 'notes' && kind === 'wheelchair-accessible-transport') return wheelchairNotes
  const known: Partial<Record<string, string>> = plain
  return known[name]
}
