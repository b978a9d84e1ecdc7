import { expect, test } from 'vitest'

import { firstDelivery, NO_CHAOS, pauseAfter, readChaos } from './fault-settings.ts'

test('a callback is repeated after 2, 10 and 30 seconds, then each minute, twenty times', () => {
  const pauses = Array.from({ length: 25 }, (_, deliveries) => pauseAfter(deliveries))
  expect(pauses.slice(0, 5)).toEqual([0, 2, 10, 30, 60])
  expect(pauses.filter((pause) => pause === 60)).toHaveLength(20)
  expect(pauses.at(-1)).toBeNull()
})

test('an order may bring its own chaos, and nonsense is none', () => {
  expect(readChaos('{"duplicate":2}')).toEqual({ ...NO_CHAOS, duplicate: 2 })
  expect(readChaos('{"duplicate":-1}')).toBeUndefined()
  expect(readChaos('twice')).toBeUndefined()
})

test('a silent order is told about only when asked', () => {
  const now = Temporal.Instant.from('2026-11-20T08:00:00Z')
  expect(firstDelivery({ ...NO_CHAOS, never: true }, now)).toBeNull()
  expect(firstDelivery({ ...NO_CHAOS, delay: 1500 }, now)?.toString()).toBe(
    '2026-11-20T08:00:01.5Z',
  )
})
