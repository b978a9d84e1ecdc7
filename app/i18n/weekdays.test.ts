import { expect, test } from 'vitest'

import { schedule as greek } from './el/schedule.ts'
import { schedule as english } from './en/schedule.ts'
import { weekdaysInWords } from './weekdays.ts'

test('weekdays in a row are read as a range, also across the weekend', () => {
  expect(weekdaysInWords([1, 2, 3, 4], english.weekdays)).toBe('Monday to Thursday')
  expect(weekdaysInWords([1, 5, 6, 7], english.weekdays)).toBe('Friday to Monday')
  expect(weekdaysInWords([1, 5, 6, 7], greek.weekdays)).toBe('Παρασκευή έως Δευτέρα')
})

test('two days are named, and so are days apart', () => {
  expect(weekdaysInWords([6, 7], english.weekdays)).toBe('Saturday and Sunday')
  expect(weekdaysInWords([1, 3, 5], english.weekdays)).toBe('Monday, Wednesday and Friday')
  expect(weekdaysInWords([7], greek.weekdays)).toBe('Κυριακή')
})

test('all seven are every day', () => {
  expect(weekdaysInWords([1, 2, 3, 4, 5, 6, 7], english.weekdays)).toBe('Every day')
})
