import { expect, test } from 'vitest'

import { clockAfter } from './clock-after.ts'

test('a clock shows two digits each for the hour and the minute, and starts again at midnight', () => {
  expect(clockAfter('08:30', 50)).toBe('09:20')
  expect(clockAfter('08:05', 0)).toBe('08:05')
  expect(clockAfter('23:50', 40)).toBe('00:30')
})
