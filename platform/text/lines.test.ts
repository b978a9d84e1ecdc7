import { expect, test } from 'vitest'

import { manyLines, oneLine } from './lines.ts'

test.each([
  ['Παπα\u00ADδόπουλος', 'Παπαδόπουλος'],
  ['An\u200Bna\uFEFF \u2066Ge\u2060orgiou\u2069', 'Anna Georgiou'],
  ['Anna\u200C \u200Dor An\u200Dna', 'Anna or Anna'],
  ['\u061CAnna\u034F\uFE0F\u{E0061}\uFFFC', 'Anna'],
  ['\u3164\u2800\u115F', ''],
  ['Anna\u00A0\u3000\tMaria\r\n\u2028Georgiou', 'Anna Maria Georgiou'],
  ['e\u200B\u0301', 'é'],
])('what nobody sees goes, and no gap takes its place: %j', (typed, read) => {
  expect(oneLine(typed)).toBe(read)
})

test.each(['می\u200Cخواهم', 'क्\u200Dष', 'ශ්\u200Dරී', 'ন্\u200D'])(
  'a joiner stays where the script needs it: %s',
  (name) => {
    expect(oneLine(name)).toBe(name)
  },
)

test('a text keeps its lines, with one empty line at most', () => {
  expect(manyLines(' Dear\u00AD all,\u200B \r\n\r\n\r\n\r\n  one\ttwo\u2028three\u0007 ')).toBe(
    'Dear all,\n\n  one two\nthree',
  )
})
