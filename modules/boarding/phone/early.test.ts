import { expect, test } from 'vitest'

import { findEarly, sayEarly } from './early.ts'

const AT = Date.UTC(2026, 10, 29, 15, 30)
const minutes = (many: number) => AT + many * 60_000
const words = { plan: 'plan * (*)', both: 'plan * told * (*)', told: 'told * (*)' }
const say = (delay: number, before: number) => {
  const early = findEarly({ departsAt: AT, delay }, minutes(-before))
  return early && sayEarly(early, words, (at) => `+${(at - AT) / 60_000}`)
}

test('a bus leaves early until a minute before its time, and before the time it was reported for', () => {
  expect(say(0, 15)).toBe('plan 15 (+0)')
  expect(say(0, 180)).toBeUndefined()
  expect(say(0, 1)).toBe('plan 1 (+0)')
  expect(say(0, 0.99)).toBeUndefined()
  expect(say(0, -5)).toBeUndefined()
  expect(say(20, 15)).toBe('plan 15 told 35 (+20)')
  expect(say(20, -5)).toBe('told 15 (+20)')
  expect(say(20, -20)).toBeUndefined()
})

test('a bus that was reported early waits for the timetable', () => {
  expect(say(-5, 3)).toBe('plan 3 (+0)')
})
