import {
  array,
  asyncProperty,
  check,
  constantFrom,
  integer,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import routes from '#app/routes.ts'
import { body, cookies, fields, headers, MARK, step, type Known } from '#test/fuzz/strange.ts'

import { startCompany, type Company, type Running } from './processes.ts'
import { sendRaw, type RawAnswer } from './raw-request.ts'
import { formIn, openBrowser } from './traveller.ts'

/*
 * Every address of the site map is sent what nobody should send. Whatever it is, the answer is
 * quick, is no fault of ours, tells nothing of our insides and lets no markup in. A failure names
 * its seed; FUZZ_SEED runs it again.
 */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_202)
/** Requests are sent so many at a time, so that these are as many times more. */
const ROUNDS = 60
const AT_ONCE = 6
const LONGEST_MILLISECONDS = 8000
const INSIDES = /\n\s+at .+:\d+:\d+|node_modules|node:internal|\/modules\//
/** What other forms and links are made of. */
const OTHERS = {
  time: '08:00',
  trip: 'return',
  'return-date': '2026-12-12',
  passengers: '2',
  wheelchairs: '1',
  return: '00000000-0000-4000-8000-000000000000',
  intent: 'pay',
  name: 'Anna Example',
  email: 'anna@example.com',
  terms: 'yes',
  'email-asked': 'anna@example.com',
  message: 'Hello',
  phone: '+357 99 000000',
}

const PATTERNS = (routes as { path?: string }[]).map(
  ({ path = '' }) => `/${path.replace(/^\//, '')}`,
)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']

let company: Company
let site: Running
/** Something that each id of the site map can stand for, and each field; and who has a cart. */
let ids: Record<string, string>
let known: Known
let cookie: string
let asked = 0
/** The addresses that take forms. */
let taking: string[]

beforeAll(async () => {
  company = await startCompany()
  site = await company.startSite()
  const traveller = openBrowser(site.url)
  const search = { from: 'NIC', to: 'LCA', adults: '1', date: '2026-12-10' }
  const chosen = await traveller.chooseRide(search)
  await traveller.addToCart(chosen)
  const cardForm = await traveller.checkOut()
  const paid = await traveller.payAtBank(cardForm.url)
  await traveller.addToCart(chosen)

  const idIn = (text: string, before: string) =>
    new RegExp(`${before}/(\\w{26})`).exec(text)?.[1] ?? ''
  const payment = idIn(paid.url, 'success')
  const ticket = idIn(paid.html, 'tickets')
  ids = { schedules: '1', services: 'coach-hire', success: payment, fail: payment, state: payment }
  ids = { ...ids, tickets: ticket, notices: 'sandbox', attachments: '0' }
  known = { ...formIn(chosen.html, 'from-stop'), ...OTHERS }
  cookie = `visitor=${[...traveller.cookies.values()][0]}`
  const answers = await Promise.all(
    PATTERNS.map((path) =>
      sendRaw(site.url, {
        method: 'POST',
        target: fill(path),
        headers: [...fromOurs(), `Cookie: ${cookie}`],
      }),
    ),
  )
  taking = PATTERNS.filter((_, place) => ![404, 405].includes(answers[place]?.status ?? 404))
})

afterAll(() => company.stop())

test('whatever is asked of any address', async () => {
  const asking = record({
    path: pathOf(PATTERNS),
    query: fields(known),
    cookies: cookies(cookie),
    extra: headers,
  })
  const harm = await findHarm(asking, ({ path, query, cookies: sent, extra }) =>
    sendRaw(site.url, {
      target: query ? `${path}?${query}` : path,
      headers: [...extra, ...(sent ? [`Cookie: ${sent}`] : [])],
    }),
  )
  expect(harm).toBeNull()
})

test('whatever is sent to an address that takes forms', async () => {
  expect(taking).toEqual(
    expect.arrayContaining(['/cart', '/el/book-now', '/payments/notices/:provider']),
  )
  const telling = record({ path: pathOf(taking), cookies: cookies(cookie), form: body(known) })
  const harm = await findHarm(telling, ({ path: target, cookies: sent, form }) =>
    sendRaw(site.url, {
      method: 'POST',
      target,
      headers: [...fromOurs(), `Content-Type: ${form.type}`, `Cookie: ${sent}`],
      body: form.content,
    }),
  )
  expect(harm).toBeNull()
})

test('whatever the method is', async () => {
  const asking = record({ path: pathOf(PATTERNS), method: constantFrom(...METHODS) })
  const harm = await findHarm(asking, ({ path: target, method }) =>
    sendRaw(site.url, { method, target, headers: fromOurs() }),
  )
  expect(harm).toBeNull()
})

test('request lines that are none, and headers without end', async () => {
  const targets = [
    '*',
    '//',
    '///evil.example//',
    '/%',
    '/%00',
    '/\\',
    'http://evil.example/',
    '/a b',
    '?',
  ]
  const lines = [
    `X-Long: ${'a'.repeat(20_000)}`,
    'Content-Length: 3\r\nContent-Length: 4',
    'Transfer-Encoding: chunked\r\nContent-Length: 4',
    'Host: evil.example',
    'Host: [::',
    'Expect: nonsense',
    'Upgrade: websocket\r\nConnection: Upgrade',
  ]
  const requests = [
    ...[...targets, `/${'a/'.repeat(3000)}`].map((target) => ({ target })),
    ...lines.map((line) => ({ target: '/', headers: [line] })),
  ]
  for (const request of requests) {
    expect(
      harmOf(await sendRaw(site.url, request)),
      JSON.stringify(request).slice(0, 80),
    ).toBeNull()
  }
})

/** From a page of ours, by what it says, and each from an address of its own. */
function fromOurs(): string[] {
  asked += 1
  return [`Origin: ${site.url}`, `X-Forwarded-For: 10.0.${asked >> 8}.${asked & 255}`]
}

/** Paths of the site map, with anything for their ids; now and then with a step too many. */
function pathOf(patterns: readonly string[]): Arbitrary<string> {
  return tuple(constantFrom(...patterns), step, integer({ min: 0, max: 9 })).map(
    ([pattern, strange, dice]) => {
      const path = fill(pattern, dice > 4 ? strange : undefined)
      const ending = dice === 0 ? `/${strange}` : dice === 1 ? '.data' : ''
      return path + ending
    },
  )
}

/** With something that exists in the place of each id, unless something strange is given. */
function fill(pattern: string, strange?: string): string {
  const steps = pattern.split('/')
  return steps
    .map((part, place) => {
      const real = ids[steps[place - 1] ?? ''] ?? '0'
      return /^[:*]/.test(part) ? (strange ?? real) : part
    })
    .join('/')
}

/** Sends it all, so many at a time. What harms comes back as a sentence with the shortest example. */
async function findHarm<Request>(
  requests: Arbitrary<Request>,
  send: (request: Request) => Promise<RawAnswer>,
): Promise<string | null> {
  const batch = array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE })
  const isHarmless = asyncProperty(batch, async (several) => {
    const answers = await Promise.all(several.map(send))
    for (const [place, answer] of answers.entries()) {
      const harm = harmOf(answer)
      if (harm) throw new Error(`${harm}: ${JSON.stringify(several[place])}`)
    }
  })
  const result = await check(isHarmless, { seed: SEED, numRuns: ROUNDS })
  return result.failed ? `seed ${SEED}: ${String(result.errorInstance)}` : null
}

function harmOf({ status, head, text, milliseconds }: RawAnswer): string | null {
  if (!(status >= 200 && status < 500)) return `answered ${status}`
  if (milliseconds > LONGEST_MILLISECONDS) return `took ${milliseconds} ms`
  if (INSIDES.test(text)) return 'tells of our insides'
  const isPage = /^content-type: text\/html/im.test(head)
  if (isPage && text.includes(MARK)) return 'lets markup in'
  return /^set-cookie: a=b/im.test(head) ? 'lets headers in' : null
}
