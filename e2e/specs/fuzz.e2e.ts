import { constantFrom, integer, record, tuple, type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { pressAtOnce } from '#e2e/support/crowd.ts'
import { findHarm, harmOf, MAX_MILLISECONDS, millisecondsAtWork } from '#e2e/support/harm.ts'
import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { sendRaw } from '#e2e/support/raw-request.ts'
import { formIn, openBrowser } from '#e2e/support/traveller.ts'
import { MAX_TYPED, SERVICES } from '#modules/enquiries/forms.ts'
import {
  body,
  cookies,
  ENDLESS,
  fields,
  headers,
  step,
  type Known,
} from '#test/fixtures/hostile-input.ts'
import { SITE_ROUTES } from '#test/fixtures/routes.ts'

/*
 * Sends hostile input to every path of the travellers' site; office-fuzz.e2e.ts is about the office. The response must be quick, must not be a
 * fault of ours, must reveal nothing internal and must contain no injected markup. A failure prints
 * its seed; FUZZ_SEED replays it.
 */

/**
 * The largest form (server.ts), the longest text that is read (read-form.server.ts), and the size
 * of our requests.
 */
const MAX_BYTES = 64 * 1024
const MAX_TEXT_LENGTH = 2 * MAX_TYPED
const MAX_MESSAGE_LENGTH = 4000
/** Fields and parameters of other forms and links. */
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

const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'
/** A valid enquiry, so that its message goes through every step. */
const ENQUIRY = {
  'first-name': 'Anna',
  'last-name': 'Example',
  email: 'anna@example.com',
  topic: 'question',
  person: 'yes',
  message: 'Is there a bus at noon?',
  from: 'Larnaca',
  to: 'Nicosia',
  date: '2026-12-12',
  time: '10:00',
  people: '40',
  coach: 'coach',
}

const PATTERNS = SITE_ROUTES.map(({ path }) => path)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']

let company: Company
let site: Running
/** An existing value for each id of the site map and for each field, and a browser with a cart. */
let ids: Record<string, string>
let known: Known
let cookie: string
let asked = 0
/** The paths that take forms. */
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
    new RegExp(`${before}/(\\w{26}|[\\da-f-]{36})`).exec(text)?.[1] ?? ''
  const payment = idIn(paid.url, 'success')
  const ticket = idIn(paid.html, 'tickets')
  ids = { schedules: '1', services: 'coach-hire', success: payment, fail: payment, state: payment }
  const booking = idIn(paid.html, 'bookings')
  const ride = idIn((await traveller.visit(`/bookings/${booking}`)).html, 'rides')
  ids = { ...ids, tickets: ticket, bookings: booking, rides: ride }
  ids = { ...ids, notices: 'sandbox', attachments: '0' }
  known = { ...formIn(chosen.html, 'from-stop'), ...OTHERS }
  cookie = `visitor=${[...traveller.cookies.values()][0]}`
  const answers = await pressAtOnce(
    PATTERNS.map((path) => () => {
      const ours = [...fromOurs(), `Cookie: ${cookie}`]
      return sendRaw(site.url, { method: 'POST', target: fill(path), headers: ours })
    }),
  )
  taking = PATTERNS.filter((_, place) => ![404, 405].includes(answers[place]?.status ?? 404))
})

afterAll(() => company.stop())

test('any request to any path', async () => {
  const asking = record({
    path: pathOf(PATTERNS),
    query: fields(known),
    cookies: cookies(cookie),
    extra: headers,
  })
  const harm = await findHarm(site, asking, ({ path, query, cookies: sent, extra }) =>
    sendRaw(site.url, {
      target: query ? `${path}?${query}` : path,
      headers: [...extra, ...(sent ? [`Cookie: ${sent}`] : [])],
    }),
  )
  expect(harm).toBeNull()
})

test('any form sent to a path that takes forms', async () => {
  expect(taking).toEqual(
    expect.arrayContaining(['/cart', '/el/book-now', '/payments/notices/:provider']),
  )
  const telling = record({ path: pathOf(taking), cookies: cookies(cookie), form: body(known) })
  const harm = await findHarm(site, telling, ({ path: target, cookies: sent, form }) =>
    sendRaw(site.url, {
      method: 'POST',
      target,
      headers: [...fromOurs(), `Content-Type: ${form.type}`, `Cookie: ${sent}`],
      body: form.content,
    }),
  )
  expect(harm).toBeNull()
})

/**
 * The fields that each form reads, enquiries aside, by the pattern of its page; Greek pages share
 * the code.
 */
const FIELDS: Record<string, readonly string[]> = {
  '/book-now': ['departure', 'from-stop', 'adults', 'wheelchairs'],
  '/cart': ['intent', 'name', 'email'],
  '/payment/success/:id': ['email'],
  '/tickets/:id': ['departure'],
  '/bookings': ['intent'],
  '/bookings/:id/cancel': ['refund'],
  '/bookings/:id/contact': ['name', 'email'],
  '/bookings/:id/rides/:ride/change': ['surcharge', 'refund'],
  '/find-booking': ['reference', 'email'],
  '/users/signup': ['name', 'email', 'password'],
  '/users/login': ['email', 'log-in-password', 'next'],
  '/users/confirm': ['token', 'confirm-password'],
  '/users/forgot-password': ['email'],
  '/users/reset-password': ['token', 'new-password'],
  '/account': ['intent'],
}
const TEXTS = ['message', 'notes']
const LINES = ['first-name', 'email', 'booking-reference', 'phone', 'date', 'people', 'stamp']

test.each(Object.entries(ENDLESS))('a field of unlimited length: %s', async (_, unit) => {
  const enquiries = ['/contact', ...SERVICES.map((slug) => `/services/${slug}`)]
  const others = taking.filter((path) => !/^\/el\b|:slug|:provider|^\/contact$/.test(path))
  expect(others.toSorted()).toEqual(Object.keys(FIELDS).toSorted())
  const full = [
    ...enquiries.map((path) => [path, 'notes'] as const),
    ...['message', ...LINES].map((name) => ['/contact', name] as const),
    ...LINES.map((name) => ['/services/coach-hire', name] as const),
    ...others.flatMap((path) => (FIELDS[path] ?? []).map((name) => [fill(path), name] as const)),
  ]
  for (const [path, name] of full) {
    expect(await sendEndless(path, name, { unit, most: MAX_BYTES })).toBeNull()
  }
  for (const path of ['/contact', '/services/coach-hire']) {
    for (const name of TEXTS) {
      for (const most of [MAX_TEXT_LENGTH, MAX_MESSAGE_LENGTH]) {
        expect(await sendEndless(path, name, { unit, most })).toBeNull()
      }
    }
  }
})

/**
 * Fills one field with the unit and the others with valid values. Another visitor makes a request
 * meanwhile.
 */
async function sendEndless(
  path: string,
  name: string,
  { unit, most }: { unit: string; most: number },
): Promise<string | null> {
  const others = new URLSearchParams(ENQUIRY)
  others.delete(name)
  const sound = `${others}&${name}=`
  const before = millisecondsAtWork(site)
  const [answer, other] = await Promise.all([
    sendRaw(site.url, {
      method: 'POST',
      target: path,
      headers: [...fromOurs(), FORM_TYPE, `Cookie: ${cookie}`],
      body: sound + fillWith(unit, { letters: most, bytes: MAX_BYTES - sound.length }),
    }),
    sendRaw(site.url, { target: '/healthz' }),
  ])
  const took = millisecondsAtWork(site) - before
  const harm =
    harmOf(answer) ??
    harmOf(other) ??
    ([403, 413].includes(answer.status) ? 'was not read at all' : null) ??
    (took > MAX_MILLISECONDS ? `kept everybody waiting for ${Math.round(took)} ms` : null)
  return harm && `${most} letters in ${name} of ${path}: ${harm}`
}

/** The unit repeated up to this number of letters, or as often as it fits into the form. */
function fillWith(unit: string, { letters, bytes }: { letters: number; bytes: number }): string {
  const one = encodeURIComponent(unit.toWellFormed()).replaceAll('%20', '+')
  const times = Math.min(Math.floor(letters / unit.length), Math.floor((bytes - 1) / one.length))
  return `${one.repeat(times)}x`
}

test('any method', async () => {
  const asking = record({ path: pathOf(PATTERNS), method: constantFrom(...METHODS) })
  const harm = await findHarm(site, asking, ({ path: target, method }) =>
    sendRaw(site.url, { method, target, headers: fromOurs() }),
  )
  expect(harm).toBeNull()
})

test('malformed request lines and endless headers', async () => {
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

/** Headers that mark a request as coming from one of our pages, each from a different address. */
function fromOurs(): string[] {
  asked += 1
  return [`Origin: ${site.url}`, `X-Forwarded-For: 10.${asked >> 8}.${asked & 255}.7`]
}

/** Paths of the site map with anything for their ids, sometimes with an extra segment. */
function pathOf(patterns: readonly string[]): Arbitrary<string> {
  return tuple(constantFrom(...patterns), step, integer({ min: 0, max: 9 })).map(
    ([pattern, strange, dice]) => {
      const path = fill(pattern, dice > 4 ? strange : undefined)
      const ending = dice === 0 ? `/${strange}` : dice === 1 ? '.data' : ''
      return path + ending
    },
  )
}

/** Fills each id with an existing value, unless a strange one is given. */
function fill(pattern: string, strange?: string): string {
  const steps = pattern.split('/')
  return steps
    .map((part, place) => {
      const real = ids[steps[place - 1] ?? ''] ?? '0'
      return /^[:*]/.test(part) ? (strange ?? real) : part
    })
    .join('/')
}
