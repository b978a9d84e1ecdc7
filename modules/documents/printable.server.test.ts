import { expect, test } from 'vitest'

import { oneLine, printable } from '#platform/text/lines.ts'

import { hasLetter } from './pdf/fonts.server.ts'

const set = (text: string) => printable(text, hasLetter)

test('names of Latin, Greek and Cyrillic stay as they are', () => {
  for (const name of ['Zoë Łukasiewicz', 'Ştefănescu', 'Χαράλαμπος ΐΰ Ιωάννου', 'Иван Ёлкин']) {
    expect(set(name)).toBe(name)
  }
})

test('a letter missing from the typeface loses its accents, or is left out if that does not help', () => {
  expect(set('Ḃandan')).toBe('Bandan')
  expect(set('Ada 🚌 李 Lovelace')).toBe('Ada Lovelace')
  expect(set('אבגד')).toBe('')
})

test('no name can start a line of its own or reverse the text around it', () => {
  expect(oneLine('Ada\r\nTotal: 0\u2028x')).toBe('Ada Total: 0 x')
  expect(oneLine('\u202EevilA\u0007\u0000')).toBe('evilA')
  expect(oneLine('e\u0301')).toBe('é')
})
