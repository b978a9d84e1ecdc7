import { expect, test } from 'vitest'

import { undoOf } from './undo-of.ts'

test('a delay is taken back to what it was before', () => {
  expect(undoOf({ was: 0, now: 20 })).toBe('on-time')
  expect(undoOf({ was: 10, now: 30 })).toBe(10)
  expect(undoOf({ was: 20, now: 20 })).toBeUndefined()
})
