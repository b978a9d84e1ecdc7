import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { addSecurityHeaders } from '#platform/requests/security-headers.server.ts'

import { MAX_IN_ONE_TRIP } from './compress-html.server.ts'
import { answerFromPageCache, forgetPages, KEEP, keepUntil, showKept } from './page-cache.server.ts'

let made = 0

const SEARCH = '/book-now?from=NIC&to=LCA'
const PLAIN = { 'accept-encoding': '' }
const ANNA = { cookie: 'visitor=anna' }

/** The clock stands still at the start of a minute. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'Temporal'] })
  shiftClock({ milliseconds: 60_000 - (now().epochMilliseconds % 60_000) })
  forgetPages()
  made = 0
})
afterEach(() => {
  vi.useRealTimers()
  shiftClock({ hours: 1 })
})

test.each([
  ['seats', 500, 2500],
  ['now', 0, 60_000],
  ['timetable', 59_999, 60_000],
] as const)('a page of %s that was begun at %d ms is shown until %d', (keep, began, until) => {
  expect(keepUntil(keep, began)).toBe(until)
})

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

test('a page that sets a cookie, fails, is posted or has a query is not cached', async () => {
  await visit()
  const others: [string, Made, string?][] = [
    ['/faq', { headers: { 'Set-Cookie': 'a=b' } }],
    ['/faq', { status: 404 }],
    ['/?x=1', {}],
    ['/', {}, 'POST'],
  ]
  for (const [path, page, method] of others) {
    const first = await read(await visit(path, page, {}, method))
    expect(await read(await visit(path, page, {}, method))).not.toBe(first)
  }
})

test('a search is shown for two seconds since its making began, and not before that', async () => {
  const takesOne = { mark: 'seats', seconds: 1 }
  const search = { mark: 'seats' }
  expect(await read(await visit(SEARCH, takesOne))).toBe('page 1')
  shiftClock({ milliseconds: 999 })
  expect(await read(await visit(SEARCH, search))).toBe('page 1')
  expect(await read(await visit(`${SEARCH}&adults=2`, search))).toBe('page 2')
  shiftClock({ milliseconds: 1 })
  expect(await read(await visit(SEARCH, search))).toBe('page 3')
  shiftClock({ milliseconds: -1 })
  expect(await read(await visit(SEARCH, search))).toBe('page 4')
})

test('500 people who ask the same search at once are answered by one making', async () => {
  await visit('/book-now', { mark: 'seats' })
  const crowd = Array.from({ length: 500 }, () => visit(SEARCH, { mark: 'seats' }))
  const texts = await Promise.all((await Promise.all(crowd)).map(read))
  expect(texts).toEqual(Array(500).fill('page 2'))
})

test('a search that takes longer than it is kept is made again for who asks later', async () => {
  await visit('/book-now', { mark: 'seats' })
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
  const early = visit(SEARCH, { mark: 'seats', wait: isRead })
  await turn()
  shiftClock({ seconds: 2 })
  expect(await read(await visit(SEARCH, { mark: 'seats' }))).toBe('page 3')
  goOn()
  expect(await read(await early)).toBe('page 2')
})

test('a search is kept by no browser', async () => {
  await visit(SEARCH, { mark: 'seats' })
  const { status, headers } = await visit(SEARCH, {}, { 'if-none-match': 'W/""' })
  expect([status, headers.get('etag')]).toEqual([200, null])
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('a search is sent in the encoding that is quickest to make', async () => {
  for (const [accepted, encoding, decode] of [
    ['gzip, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const answer = await visit(SEARCH, { mark: 'seats' }, { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(decode(await answer.arrayBuffer()).toString()).toBe('page 1')
  }
})

test('what is first made with a cookie is shown to nobody, and made again for all', async () => {
  const greeting = { mark: 'seats', greets: true }
  const path = '/el/book-now?from=NIC'
  expect(await read(await visit(path, greeting, ANNA))).toBe('page 2')
  expect(await read(await visit(path, greeting, ANNA))).toBe('page 2')
  expect(await read(await visit(path, greeting))).toBe('page 2')
})

test('a page for one visitor is made with their cookies, though the others of its path are for all', async () => {
  await visit('/book-now', { mark: 'seats' })
  const alone = { greets: true, mark: null }
  expect(await read(await visit(SEARCH, alone, ANNA))).toBe('page 3visitor=anna')
  expect(await read(await visit(SEARCH, alone))).not.toContain('anna')
})

test('a visitor with a password is neither shown a kept page nor is theirs kept', async () => {
  const password = { authorization: 'Basic YTpi' }
  await visit()
  expect(await read(await visit('/', {}, password))).toBe('page 2')
  expect(await read(await visit())).toBe('page 1')
  expect(await read(await visit('/faq', {}, password))).toBe('page 3')
  expect(await read(await visit('/faq'))).toBe('page 4')
})

test('the mark is removed from every response', async () => {
  for (const path of ['/', '/?x=1']) {
    expect((await visit(path)).headers.has(KEEP)).toBe(false)
    expect((await visit(path, { status: 500 })).headers.has(KEEP)).toBe(false)
  }
})

test('a browser is sent an encoding it can read', async () => {
  const best = await visit('/', {}, { 'accept-encoding': 'gzip, br, zstd' })
  expect(best.headers.get('content-encoding')).toBe('br')
  const gzip = await visit('/', {}, { 'accept-encoding': 'zstd, gzip' })
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe('page 1')
  const plain = await visit('/', {}, PLAIN)
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'page 1'])
})

test('what one answer is given later is in no other: the server’s Response copies no headers', async () => {
  getRequestListener(() => new Response())
  const first = await visit('/', {}, { 'accept-encoding': 'br' })
  first.headers.delete('content-encoding')
  const second = await visit('/', {}, { 'accept-encoding': 'br' })
  expect(second.headers.get('content-encoding')).toBe('br')
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

test('a fault is answered once, and whoever waited for it is answered alone', async () => {
  await visit()
  shiftClock({ minutes: 1 })
  const waiting = [1, 2].map(() => visit('/', { status: 500, mark: null }))
  const answers = await Promise.all(waiting)
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  expect(made).toBe(3)
})

test('nobody waits a second time for a database that cannot be reached', async () => {
  await visit(SEARCH, { mark: 'seats' })
  shiftClock({ seconds: 3 })
  const waiting = [1, 2, 3].map(() => visit(SEARCH, { status: 503, mark: null }))
  const answers = await Promise.all(waiting)
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(await Promise.all(answers.map(read))).toEqual(Array(3).fill('page 2'))
  expect(made).toBe(2)
})

test('memory is bounded by bytes: beyond the limit the oldest pages are made again', async () => {
  for (let page = 0; page < 40; page++) await visit(`/large/${page}`, {}, PLAIN)
  await visit('/large/39', {}, PLAIN)
  expect(made).toBe(40)
  await visit('/large/0', {}, PLAIN)
  expect(made).toBe(41)
})

test('a kept page is sent straight onto the connection, and is the same as by the long way', async () => {
  const { ask, long } = await openServer()
  for (const path of ['/faq', SEARCH]) {
    await ask(path)
    const [quick, slow] = [await ask(path), await ask(path, { 'sec-fetch-site': null })]
    expect(long.splice(0)).toEqual([path, path])
    expect(await quick.text()).toBe(await slow.text())
    expect(headersOf(quick)).toEqual(headersOf(slow))
    expect(quick.headers.get('x-request-id')).toMatch(/^[0-9A-Z]{8}$/)
  }
})

test('a page that is known, old or asked for otherwise goes the long way', async () => {
  const { ask, long } = await openServer()
  const etag = (await ask('/faq')).headers.get('etag') ?? ''
  expect((await ask('/faq', { 'if-none-match': etag })).status).toBe(304)
  await ask('/faq', { 'accept-encoding': 'gzip' })
  await ask('/faq', { authorization: 'Basic YTpi' })
  await ask('/faq', {}, 'POST')
  await ask('/faq', {}, 'HEAD')
  await ask('/faq?x=1')
  shiftClock({ minutes: 1 })
  await ask('/faq')
  expect(long).toEqual([...Array<string>(6).fill('/faq'), '/faq?x=1', '/faq'])
})

/** A server with the cache before it, and the requests that it lets through. */
async function openServer() {
  const long: string[] = []
  const answerLong = getRequestListener(async (request) => {
    const { pathname, search } = new URL(request.url)
    long.push(pathname + search)
    const page = { mark: pathname === '/book-now' ? 'seats' : 'now' }
    const asked = Object.fromEntries(request.headers)
    const answer = await visit(pathname + search, page, asked, request.method)
    addSecurityHeaders(answer.headers)
    answer.headers.set('X-Request-Id', 'ABCDEFGH')
    return answer
  })
  const server = createServer((incoming, outgoing) => {
    return showKept(incoming, outgoing) ? undefined : answerLong(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const asBrowsers = { 'accept-encoding': 'br', 'sec-fetch-site': 'none' }
  const ask = (path: string, more: Record<string, string | null> = {}, method = 'GET') => {
    const given = Object.entries({ ...asBrowsers, ...more })
    const headers = given.filter((one): one is [string, string] => one[1] !== null)
    return fetch(origin + path, { method, headers })
  }
  return { ask, long }
}

function headersOf({ headers }: Response): [string, string][] {
  return [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
}

type Made = {
  mark?: string | null
  status?: number
  headers?: object
  body?: ReadableStream
  /** The page is held back until this resolves, after its content is read. */
  wait?: Promise<void>
  /** The seconds that its making takes. */
  seconds?: number
  /** Shows the cookies with which it is asked for. */
  greets?: boolean
}

function visit(
  path = '/',
  page: Made = {},
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  const asked = new Request(`http://localhost:3000${path}`, {
    method,
    headers: { 'accept-encoding': 'br', ...headers },
  })
  return underRequestId('here', () =>
    answerFromPageCache(asked, (request) => makePage(path, request, page)),
  )
}

async function makePage(path: string, { headers: asked }: Request, page: Made): Promise<Response> {
  const { mark = 'now', status = 200, headers = {}, body, wait, seconds = 0, greets } = page
  made++
  const greeting = greets ? (asked.get('Cookie') ?? '') : ''
  const text = BODIES[path]?.() ?? `page ${made}${greeting}`
  shiftClock({ seconds })
  await wait
  const type = { 'Content-Type': 'text/html; charset=utf-8' }
  const kept = mark === null ? {} : { [KEEP]: mark }
  const content = body ?? (path.startsWith('/large/') ? MEGABYTE : text)
  return new Response(content, { status, headers: { ...type, ...kept, ...headers } })
}

const MEGABYTE = new Uint8Array(1024 * 1024)
const BODIES: Record<string, () => string> = {
  '/large': large,
  '/at-midnight': atMidnight,
}

function atMidnight(): string {
  shiftClock({ minutes: 1 })
  return `page ${made}`
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
