import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepBriefly } from './keep-briefly.server.ts'

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

test('while the database is away the last reading does for an hour; a fault is told at once', async () => {
  let trouble: object | undefined
  const read = keepBriefly(async () => {
    if (trouble) throw Object.assign(new Error('no'), trouble)
    return 'as it was'
  })
  await read('en')
  trouble = { code: '57P01' }
  await expect(read('el')).rejects.toThrow('no')
  vi.advanceTimersByTime(3_599_999)
  expect(await read('en')).toBe('as it was')
  trouble = { code: '42P01' }
  await expect(read('en')).rejects.toThrow('no')
  trouble = { code: '57P01' }
  vi.advanceTimersByTime(1)
  await expect(read('en')).rejects.toThrow('no')
})
