import { expect, test } from 'vitest'

import { weekdaysInWords } from './weekdays.ts'

test('consecutive weekdays become a range, also across the weekend', () => {
  expect(weekdaysInWords([1, 2, 3, 4], 'en')).toBe('Monday to Thursday')
  expect(weekdaysInWords([1, 5, 6, 7], 'en')).toBe('Friday to Monday')
  expect(weekdaysInWords([1, 5, 6, 7], 'el')).toBe('Παρασκευή έως Δευτέρα')
})

test('two days are listed, and so are separate days', () => {
  expect(weekdaysInWords([6, 7], 'en')).toBe('Saturday and Sunday')
  expect(weekdaysInWords([1, 3, 5], 'en')).toBe('Monday, Wednesday and Friday')
  expect(weekdaysInWords([7], 'el')).toBe('Κυριακή')
})

test('all seven are every day', () => {
  expect(weekdaysInWords([1, 2, 3, 4, 5, 6, 7], 'en')).toBe('Every day')
})
