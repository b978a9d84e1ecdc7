import { expect, test } from 'vitest'

import { readDate, readLocalMoment, readMoment, readTime } from './typed-time.ts'

test.each(['2026-11-27', '1999-12-31', '2999-12-31', '2028-02-29'])('%s is a date', (text) => {
  expect(readDate(text)?.toString()).toBe(text)
})

test.each([
  null,
  undefined,
  '',
  '27/11/2026',
  '2026-1-1',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
])('%s is no date', (text) => {
  expect(readDate(text)).toBeUndefined()
})

test.each([
  ['2026-11-27T08:30', '2026-11-27T06:30:00Z'],
  ['2026-07-01T08:30', '2026-07-01T05:30:00Z'],
])('%s in Cyprus is %s', (local, moment) => {
  expect(readLocalMoment(local)?.toString()).toBe(moment)
  expect(readMoment(moment)?.toString()).toBe(moment)
})

test('a moment of an address is exact to the microsecond of the database', () => {
  const moment = '2026-11-27T06:30:00.123456Z'
  expect(readMoment(moment)?.toString()).toBe(moment)
})

test.each(['', '2026-11-27', '2026-11-27T25:00', '0000-01-01T00:00', '9999-12-31T23:59'])(
  '%s is no moment of a field',
  (text) => {
    expect(readLocalMoment(text)).toBeUndefined()
  },
)

test.each([
  '',
  '2026-11-27T06:30:00',
  '0000-01-01T00:00:00Z',
  '+033658-01-01T00:00:00Z',
  '::::::Z',
])('%s is no moment of an address', (text) => {
  expect(readMoment(text)).toBeUndefined()
})

test.each([
  ['09:30', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  ['２３：５９', '23:59'],
])('%s is %s by the clock', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

test.each(['24:00', '9', '12:60', '930 pm'])('%s is no time', (typed) => {
  expect(readTime(typed)).toBeFalsy()
})
