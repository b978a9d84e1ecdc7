import { assert, constantFrom, array, property } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { maskCardNumbers } from '#platform/card-numbers.ts'
import { fillIn } from '#test/simulation/filled-form.ts'

import { checkFields, readFields, type Fields } from './check-fields.ts'
import { complaintDeadlines } from './complaints.ts'
import { ENQUIRY_KINDS, FORMS } from './forms.ts'
import { MIN_SECONDS, MAX_LINKS, suspicionsOf } from './suspicion.ts'

const TODAY = Temporal.PlainDate.from('2026-11-20')
const ANNA = { 'first-name': 'Anna', 'last-name': 'Georgiou', email: 'anna@example.com' }
const MESSAGE: Fields = { ...ANNA, topic: 'question', message: 'Is there a bus at noon?' }
const TAXI: Fields = {
  ...ANNA,
  from: 'Limassol marina',
  to: 'LCA',
  date: '2026-11-20',
  time: '03:30',
  people: '7',
}

function contact(changed: Fields) {
  return checkFields('contact', { ...MESSAGE, ...changed }, TODAY)
}
function taxi(changed: Fields) {
  return checkFields('vip-taxi', { ...TAXI, ...changed }, TODAY)
}

describe('a form is checked field by field', () => {
  test('correct fields can be sent', () => {
    expect(contact({})).toEqual([])
    expect(taxi({})).toEqual([])
  })

  test('an empty one names every required field, in its order', () => {
    expect(checkFields('contact', {}, TODAY).map(({ field, reason }) => [field, reason])).toEqual(
      ['first-name', 'last-name', 'email', 'topic', 'message'].map((field) => [field, 'missing']),
    )
  })

  test('lengths: accepted at the limit, refused at one letter more', () => {
    expect(contact({ 'first-name': 'x'.repeat(60) })).toEqual([])
    expect(contact({ 'first-name': 'x'.repeat(61) })).toEqual([
      { field: 'first-name', reason: 'too-long', most: 60, typed: 61 },
    ])
    expect(contact({ message: 'x'.repeat(4000) })).toEqual([])
    expect(contact({ message: 'x'.repeat(4001) })).toHaveLength(1)
    expect(contact({ message: 'x'.repeat(10) })).toEqual([])
    expect(contact({ message: 'x'.repeat(9) })).toEqual([
      { field: 'message', reason: 'too-short', least: 10 },
    ])
  })

  test('counts: from one to the capacity of the vehicle', () => {
    for (const people of ['1', '7']) expect(taxi({ people })).toEqual([])
    for (const people of ['0', '8']) {
      expect(taxi({ people })).toEqual([
        { field: 'people', reason: 'out-of-range', least: 1, most: 7 },
      ])
    }
    for (const people of ['two', '-1', '1.5', '1e3']) {
      expect(taxi({ people })).toEqual([{ field: 'people', reason: 'malformed', type: 'count' }])
    }
  })

  test('dates: today at the earliest, and in two years at the latest', () => {
    expect(taxi({ date: '2026-11-19' })).toEqual([{ field: 'date', reason: 'in-the-past' }])
    expect(taxi({ date: '2028-11-20' })).toEqual([])
    expect(taxi({ date: '2028-11-21' })).toEqual([
      { field: 'date', reason: 'too-far-ahead', years: 2 },
    ])
    for (const date of ['2027-02-29', '20/11/2026', 'tomorrow']) {
      expect(taxi({ date })).toEqual([{ field: 'date', reason: 'malformed', type: 'date' }])
    }
  })

  test('the way back comes after the way there', () => {
    const problem = [{ field: 'return-date', reason: 'back-before-there' }]
    expect(taxi({ date: '2026-12-02', 'return-date': '2026-12-01' })).toEqual(problem)
    expect(taxi({ 'return-date': '2026-11-20', 'return-time': '03:30' })).toEqual(problem)
    expect(taxi({ 'return-date': '2026-11-20', 'return-time': '03:31' })).toEqual([])
    expect(taxi({ 'return-date': '2026-11-20' })).toEqual([])
  })

  test('addresses, numbers and choices have their format', () => {
    expect(contact({ email: 'anna@' })).toMatchObject([{ reason: 'malformed', type: 'email' }])
    expect(contact({ topic: 'praise' })).toEqual([{ field: 'topic', reason: 'missing' }])
    expect(taxi({ time: '24:00' })).toMatchObject([{ type: 'time' }])
    expect(taxi({ phone: 'call me' })).toMatchObject([{ type: 'phone' }])
    expect(taxi({ phone: '+357 (22) 00-00.00' })).toEqual([])
    expect(contact({ 'booking-reference': 'ILOU0000' })).toMatchObject([{ type: 'reference' }])
  })

  test('a reference is accepted as people copy it', () => {
    const typed: Record<string, string> = { 'booking-reference': ' ab12-cd34 ', website: 'x' }
    const fields = readFields('contact', (name) => typed[name] ?? '')
    expect(fields).toEqual({ 'booking-reference': 'AB12CD34' })
    expect(contact(fields)).toEqual([])
  })

  test('a message keeps its lines, and loses invisible characters', () => {
    const message = '  One\r\ntwo\u0000\u0007  \r\n\r\n\r\n\r\nthree '
    const fields = readFields('contact', (name) => (name === 'message' ? message : ''))
    expect(fields.message).toBe('One\ntwo\n\nthree')
  })
})

test.each(ENQUIRY_KINDS)('in the form "%s" no name may be the address of a site', (kind) => {
  const today = TODAY.toString()
  const filled = fillIn(kind, today).map(([{ name }, value]) => [name, value])
  const form = { ...Object.fromEntries(filled), ...ANNA } as Fields
  expect(checkFields(kind, form, TODAY)).toEqual([])
  for (const name of ['first-name', 'last-name'] as const) {
    const sent = { ...form, [name]: 'You won: www.evil.example' }
    expect(checkFields(kind, sent, TODAY)).toEqual([{ field: name, reason: 'with-site' }])
  }
})

test('no form asks for the name of a child, and each for an address to reply to', () => {
  for (const kind of ENQUIRY_KINDS) {
    const names = FORMS[kind].flatMap((group) => group.fields.map(({ name }) => name))
    expect(names).toContain('email')
    expect(names.filter((name) => /child|pupil-|birth|^age$/.test(name))).toEqual([])
  }
})

describe('card numbers', () => {
  test('are masked except for their last four digits, however they are written', () => {
    for (const number of [
      '4111111111111111',
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '4111\u00A01111\u00A01111\u00A01111',
    ]) {
      expect(maskCardNumbers(`My card is ${number}, thanks`)).toBe('My card is •••• 1111, thanks')
    }
    expect(maskCardNumbers('VISA4111111111111111')).toBe('VISA•••• 1111')
    expect(maskCardNumbers('amex 378282246310005')).toBe('amex •••• 0005')
  })

  test('are found between other numbers, and all of them', () => {
    expect(maskCardNumbers('4111 1111 1111 1111 12 29 123')).toBe('•••• 1111 12 29 123')
    expect(maskCardNumbers('30 4111 1111 1111 1111')).toBe('30 •••• 1111')
    const two = 'a 4111111111111111 b 5555555555554444 c'
    expect(maskCardNumbers(two)).toBe('a •••• 1111 b •••• 4444 c')
  })

  test('from thirteen digits to nineteen, and not twelve or twenty', () => {
    expect(maskCardNumbers('4222222222222')).toBe('•••• 2222')
    expect(maskCardNumbers('6304000000000000000')).toBe('•••• 0000')
    expect(maskCardNumbers('422222222222')).toBe('422222222222')
    expect(maskCardNumbers('40000000000000000000')).toBe('40000000000000000000')
  })

  test('are found as by an exhaustive search, the longest first', () => {
    const parts = ['4111', '1111', '4222222222222', '0000', '12', '3', '6', ' ', '-', ' x ']
    const text = array(constantFrom(...parts, ' ', ' '), { maxLength: 24 })
    const isSame = property(text, (typed) => {
      expect(maskCardNumbers(typed.join(''))).toBe(maskByLookingEverywhere(typed.join('')))
    })
    assert(isSame, { seed: 20_261_122, numRuns: 2000 })
  })

  test('are distinguished from other numbers, which stay as they were typed', () => {
    for (const text of [
      'one digit off: 4111 1111 1111 1112',
      'telephone +357 22 000000',
      'IBAN CY17 0020 0128 0000 0012 0052 7600',
      'IBAN BE68539007547034 or DE89 3704 0044 0532 0130 00',
      'on 20.11.2026 at 08:30, 2 adults, 1 child',
    ]) {
      expect(maskCardNumbers(text)).toBe(text)
    }
  })
})

describe('the suspicion that a program sent a form', () => {
  const person = { hidden: '', secondsOpen: MIN_SECONDS, text: 'Is there a bus at noon?' }

  test('falls on a filled hidden field, on haste and on a missing stamp, not on a person', () => {
    expect(suspicionsOf(person)).toEqual([])
    expect(suspicionsOf({ ...person, hidden: 'x' })).toEqual(['hidden-field'])
    expect(suspicionsOf({ ...person, secondsOpen: MIN_SECONDS - 0.1 })).toEqual(['too-fast'])
    expect(suspicionsOf({ ...person, secondsOpen: undefined })).toEqual(['no-stamp'])
  })

  test('falls on more links than a question has', () => {
    const link = 'See https://a.example '
    expect(suspicionsOf({ ...person, text: link.repeat(MAX_LINKS) })).toEqual([])
    expect(suspicionsOf({ ...person, text: link.repeat(MAX_LINKS + 1) })).toEqual(['many-links'])
    const bare = 'www.a.example www.b.example http://c.example'
    expect(suspicionsOf({ ...person, text: bare })).toEqual(['many-links'])
  })
})

test('a complaint has its first answer within a month and a decision within three, by the date in Cyprus', () => {
  const lateInTheEvening = Temporal.Instant.from('2026-11-29T22:30:00Z')
  expect(complaintDeadlines(lateInTheEvening)).toMatchObject({
    firstAnswerBy: Temporal.PlainDate.from('2026-12-30'),
    finalAnswerBy: Temporal.PlainDate.from('2027-02-28'),
  })
})

/** The same as `maskCardNumbers`, by exhaustive search. */
function maskByLookingEverywhere(text: string): string {
  return text.replaceAll(/\d(?:[ -]?\d){12,}/g, maskLongest)
}

function maskLongest(run: string): string {
  const groups = [...run.matchAll(/\d+/g)]
  const windows = groups.flatMap(({ index: start }, from) =>
    groups.slice(from).map((last) => {
      const end = last.index + last[0].length
      return { start, end, digits: run.slice(start, end).replaceAll(/\D/g, '') }
    }),
  )
  const cards = windows.filter(({ digits }) => isCard(digits))
  const [card] = cards.toSorted((one, other) => other.digits.length - one.digits.length)
  if (!card) return run
  const [before, after] = [run.slice(0, card.start), run.slice(card.end)].map(maskLongest)
  return `${before}•••• ${card.digits.slice(-4)}${after}`
}

function isCard(digits: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false
  const values = Array.from(digits)
    .toReversed()
    .map((digit, place) => Number(digit) * (1 + (place % 2)))
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
}

test('numbers and references are read as everywhere else', () => {
  for (const phone of ['(+357) 99 123456', '+357 99–123456', '＋３５７ ９９１２３４５６']) {
    expect(taxi({ phone })).toEqual([])
  }
  expect(taxi({ phone: '12345' })).toMatchObject([{ type: 'phone' }])
  const typed: Fields = { 'booking-reference': '#7KQ2-M9XO.', email: 'an\u00ADna@example.com' }
  expect(readFields('contact', (name) => typed[name] ?? '')).toEqual({
    'booking-reference': '7KQ2M9X0',
    email: 'anna@example.com',
  })
  expect(readFields('vip-taxi', (name) => (name === 'time' ? '9.30' : ''))).toEqual({
    time: '09:30',
  })
})
