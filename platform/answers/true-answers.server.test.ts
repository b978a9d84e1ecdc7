import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'

import {
  keepWhileTrue,
  noteChangeAt,
  noteEditionKnown,
  noteLastMoment,
  noteVersions,
} from './basis.server.ts'
import { answerFromPageCache, forgetPages } from './page-cache.server.ts'
import { keepAnswersWhile } from './true-answers.server.ts'

const SEARCH = '/book-now?from=NIC&to=LCA'
const ANNA = { cookie: 'visitor=anna' }
const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')

/** The database: the version of the one bus that the pages show. */
let version: string
let questions: { versions: readonly string[]; answer: () => void }[]
let isAnsweredAtOnce: boolean
let made: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'Temporal'] }) // the clock stands still
  shiftClock(now().until(NOON))
  ;[version, questions, isAnsweredAtOnce, made] = ['bus 1', [], true, 0]
  forgetPages()
  keepAnswersWhile(async (versions) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    questions.push({ versions, answer: resolve })
    if (!isAnsweredAtOnce) await promise
    return new Set(versions.filter((one) => one !== version))
  })
  await visit('/book-now?learn') // the first answer of a path says that the next may be kept
  made = 0
})
afterEach(() => {
  keepAnswersWhile(async (versions) => new Set(versions))
  vi.useRealTimers()
})

test('a search is kept while what it shows is as it was, and is made again when that changed', async () => {
  expect(await read(await visit())).toBe('bus 1, made 1')
  shiftClock({ hours: 3 })
  expect(await read(await visit())).toBe('bus 1, made 1')
  version = 'bus 2'
  expect(await read(await visit())).toBe('bus 2, made 2')
  expect(await read(await visit())).toBe('bus 2, made 2')
})

test('a search is kept until the moment at which it changes, and is then made again', async () => {
  const basis = { note: () => noteChangeAt(NOON.add({ minutes: 5 })) }
  await visit(SEARCH, basis)
  shiftClock({ minutes: 4, seconds: 59 })
  expect(await read(await visit(SEARCH, basis))).toBe('bus 1, made 1')
  shiftClock({ seconds: 1 })
  expect(await read(await visit(SEARCH, basis))).toBe('bus 1, made 2')
})

test('a search is true at its last moment, and not a millisecond later', async () => {
  const basis = { note: () => noteLastMoment(NOON.add({ minutes: 1 })) }
  await visit(SEARCH, basis)
  shiftClock({ minutes: 1 })
  expect(await read(await visit(SEARCH, basis))).toBe('bus 1, made 1')
  shiftClock({ milliseconds: 1 })
  expect(await read(await visit(SEARCH, basis))).toBe('bus 1, made 2')
})

test('a new day in Cyprus makes every search new, and so does a clock that was put back', async () => {
  await visit()
  shiftClock({ hours: 12 })
  expect(await read(await visit())).toBe('bus 1, made 2')
  shiftClock({ hours: -1 })
  expect(await read(await visit())).toBe('bus 1, made 3')
})

test('a visitor with a cookie is shown the kept search, and theirs is kept for others', async () => {
  await visit()
  expect(await read(await visit(SEARCH, {}, ANNA))).toBe('bus 1, made 1')
  const elsewhere = '/book-now?from=LCA&to=NIC'
  expect(await read(await visit(elsewhere, {}, ANNA))).toBe('bus 1, made 2')
  expect(await read(await visit(elsewhere))).toBe('bus 1, made 2')
})

test('an answer for everyone is made without the cookies of its visitor', async () => {
  const greeting = { greets: true }
  expect(await read(await visit(SEARCH, greeting, ANNA))).toBe('bus 1, made 1')
  expect(await read(await visit(SEARCH, greeting))).toBe('bus 1, made 1')
})

test('an answer for one visitor is made with their cookies, and is not kept', async () => {
  const alone = { greets: true, isForOne: true }
  expect(await read(await visit(SEARCH, alone, ANNA))).toContain('visitor=anna')
  expect(await read(await visit(SEARCH, alone))).not.toContain('anna')
  expect(await read(await visit(SEARCH))).not.toContain('anna')
})

test('a visitor with a password is neither shown a kept search nor is theirs kept', async () => {
  const password = { authorization: 'Basic YTpi' }
  await visit()
  expect(await read(await visit(SEARCH, {}, password))).toBe('bus 1, made 2')
  expect(await read(await visit())).toBe('bus 1, made 1')

  const elsewhere = '/book-now?from=LCA&to=NIC'
  await visit(elsewhere, {}, password)
  expect(await read(await visit(elsewhere))).toBe('bus 1, made 4')
})

test('an answer that sets a cookie, fails, is posted or is for one visitor is never kept', async () => {
  const answers = [
    { headers: { 'Set-Cookie': 'a=b' } },
    { status: 404 },
    { status: 503 },
    { isForOne: true },
  ]
  for (const answer of answers) {
    const first = await read(await visit('/book-now?x', answer))
    expect(await read(await visit('/book-now?x', answer))).not.toBe(first)
  }
  await visit()
  const posted = await visit(SEARCH, {}, {}, 'POST')
  expect(await read(posted)).toBe(`bus 1, made ${made}`)
  expect(made).toBe(2 * answers.length + 2)
})

test('each address, language and encoding is kept apart, with the data for scripts', async () => {
  const asked = [
    [SEARCH, 'br'],
    [`/el${SEARCH}`, 'br'],
    [`${SEARCH}&adults=2`, 'br'],
    ['/book-now.data?from=NIC&to=LCA', 'br'],
    [SEARCH, ''],
  ] as const
  await visit('/el/book-now?learn')
  await visit('/book-now.data?learn')
  made = 0
  const ask = async () => {
    const pages = []
    for (const [path, encoding] of asked) {
      pages.push(await read(await visit(path, {}, { 'accept-encoding': encoding })))
    }
    return pages
  }
  const first = await ask()
  expect(first).toEqual([1, 2, 3, 4, 5].map((count) => `bus 1, made ${count}`))
  expect(await ask()).toEqual(first)
})

test('a kept search is sent with the headers of the made one, and none of another visitor', async () => {
  const [first, second] = [await visit(), await visit()]
  expect([...second.headers]).toEqual([...first.headers])
  expect(second.headers.get('cache-control')).toBe('private, no-store')
  expect([...second.headers.keys()]).not.toContain('x-request-id')
})

test('a hundred who ask the same at once are answered by one making', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => visit()))
  expect(await Promise.all(answers.map(read))).toEqual(Array(100).fill('bus 1, made 1'))
})

test('those who ask while the database is asked share the next question, which is begun after them', async () => {
  await visit()
  isAnsweredAtOnce = false
  questions = []
  const first = visit()
  const others = Array.from({ length: 10 }, () => visit())
  await turns()
  version = 'bus 2' // sold while the first question was under way
  isAnsweredAtOnce = true
  questions[0]?.answer()
  await first
  const texts = await Promise.all((await Promise.all(others)).map(read))
  expect(texts).toEqual(Array(10).fill('bus 2, made 2'))
})

test('a search that changed while it was made is shown to nobody who asks afterwards', async () => {
  const { promise: isSold, resolve: sell } = Promise.withResolvers<void>()
  const making = visit(SEARCH, { wait: isSold })
  await turns()
  version = 'bus 2'
  sell()
  expect(await read(await making)).toBe('bus 1, made 1')
  expect(await read(await visit())).toBe('bus 2, made 2')
})

test('a search that was being made when an edition replaced all others is made again', async () => {
  const { promise: isImported, resolve: goOn } = Promise.withResolvers<void>()
  const making = visit(SEARCH, { wait: isImported })
  await turns()
  forgetPages()
  goOn()
  expect(await read(await making)).toBe('bus 1, made 2')
  expect(await read(await visit())).toBe('bus 1, made 2')
})

test('the database is asked for the edition once: by the making, or else after it', async () => {
  questions = []
  await visit(SEARCH, { note: noteEditionKnown })
  expect(questions).toEqual([])
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
  const making = visit(`${SEARCH}&adults=2`, { wait: isRead })
  await turns()
  expect(questions).toEqual([])
  goOn()
  await making
  expect(questions).toMatchObject([{ versions: [] }])
})

test('a page made of an older edition is shown to nobody, although another question heard of the new one', async () => {
  keepAnswersWhile(async () => {
    if (made === 1) forgetPages()
    return new Set()
  })
  expect(await read(await visit())).toBe('bus 1, made 2')
})

test('a search whose edition is replaced at each making is shown, and not kept', async () => {
  expect(await read(await visit(SEARCH, { note: forgetPages }))).toBe('bus 1, made 3')
  expect(await read(await visit())).toBe('bus 1, made 4')
})

test('while the database does not answer, no kept search is shown', async () => {
  await visit()
  keepAnswersWhile(() => Promise.reject(new Error('no answer')))
  expect(await read(await visit())).toBe('bus 1, made 2')
  expect(await read(await visit())).toBe('bus 1, made 3')
})

test('memory is bounded by bytes: beyond the limit the oldest searches are made again', async () => {
  const text = 'x'.repeat(1024 * 1024)
  const ask = (count: number) => {
    return visit(`/book-now?n=${count}`, { text }, { 'accept-encoding': 'identity' })
  }
  for (let count = 0; count < 80; count++) await ask(count)
  await ask(79)
  expect(made).toBe(80)
  await ask(0)
  expect(made).toBe(81)
})

/** Until everything has run that waits for nothing from outside. */
async function turns(): Promise<void> {
  for (let count = 0; count < 20; count++) await turn()
}

type Page = {
  status?: number
  headers?: Record<string, string>
  note?: () => void
  isForOne?: boolean
  /** Shows the cookies with which it is asked for. */
  greets?: boolean
  wait?: Promise<void>
  text?: string
}

/** Asks for a page that shows the bus as it was when its making began. */
function visit(
  path = SEARCH,
  page: Page = {},
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: { 'accept-encoding': 'br', ...headers },
  })
  return underRequestId('here', () => answerFromPageCache(request, (asked) => make(asked, page)))
}

async function make(asked: Request, page: Page) {
  const { status = 200, headers, note, isForOne, greets, wait, text = '' } = page
  made++
  const greeting = greets ? (asked.headers.get('Cookie') ?? '') : ''
  const body = `${version}, made ${made}${text}${greeting}`
  const shown = version
  noteVersions(() => [shown])
  note?.()
  await wait
  if (!isForOne) keepWhileTrue()
  return new Response(body, { status, headers: { 'Content-Type': 'text/html', ...headers } })
}

async function read(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isPacked = answer.headers.get('content-encoding') === 'br'
  return (isPacked ? brotliDecompressSync(bytes) : Buffer.from(bytes)).toString()
}
