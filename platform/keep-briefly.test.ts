import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepBriefly } from './keep-briefly.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('two visitors within a minute share one reading, and the next makes a new one', async () => {
  let readings = 0
  const read = keepBriefly(async (key) => `${key} ${++readings}`)
  expect(await Promise.all([read('en'), read('en'), read('el')])).toEqual(['en 1', 'en 1', 'el 2'])
  vi.advanceTimersByTime(59_999)
  expect(await read('en')).toBe('en 1')
  vi.advanceTimersByTime(1)
  expect(await read('en')).toBe('en 3')
})

test('a reading that failed is tried again at once', async () => {
  let isBroken = true
  const read = keepBriefly(async () => {
    if (isBroken) throw new Error('gone')
    return 'there'
  })
  await expect(read('en')).rejects.toThrow('gone')
  isBroken = false
  expect(await read('en')).toBe('there')
})
