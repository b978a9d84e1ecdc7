import { expect, test } from 'vitest'

import { firstDelivery, NO_FAULTS, pauseAfter, readFaultSettings } from './fault-settings.ts'

test('a callback is repeated after 2, 10 and 30 seconds, then each minute, twenty times', () => {
  const pauses = Array.from({ length: 25 }, (_, deliveries) => pauseAfter(deliveries))
  expect(pauses.slice(0, 5)).toEqual([0, 2, 10, 30, 60])
  expect(pauses.filter((pause) => pause === 60)).toHaveLength(20)
  expect(pauses.at(-1)).toBeNull()
})

test('an order may have fault settings of its own, and nonsense sets none', () => {
  expect(readFaultSettings('{"duplicate":2}')).toEqual({ ...NO_FAULTS, duplicate: 2 })
  expect(readFaultSettings('{"duplicate":-1}')).toBeUndefined()
  expect(readFaultSettings('twice')).toBeUndefined()
})

test('a silent order sends its callbacks only on request', () => {
  const now = Temporal.Instant.from('2026-11-20T08:00:00Z')
  expect(firstDelivery({ ...NO_FAULTS, never: true }, now)).toBeNull()
  expect(firstDelivery({ ...NO_FAULTS, delay: 1500 }, now)?.toString()).toBe(
    '2026-11-20T08:00:01.5Z',
  )
})
