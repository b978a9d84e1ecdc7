import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'

import { MAX_IN_ONE_TRIP } from './compress-html.server.ts'
import { answerFromPageCache, forgetPages, KEEP } from './page-cache.server.ts'

let made = 0

/** Sets the clock of this process to the start of a minute, so that none ends during a test. */
beforeEach(() => {
  shiftClock({ milliseconds: 60_000 - (now().epochMilliseconds % 60_000) })
  forgetPages()
  made = 0
})
afterEach(() => shiftClock({ hours: 1 }))

test('visitors within a minute are shown the same page, and the next minute makes a new one', async () => {
  expect(await read(await visit())).toBe('page 1')
  expect(await read(await visit())).toBe('page 1')
  shiftClock({ minutes: 1 })
  expect(await read(await visit())).toBe('page 2')
})

test('a hundred simultaneous visitors wait for one page', async () => {
  await visit()
  shiftClock({ minutes: 1 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => visit()))
  expect(await Promise.all(answers.map(read))).toEqual(Array(100).fill('page 2'))
})

test('each language and each page is cached separately', async () => {
  expect(await read(await visit('/faq'))).toBe('page 1')
  expect(await read(await visit('/el/faq'))).toBe('page 2')
  expect(await read(await visit('/faq'))).toBe('page 1')
})

test('a page not marked as the same for all is made for each visitor', async () => {
  expect(await read(await visit('/cart', { mark: null }))).toBe('page 1')
  expect(await read(await visit('/cart', { mark: null }))).toBe('page 2')
  const together = await Promise.all([1, 2, 3].map(() => visit('/cart', { mark: null })))
  expect(new Set(await Promise.all(together.map(read))).size).toBe(3)
})

test('a page asked for in another spelling than ours is not cached', async () => {
  for (const path of ['/FaQ', '/faq/', '/faq//', '//faq', '/f%61q', '/faq;x']) {
    const first = await read(await visit(path))
    expect({ path, again: await read(await visit(path)) }).not.toEqual({ path, again: first })
  }
})

test('a page that sets a cookie, fails or has a query is not cached', async () => {
  const cookie = { headers: { 'Set-Cookie': 'a=b' } }
  expect(await read(await visit('/', cookie))).toBe('page 1')
  expect(await read(await visit('/', cookie))).toBe('page 2')
  expect(await read(await visit('/', { status: 404 }))).toBe('page 3')
  expect(await read(await visit('/', { status: 404 }))).toBe('page 4')
  expect(await read(await visit('/?x=1'))).toBe('page 5')
  expect(await read(await visit('/?x=1'))).toBe('page 6')
})

test('the mark is removed from every response', async () => {
  for (const path of ['/', '/?x=1']) {
    expect((await visit(path)).headers.has(KEEP)).toBe(false)
    expect((await visit(path, { status: 500 })).headers.has(KEEP)).toBe(false)
  }
})

test('a browser is sent an encoding it can read, and after a while the smallest', async () => {
  expect(
    (await visit('/', {}, { 'accept-encoding': 'gzip, br' })).headers.get('content-encoding'),
  ).toBe('br')
  const gzip = await visit('/', {}, { 'accept-encoding': 'zstd, gzip' })
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe('page 1')
  const plain = await visit('/', {}, { 'accept-encoding': '' })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'page 1'])

  const sizes = [await sizeOf('/long')]
  for (let tries = 0; tries < 200 && (sizes[0] ?? 0) <= (sizes.at(-1) ?? 0); tries++) {
    await pause(10)
    sizes.push(await sizeOf('/long'))
  }
  expect(sizes.at(-1)).toBeLessThan(sizes[0] ?? 0)
})

test('a page that is too large for one round trip is the smallest from its first visitor on', async () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 16 }
  const smallest = brotliCompressSync(large(), { params }).length
  expect(smallest).toBeGreaterThan(MAX_IN_ONE_TRIP)
  expect(await sizeOf('/large')).toBe(smallest)
})

test('a browser that has the page gets a 304 until it changes', async () => {
  const etag = (await visit()).headers.get('etag') ?? ''
  const again = await visit('/', {}, { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  shiftClock({ minutes: 1 })
  expect((await visit('/', {}, { 'if-none-match': etag })).status).toBe(200)
})

test('while the database cannot be reached, timetables are shown as they were, but pages that tell the time are not', async () => {
  for (const mark of ['timetable', 'now'] as const) await visit(`/${mark}`, { mark })
  shiftClock({ hours: 3 })
  const away = { status: 503, mark: null }
  expect(await read(await visit('/timetable', away))).toBe('page 1')
  expect((await visit('/now', away)).status).toBe(503)
})

test('all who wait for a timetable while the database cannot be reached are shown it after one try', async () => {
  await visit('/timetable', { mark: 'timetable' })
  shiftClock({ hours: 3 })
  const waiting = [1, 2, 3].map(() => visit('/timetable', { status: 503, mark: null }))
  const answers = await Promise.all(waiting)
  expect(await Promise.all(answers.map(read))).toEqual(Array(3).fill('page 1'))
  expect(made).toBe(2)
})

test('a new timetable clears the cache', async () => {
  await visit()
  forgetPages()
  expect(await read(await visit())).toBe('page 2')
})

test('a page that was begun in the minute before is made again', async () => {
  expect(await read(await visit('/at-midnight'))).toBe('page 1')
  expect(await read(await visit('/at-midnight'))).toBe('page 2')
})

test('visitors of a new minute do not wait for the page of the minute before', async () => {
  await visit()
  shiftClock({ minutes: 1 })
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
  const early = visit('/', { wait: isRead })
  shiftClock({ minutes: 1 })
  expect(await read(await visit())).toBe('page 3')
  goOn()
  expect(await read(await early)).toBe('page 2')
})

test('a page is not kept if a new timetable comes while it is read', async () => {
  const replaced = new ReadableStream(
    {
      pull(reader) {
        forgetPages()
        reader.enqueue(new TextEncoder().encode('of before'))
        reader.close()
      },
    },
    { highWaterMark: 0 },
  )
  expect(await read(await visit('/', { body: replaced }))).toBe('of before')
  expect(await read(await visit())).toBe('page 2')
})

test('memory is bounded: beyond the limit the oldest pages are made again', async () => {
  await visit('/first')
  for (let page = 0; page < 200; page++) await visit(`/schedules/${page}`)
  expect(await read(await visit('/schedules/199'))).toBe('page 201')
  expect(await read(await visit('/first'))).toBe('page 202')
})

type Made = {
  mark?: string | null
  status?: number
  headers?: object
  body?: ReadableStream
  /** The page is held back until this resolves, after its content is read. */
  wait?: Promise<void>
}

function visit(
  path = '/',
  { mark = 'now', status = 200, headers = {}, body: given, wait }: Made = {},
  asked: Record<string, string> = { 'accept-encoding': 'br' },
): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, { headers: asked })
  return underRequestId('here', () =>
    answerFromPageCache(request, async () => {
      const type = { 'Content-Type': 'text/html; charset=utf-8' }
      const page = BODIES[path]?.() ?? `page ${++made}`
      const body = given ?? page
      await wait
      const kept = mark === null ? {} : { [KEEP]: mark }
      return new Response(body, { status, headers: { ...type, ...kept, ...headers } })
    }),
  )
}

const BODIES: Record<string, () => string> = {
  '/long': lines,
  '/large': large,
  '/at-midnight': atMidnight,
}

function atMidnight(): string {
  shiftClock({ minutes: 1 })
  return `page ${++made}`
}

function lines(): string {
  return Array.from({ length: 2000 }, (_, line) => `${line} ${(line * 7919) % 1013} Λάρνακα`).join()
}

/** Its digits have no pattern, so that no encoding makes it small. */
function large(): string {
  const digits = Array.from({ length: 9000 }, (_, place) =>
    Math.sin(place).toString(36).slice(5, 8),
  )
  return lines() + digits.join()
}

async function read(answer: Response): Promise<string> {
  const body = Buffer.from(await answer.arrayBuffer())
  const encoding = answer.headers.get('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return body.toString()
}

async function sizeOf(path: string): Promise<number> {
  return (await (await visit(path)).arrayBuffer()).byteLength
}
