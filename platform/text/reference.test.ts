import { expect, test } from 'vitest'

import { readCode, readId } from './codes.ts'
import { readReference } from './reference.ts'

test.each([
  'T34AVP80',
  't34avp8o',
  'T34A VP80',
  'T34AVP80.',
  '#T34AVP80',
  'T34A–VP80',
  'T34A\u200BVP\u00AD80',
  'Ｔ３４ＡＶＰ８０',
  'Τ34ΑVΡ80', // Greek capitals that look the same
  'τ34αvρ80',
  'Т34АVР80', // Cyrillic ones
  'Τ34ΑΩΠ8Ο', // Greek ones by the place of the key
  'Booking T34AVP80.',
  'Κράτηση Τ34ΑVΡ80, της Άννας',
  'your code is T34A VP80',
  'T34AVP80-2-3',
  'https://halcyon.example/office/bookings/T34AVP80/cancel',
])('%s is the booking T34AVP80', (typed) => {
  expect(readReference(typed)).toBe('T34AVP80')
})

test.each([
  '',
  'T34AVP8',
  'T34AVP801',
  'T34AVP8U', // no reference has a U
  'T34AVP80 and 7KQ2M9X4',
  'pi_3Nabc123',
  'Άννα Γεωργίου',
  `T34AVP80${' '.repeat(300)}`,
])('%j is none', (typed) => {
  expect(readReference(typed)).toBeUndefined()
})

test('a reference without a digit is found among words if it is in capitals', () => {
  expect(readReference('Booking BKHJMNPQ')).toBe('BKHJMNPQ')
})

test('a code of an app may come in groups, in full width or in digits of another script', () => {
  for (const typed of ['123 456', '１２３４５６', '123-456.', '١٢٣٤٥٦', '१२३४५६']) {
    expect(readCode(typed)).toBe('123456')
  }
  expect(readId('οΙ2l')).toBe('0121')
})
