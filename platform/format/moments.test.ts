import { expect, test } from 'vitest'

import { dateAndTime, exactClock, momentInSentence, nightOf } from './moments.ts'

const at = (moment: string) => Temporal.Instant.from(moment)

test('a moment has its weekday and Cyprus time', () => {
  expect(dateAndTime(at('2027-05-15T05:00:00Z'), 'en')).toBe('Saturday 15 May 2027, 08:00')
  expect(dateAndTime(at('2027-05-15T05:00:00Z'), 'el')).toBe('Σάββατο 15 Μαΐου 2027, 08:00')
})

test('in the middle of a sentence the hour comes first, and in Greek the day has its article', () => {
  const saturday = at('2027-05-15T05:00:00Z')
  const night = at('2026-11-19T23:20:00Z')
  expect(momentInSentence(saturday, 'en')).toBe('08:00 on Saturday 15 May 2027')
  expect(momentInSentence(saturday, 'el')).toBe('το Σάββατο 15 Μαΐου 2027, στις 08:00')
  expect(momentInSentence(night, 'el')).toBe('την Παρασκευή 20 Νοεμβρίου 2026, στη 01:20')
})

test('a time names its zone only on a date on which the clock changes', () => {
  expect(exactClock(at('2027-10-30T12:00:00Z'))).toBe('15:00')
  expect(exactClock(at('2027-10-31T00:30:00Z'))).toBe('03:30 EEST')
  expect(exactClock(at('2027-10-31T01:10:00Z'))).toBe('03:10 EET')
})

test('a night has the dates of its evening and its morning, and ends at four', () => {
  const night = nightOf(at('2026-11-21T01:59:00Z'))
  expect([night?.evening.toString(), night?.morning.toString()]).toEqual([
    '2026-11-20',
    '2026-11-21',
  ])
  expect(nightOf(at('2026-11-21T02:00:00Z'))).toBeNull()
})
