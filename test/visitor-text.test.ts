import { describe, expect, test } from 'vitest'

import { localeOfRequest } from '#app/http/negotiate-locale.server.ts'
import { checkPassword, readPassword } from '#modules/accounts/passwords.ts'
import { checkSignUp } from '#modules/accounts/sign-up.ts'
import { checkFields, readFields, type Fields } from '#modules/enquiries/check-fields.ts'
import { suspicionsOf } from '#modules/enquiries/suspicion.ts'
import { checkContact } from '#modules/orders/order/contact.ts'
import { findPlaces } from '#modules/timetable/find-stops.ts'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import { readCode } from '#platform/text/codes.ts'
import { guessEmail } from '#platform/text/email.ts'
import { manyLines, oneLine, printable } from '#platform/text/lines.ts'
import { readPhone } from '#platform/text/phone.ts'
import { readReference } from '#platform/text/reference.ts'
import { skeleton } from '#platform/text/spelling.ts'

import { endless, ENDLESS } from './fixtures/hostile-input.ts'

/*
 * Every function that parses a visitor's text, with as much of it as a request may hold, although
 * most forms refuse it sooner. Quadratic parsing takes 10 s for some of these and blocks the whole
 * site; linear parsing takes a few milliseconds. Only the CPU time of this thread counts, so that a
 * busy machine does not matter.
 */

const MAX_CHARACTERS = 64 * 1024
const MAX_MILLISECONDS = 500
const TODAY = Temporal.PlainDate.from('2026-11-22')

const read = (kind: 'contact' | 'coach-hire', text: string): Fields => readFields(kind, () => text)

const READERS: Record<string, (text: string) => unknown> = {
  'a message': (text) => checkFields('contact', read('contact', text), TODAY),
  'a request': (text) => checkFields('coach-hire', read('coach-hire', text), TODAY),
  'card numbers in a message': maskCardNumbers,
  'links in a message': (text) => suspicionsOf({ hidden: '', secondsOpen: 9, text }),
  'a contact': (text) => checkContact({ name: oneLine(text), email: oneLine(text) }),
  'an address, for typing mistakes': (text) => guessEmail(`anna@${text}`),
  'a reference': readReference,
  'a code': readCode,
  'a telephone number': readPhone,
  'a text of many lines': manyLines,
  'a password': (text) => checkPassword(readPassword(text), { name: text, email: text }),
  'a password below the maximum length': (text) =>
    checkPassword(readPassword(text).slice(0, 120), { name: text, email: text }),
  'a sign-up': (text) =>
    checkSignUp({ name: text, email: text, password: text, termsAccepted: true }),
  'a place': (text) => findPlaces([{ code: 'LCA', terms: ['Larnaca'] }], text),
  'the spelling of a place': skeleton,
  'a name in a PDF': (text) => printable(text, () => false),
  'a name in an email subject': oneLine,
  'the languages of a browser': (text) =>
    localeOfRequest({ headers: { get: (name) => (name === 'accept-language' ? text : null) } }),
}

describe.each(Object.entries(READERS))('%s is parsed in linear time', (_, reader) => {
  test.each(Object.entries(ENDLESS))('%s', (_kind, unit) => {
    const text = endless(unit, MAX_CHARACTERS)
    expect(millisecondsOf(() => reader(text))).toBeLessThan(MAX_MILLISECONDS)
  })
})

/** CPU time, the better of two runs: the first may include compilation. */
function millisecondsOf(work: () => unknown): number {
  const once = () => {
    const { user: before } = process.threadCpuUsage()
    work()
    return (process.threadCpuUsage().user - before) / 1000
  }
  const first = once()
  return first < MAX_MILLISECONDS ? first : once()
}
