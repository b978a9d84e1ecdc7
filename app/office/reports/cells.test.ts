import { expect, test } from 'vitest'

import { showCell } from './cells.ts'

test('a page shows values as the language writes them', () => {
  expect(showCell(123_456, 'cents', 'el')).toBe('1.234,56\u00A0€')
  expect(showCell(12_345, 'count', 'en')).toBe('12,345')
  expect(showCell('2026-11-22', 'day', 'en')).toBe('Sun 22 Nov')
  expect(showCell(Date.parse('2026-11-22T12:05:00Z'), 'moment', 'el')).toBe('Κυρ 22 Νοε, 14:05')
})
