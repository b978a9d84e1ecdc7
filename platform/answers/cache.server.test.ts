import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { shiftClock } from '#platform/clock.server.ts'

import { forgetKept, keepBriefly, openCache } from './cache.server.ts'

/** The clock moves only by `shiftClock`, so that both sides of a limit can be tested. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'Temporal'] }))
afterEach(() => void vi.useRealTimers())

test('two visitors within a minute share one reading, and the next causes a new one', async () => {
  let readings = 0
  const read = keepBriefly(async (key) => `${key} ${++readings}`)
  expect(await Promise.all([read('en'), read('en'), read('el')])).toEqual(['en 1', 'en 1', 'el 2'])
  shiftClock({ milliseconds: 59_999 })
  expect(await read('en')).toBe('en 1')
  shiftClock({ milliseconds: 1 })
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

test('while the database is down the last reading serves for an hour; other faults are thrown at once', async () => {
  let trouble: object | undefined
  const read = keepBriefly(async () => {
    if (trouble) throw Object.assign(new Error('no'), trouble)
    return 'as it was'
  })
  await read('en')
  trouble = { code: '57P01' }
  await expect(read('el')).rejects.toThrow('no')
  shiftClock({ milliseconds: 3_599_999 })
  expect(await read('en')).toBe('as it was')
  trouble = { code: '42P01' }
  await expect(read('en')).rejects.toThrow('no')
  trouble = { code: '57P01' }
  shiftClock({ milliseconds: 1 })
  await expect(read('en')).rejects.toThrow('no')
})

test('a clock set back discards every reading', async () => {
  let readings = 0
  const read = keepBriefly(async () => `reading ${++readings}`)
  shiftClock({ hours: 24 })
  expect(await read('en')).toBe('reading 1')
  shiftClock({ hours: -24 })
  expect(await read('en')).toBe('reading 2')
})

test('a reading that began before the cache was cleared is returned, and not kept', async () => {
  const begun = Promise.withResolvers<string>()
  const readings = [begun.promise, Promise.resolve('new')]
  const read = keepBriefly(async () => (await readings.shift()) ?? 'newer')
  const early = read('en')
  forgetKept()
  begun.resolve('old')
  expect(await early).toBe('old')
  expect(await read('en')).toBe('new')
  expect(await read('en')).toBe('new')
})

test('the least recently used entry makes room', () => {
  const cache = openCache<{ at: number }>({ max: 2 })
  for (const [at, key] of ['one', 'two'].entries()) cache.set(key, { at })
  cache.get('one')
  cache.set('three', { at: 2 })
  expect([...cache.keys()].toSorted()).toEqual(['one', 'three'])
})
