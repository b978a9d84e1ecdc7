import { expect, test } from 'vitest'

import { pauseBefore } from './replacement.ts'

test('a process that lived for a while is replaced at once', () => {
  expect(pauseBefore({ milliseconds: 10_001, shortLives: 5 })).toBe(0)
})

test('processes that end soon after their start are replaced more and more slowly', () => {
  const pauses = [0, 1, 2, 3, 9, 999].map((shortLives) =>
    pauseBefore({ milliseconds: 10_000, shortLives }),
  )
  expect(pauses).toEqual([500, 1000, 2000, 4000, 30_000, 30_000])
})
