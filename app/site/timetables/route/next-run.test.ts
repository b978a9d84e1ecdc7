import { expect, test } from 'vitest'

import { nextDateOf } from './next-run.ts'

/** Wednesday 2 December 2026, 09:00 in Cyprus. */
const NOW = Temporal.Instant.from('2026-12-02T07:00:00Z')
const WINTER = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  validFrom: Temporal.PlainDate.from('2026-10-25'),
  validUntil: Temporal.PlainDate.from('2027-03-27'),
  isOff: (_date: Temporal.PlainDate) => false,
}

test('a bus of today can be booked until half an hour before it leaves, then the one of tomorrow', () => {
  expect(nextDate('09:31')).toBe('2026-12-02')
  expect(nextDate('09:30')).toBe('2026-12-03')
})

test('a bus of some weekdays leaves on the next of them', () => {
  expect(nextDate('08:00', { weekdays: [1, 5] })).toBe('2026-12-04')
})

test('a bus that leaves after midnight belongs to the day before', () => {
  const night = { time: '00:30', days: 1 }
  const atMidnight = Temporal.Instant.from('2026-12-02T21:30:00Z') // 23:30 in Cyprus
  const onWednesdays = { ...WINTER, weekdays: [3] }
  expect(nextDateOf(night, onWednesdays, NOW)?.toString()).toBe('2026-12-03')
  expect(nextDateOf(night, onWednesdays, atMidnight)?.toString()).toBe('2026-12-03')
})

test('a holiday is skipped', () => {
  const holiday = Temporal.PlainDate.from('2026-12-04')
  const isOff = (date: Temporal.PlainDate) => date.equals(holiday)
  expect(nextDate('08:00', { weekdays: [5], isOff })).toBe('2026-12-11')
})

test('a later period starts with its first day, and a past one has no bus', () => {
  const validFrom = Temporal.PlainDate.from('2027-03-28')
  const validUntil = Temporal.PlainDate.from('2027-10-30')
  expect(nextDate('08:00', { validFrom, validUntil })).toBe('2027-03-28')
  const over = Temporal.PlainDate.from('2026-12-02')
  expect(nextDate('10:00', { validUntil: over })).toBe('2026-12-02')
  expect(nextDate('08:00', { validUntil: over })).toBeUndefined()
})

function nextDate(time: string, pattern: Partial<typeof WINTER> = {}) {
  return nextDateOf({ time, days: 0 }, { ...WINTER, ...pattern }, NOW)?.toString()
}
