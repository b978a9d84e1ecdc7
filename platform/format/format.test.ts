import { expect, test } from 'vitest'

import { durationText } from './durations.ts'
import { listText } from './lists.ts'
import { decimalText } from './numbers.ts'

test('a duration is in hours and minutes, and omits either if it is zero', () => {
  expect([40, 60, 90].map((minutes) => durationText(minutes, 'en'))).toEqual([
    '40 min',
    '1 h',
    '1 h 30 min',
  ])
  expect([1, 60, 121].map((minutes) => durationText(minutes, 'el'))).toEqual([
    '1 λεπτό',
    '1 ώρα',
    '2 ώρες 1 λεπτό',
  ])
})

test('a list has a conjunction before its last item', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => listText(items, 'en'))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ])
  expect(listText(['α', 'β'], 'el')).toBe('α και β')
})

test('a rate has the decimal mark of its language', () => {
  expect([decimalText(9, 'el'), decimalText(9.5, 'el'), decimalText(9.5, 'en')]).toEqual([
    '9',
    '9,5',
    '9.5',
  ])
})
