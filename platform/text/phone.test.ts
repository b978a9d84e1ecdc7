import { expect, test } from 'vitest'

import { maskPhone, readPhone, writePhone } from './phone.ts'

test.each([
  ['99123456', '+35799123456'],
  ['99 12 34 56', '+35799123456'],
  ['(22) 123-456', '+35722123456'],
  ['+357 99 123456', '+35799123456'],
  ['00357 99123456', '+35799123456'],
  ['+44 7700 900123', '+447700900123'],
  ['0049/30.1234567', '+49301234567'],
])('%s is %s', (typed, stored) => {
  expect(readPhone(typed)).toBe(stored)
})

test.each([
  '9912345', // a digit is missing
  '991234567',
  '19123456', // begins like no number of Cyprus
  '+357 9912345',
  '07700 900123', // the country is missing
  '+0 123456789',
  '+1234567890123456',
  '99-12-34-5x',
  '١٢٣٤٥٦٧٨',
  '+'.repeat(40),
])('%s is no number', (typed) => {
  expect(readPhone(typed)).toBeUndefined()
})

test('a number of Cyprus is written in groups, and its end identifies it', () => {
  expect(writePhone('+35799123456')).toBe('+357 99 123456')
  expect(writePhone('+447700900123')).toBe('+447700900123')
  expect(maskPhone('+35799123456')).toBe('•••• 3456')
})
