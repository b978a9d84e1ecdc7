import { isEmail, tidyEmail } from '#platform/text/email.ts'
import { manyLines, oneLine } from '#platform/text/lines.ts'
import { checkName } from '#platform/text/name.ts'
import { readPhone } from '#platform/text/phone.ts'
import { readReference } from '#platform/text/reference.ts'
import { readDate, readTime } from '#platform/typed-time.ts'

import { CHOICES, FORMS, type EnquiryKind, type Field, type FieldName, type Rule } from './forms.ts'

/** Maximum years ahead for the date of a request. */
export const MAX_YEARS_AHEAD = 2

export type FieldProblem = { field: FieldName } & (
  | { reason: 'missing' }
  | { reason: 'too-short'; least: number }
  | { reason: 'too-long'; most: number; typed: number }
  /** The name is the address of a website; see `checkName`. */
  | { reason: 'with-site' }
  | { reason: 'malformed'; type: 'email' | 'phone' | 'reference' | 'date' | 'time' | 'count' }
  | { reason: 'out-of-range'; least: number; most: number }
  | { reason: 'in-the-past' }
  | { reason: 'too-far-ahead'; years: number }
  | { reason: 'back-before-there' }
)

/** The filled fields; empty ones are missing. */
export type Fields = Partial<Record<FieldName, string>>

/** All problems of a form, in its order; empty if it can be sent. */
export function checkFields(
  kind: EnquiryKind,
  typed: Fields,
  today: Temporal.PlainDate,
): FieldProblem[] {
  const fields = FORMS[kind].flatMap((group) => group.fields)
  const problems = fields.flatMap((field) => checkField(field, typed[field.name] ?? '', today))
  return isBackBeforeThere(typed) && !problems.some(({ field }) => field === 'return-date')
    ? [...problems, { field: 'return-date', reason: 'back-before-there' }]
    : problems
}

/** The fields of this form without stray spaces; other fields are dropped. */
export function readFields(kind: EnquiryKind, valueOf: (name: FieldName) => string): Fields {
  const fields = FORMS[kind].flatMap((group) => group.fields)
  const filled = fields.flatMap(({ name, type }) => {
    const value = readValue(type, valueOf(name))
    return value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(filled) as Fields
}

/** The value in the form that is kept; one that cannot be read stays as it was typed. */
function readValue(type: Rule['type'], typed: string): string {
  if (type === 'text') return manyLines(typed)
  if (type === 'email') return tidyEmail(typed)
  const line = oneLine(typed)
  if (type === 'reference') return readReference(line) ?? line
  return (type === 'time' && readTime(line)) || line
}

function checkField(field: Field, value: string, today: Temporal.PlainDate): FieldProblem[] {
  const { name } = field
  if (value === '') return field.optional ? [] : [{ field: name, reason: 'missing' }]
  const problem = checkValue(field, value, today)
  return problem ? [{ field: name, ...problem }] : []
}

type Problem = FieldProblem extends infer One
  ? One extends unknown
    ? Omit<One, 'field'>
    : never
  : never

function checkValue(rule: Rule, value: string, today: Temporal.PlainDate): Problem | undefined {
  switch (rule.type) {
    case 'name':
      return checkPersonal(value, rule.most)
    case 'line':
      return checkLength(value, 0, rule.most)
    case 'text':
      return checkLength(value, rule.least, rule.most)
    case 'email':
      return isEmail(value) ? undefined : { reason: 'malformed', type: 'email' }
    case 'phone':
      return readPhone(value) ? undefined : { reason: 'malformed', type: 'phone' }
    case 'reference':
      return readReference(value) ? undefined : { reason: 'malformed', type: 'reference' }
    case 'time':
      return readTime(value) ? undefined : { reason: 'malformed', type: 'time' }
    case 'choice':
      return CHOICES[rule.choice].some((one) => one === value) ? undefined : { reason: 'missing' }
    case 'date':
      return checkDate(value, today)
    case 'count':
    default:
      return checkCount(value, rule.least, rule.most)
  }
}

function checkPersonal(name: string, most: number): Problem | undefined {
  const refusal = checkName(name, most)
  if (refusal?.reason === 'name-missing') return { reason: 'missing' }
  if (refusal?.reason === 'name-with-site') return { reason: 'with-site' }
  return checkLength(name, 0, most)
}

type Length = { least: number; most: number }

/** The fault of a message of a thread, apart from stray spaces. */
export function checkText(text: string, { least, most }: Length) {
  const letters = manyLines(text).length
  if (letters === 0) return { reason: 'missing' } as const
  if (letters < least) return { reason: 'too-short', least } as const
  return letters > most ? ({ reason: 'too-long', most, typed: letters } as const) : undefined
}

function checkLength(value: string, least: number, most: number): Problem | undefined {
  if (value.length < least) return { reason: 'too-short', least }
  if (value.length > most) return { reason: 'too-long', most, typed: value.length }
  return undefined
}

function checkDate(value: string, today: Temporal.PlainDate): Problem | undefined {
  const date = readDate(value)
  if (!date) return { reason: 'malformed', type: 'date' }
  if (Temporal.PlainDate.compare(date, today) < 0) return { reason: 'in-the-past' }
  const latest = today.add({ years: MAX_YEARS_AHEAD })
  return Temporal.PlainDate.compare(date, latest) > 0
    ? { reason: 'too-far-ahead', years: MAX_YEARS_AHEAD }
    : undefined
}

function checkCount(value: string, least: number, most: number): Problem | undefined {
  if (!/^\d{1,6}$/.test(value)) return { reason: 'malformed', type: 'count' }
  const count = Number(value)
  return count < least || count > most ? { reason: 'out-of-range', least, most } : undefined
}

function isBackBeforeThere(typed: Fields): boolean {
  const [there, back] = [readDate(typed.date ?? ''), readDate(typed['return-date'] ?? '')]
  if (!there || !back) return false
  const order = Temporal.PlainDate.compare(back, there)
  const [time, returnTime] = [typed.time ?? '', typed['return-time'] ?? '']
  return order < 0 || (order === 0 && time !== '' && returnTime !== '' && returnTime <= time)
}
