import { expect, test } from 'vitest'

import { terms as el } from '#app/i18n/el/terms.ts'
import { terms as en, type TermsFigures } from '#app/i18n/en/terms.ts'

const WORDS = [
  'legalName',
  'address',
  'companyNumber',
  'vatNumber',
  'licence',
  'phone',
  'email',
  'hoursFrom',
  'hoursUntil',
  'fee',
]
const NUMBERS = [
  'holdMinutes',
  'longestHoldMinutes',
  'mostRides',
  'mostPassengers',
  'saleClosesMinutes',
  'payUntilMinutes',
  'beThereMinutes',
  'noticeHours',
  'luggageKg',
  'wheelchairHours',
]

test('the terms say every figure they are handed, in both languages', () => {
  const words = WORDS.map((name) => [name, `<${name}>`] as const)
  const numbers = NUMBERS.map((name, index) => [name, 7001 + index] as const)
  const figures = Object.fromEntries<string | number>([...words, ...numbers]) as TermsFigures
  for (const terms of [en, el]) {
    const text = JSON.stringify(terms.sections(figures))
    for (const [, value] of [...words, ...numbers]) expect(text).toContain(String(value))
  }
})
