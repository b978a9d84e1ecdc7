import {
  MAX_PRIVATE_HIRE_PEOPLE,
  MAX_VIP_PEOPLE,
  MIN_COACH_HIRE_PEOPLE,
} from '#modules/rules/rules.ts'

/** The forms of the site: contact, and one for each service. */
export const SERVICES = [
  'school-service',
  'vip-taxi',
  'private-hire',
  'coach-hire',
  'wheelchair-accessible-transport',
  'airline-crew-transport',
] as const
export type Service = (typeof SERVICES)[number]

export const ENQUIRY_KINDS = ['contact', ...SERVICES] as const
export type EnquiryKind = (typeof ENQUIRY_KINDS)[number]

export const TOPICS = ['question', 'booking', 'lost-property', 'complaint', 'other'] as const
export type Topic = (typeof TOPICS)[number]

export const CHOICES = {
  topic: TOPICS,
  'school-runs': ['both-ways', 'mornings', 'afternoons', 'outing'],
  coach: ['midicoach', 'coach', 'several', 'advise-me'],
  wheelchair: ['manual', 'powered', 'scooter'],
  airport: ['larnaca', 'paphos', 'both'],
  regularity: ['regular', 'once'],
} as const

export type ChoiceName = keyof typeof CHOICES

/** The rule for the value of a field. Every field is required unless it is optional. */
export type Rule = { optional?: true } & (
  | { type: 'line'; most: number }
  /** A personal name. */
  | { type: 'name'; most: number }
  | { type: 'text'; least: number; most: number }
  | { type: 'email' }
  | { type: 'phone' }
  | { type: 'reference' }
  | { type: 'date' }
  | { type: 'time' }
  | { type: 'count'; least: number; most: number }
  | { type: 'choice'; choice: ChoiceName }
)

export type FieldName =
  | Exclude<ChoiceName, 'wheelchair'>
  | 'first-name'
  | 'last-name'
  | 'email'
  | 'phone'
  | 'booking-reference'
  | 'message'
  | 'notes'
  | 'from'
  | 'to'
  | 'date'
  | 'time'
  | 'return-date'
  | 'return-time'
  | 'flight'
  | 'people'
  | 'organisation'
  | 'school'
  | 'pupils'
  | 'school-times'
  | 'wheelchairs'
  | 'wheelchair-type'
  | 'airline'
  | 'crew'

export type Field = Rule & { name: FieldName }
/** A form in the order in which it is filled in. */
export type Form = readonly { group: 'journey' | 'you' | 'message'; fields: readonly Field[] }[]

const LINE = { type: 'line', most: 120 } as const
const NAME = { type: 'name', most: 60 } as const
const OPTIONAL = { optional: true } as const
/** Long enough for a whole story with quotations; a longer one is better sent by email. */
export const MAX_LETTERS = 4000
/**
 * Above the limit of a message, so that nothing is cut off silently; below the limit of a request.
 */
export const MAX_TYPED = 9000

const YOU = [
  { name: 'first-name', ...NAME },
  { name: 'last-name', ...NAME },
  { name: 'email', type: 'email' },
] satisfies Field[]
const YOU_BY_PHONE = [...YOU, { name: 'phone', type: 'phone', ...OPTIONAL }] satisfies Field[]
const NOTES = {
  group: 'message',
  fields: [{ name: 'notes', type: 'text', least: 0, most: MAX_LETTERS, ...OPTIONAL }],
} satisfies Form[number]
const WAY = [
  { name: 'from', ...LINE },
  { name: 'to', ...LINE },
  { name: 'date', type: 'date' },
  { name: 'time', type: 'time' },
] satisfies Field[]
const WAY_BACK = [
  { name: 'return-date', type: 'date', ...OPTIONAL },
  { name: 'return-time', type: 'time', ...OPTIONAL },
] satisfies Field[]
const FLIGHT = { name: 'flight', type: 'line', most: 20, ...OPTIONAL } satisfies Field

/**
 * The fields of each form: only those that a quote needs. No form asks for the name of a child, or
 * about health beyond the wheelchair that is to be carried.
 */
export const FORMS: Record<EnquiryKind, Form> = {
  contact: [
    { group: 'you', fields: YOU },
    {
      group: 'message',
      fields: [
        { name: 'topic', type: 'choice', choice: 'topic' },
        { name: 'booking-reference', type: 'reference', ...OPTIONAL },
        { name: 'message', type: 'text', least: 10, most: MAX_LETTERS },
      ],
    },
  ],
  'school-service': [
    {
      group: 'journey',
      fields: [
        { name: 'school', ...LINE },
        { name: 'from', ...LINE },
        { name: 'pupils', type: 'count', least: 1, most: 2000 },
        { name: 'school-runs', type: 'choice', choice: 'school-runs' },
        { name: 'date', type: 'date' },
        { name: 'school-times', ...LINE, ...OPTIONAL },
      ],
    },
    { group: 'you', fields: YOU_BY_PHONE },
    NOTES,
  ],
  'vip-taxi': [
    {
      group: 'journey',
      fields: [
        ...WAY,
        { name: 'people', type: 'count', least: 1, most: MAX_VIP_PEOPLE },
        FLIGHT,
        ...WAY_BACK,
      ],
    },
    { group: 'you', fields: YOU_BY_PHONE },
    NOTES,
  ],
  'private-hire': [
    {
      group: 'journey',
      fields: [
        ...WAY,
        { name: 'people', type: 'count', least: 1, most: MAX_PRIVATE_HIRE_PEOPLE },
        FLIGHT,
        ...WAY_BACK,
      ],
    },
    { group: 'you', fields: YOU_BY_PHONE },
    NOTES,
  ],
  'coach-hire': [
    {
      group: 'journey',
      fields: [
        ...WAY,
        { name: 'people', type: 'count', least: MIN_COACH_HIRE_PEOPLE, most: 1000 },
        { name: 'coach', type: 'choice', choice: 'coach' },
        ...WAY_BACK,
      ],
    },
    { group: 'you', fields: [{ name: 'organisation', ...LINE, ...OPTIONAL }, ...YOU_BY_PHONE] },
    NOTES,
  ],
  'wheelchair-accessible-transport': [
    {
      group: 'journey',
      fields: [
        ...WAY,
        { name: 'people', type: 'count', least: 1, most: 50 },
        { name: 'wheelchairs', type: 'count', least: 1, most: 20 },
        { name: 'wheelchair-type', type: 'choice', choice: 'wheelchair' },
        FLIGHT,
        ...WAY_BACK,
      ],
    },
    { group: 'you', fields: YOU_BY_PHONE },
    NOTES,
  ],
  'airline-crew-transport': [
    {
      group: 'journey',
      fields: [
        { name: 'airline', ...LINE },
        { name: 'airport', type: 'choice', choice: 'airport' },
        { name: 'to', ...LINE },
        { name: 'crew', type: 'count', least: 1, most: 100 },
        { name: 'regularity', type: 'choice', choice: 'regularity' },
        { name: 'date', type: 'date' },
      ],
    },
    { group: 'you', fields: YOU_BY_PHONE },
    NOTES,
  ],
}

export function isService(text: string): text is Service {
  return (SERVICES as readonly string[]).includes(text)
}

export function isTopic(text: string): text is Topic {
  return (TOPICS as readonly string[]).includes(text)
}
