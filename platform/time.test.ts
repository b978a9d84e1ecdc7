import { expect, test } from 'vitest'

import { isBefore } from './time.ts'

test('moments less than a millisecond apart have an order, and a moment is not before itself', () => {
  const early = Temporal.Instant.from('2026-11-27T08:00:00.000100Z')
  const late = Temporal.Instant.from('2026-11-27T08:00:00.000200Z')
  expect([isBefore(early, late), isBefore(late, early)]).toEqual([true, false])
  expect(isBefore(early, early)).toBe(false)
  const later = late.add({ milliseconds: 1 })
  expect([isBefore(late, later), isBefore(later, late)]).toEqual([true, false])
  const beforeTheEpoch = Temporal.Instant.from('1969-12-31T23:59:59.999900Z')
  expect(isBefore(beforeTheEpoch, early.subtract({ hours: 1 }))).toBe(true)
})
