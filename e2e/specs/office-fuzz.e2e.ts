import {
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'

import { OFFICE, type Act as Rule, type Entry, type OfficePattern } from '#app/permissions.ts'
import { makeFleet } from '#e2e/support/fleet.ts'
import { findHarm, harmOf } from '#e2e/support/harm.ts'
import { makePhones } from '#e2e/support/phones.ts'
import { sendRaw, type RawAnswer } from '#e2e/support/raw-request.ts'
import { openScene } from '#e2e/support/scene.ts'
import { makeBookings } from '#e2e/support/screens.ts'
import { openBrowser } from '#e2e/support/traveller.ts'
import { UUID } from '#platform/ids.ts'
import { localePath, LOCALES } from '#platform/locale.ts'
import { fields, headers, step, type Known } from '#test/fixtures/hostile-input.ts'

/*
 * Hostile input from a signed-in owner, who may do everything: to every page, query, id and act of
 * the office. No answer is a fault, tells of our insides, lets markup in or may be kept by a cache.
 * An act that was done has one entry in the audit, one that was refused has none and keeps what was
 * typed, and a form that was sent twice counts once. A failure prints its seed; FUZZ_SEED replays it.
 */

const OWNER = 'staff:demonstration-owner'
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'
const entries = Object.entries(OFFICE) as [OfficePattern, Entry][]
const guarded = entries.filter(([, { see }]) => see !== 'anybody')
const acts = guarded.flatMap(([pattern, { acts: own = {} }]) =>
  Object.entries<Rule>(own).map(([intent, { confirm }]) => ({ pattern, intent, confirm })),
)
type Act = (typeof acts)[number]
/** Typed into each field that takes any text. */
const TYPED = 'Bus broke down near the old harbour'
/** Parts of queries, and fields that appear only after a step. */
const QUERY: Known = {
  q: 'example',
  day: '2026-12-08',
  date: '2026-12-08',
  from: 'NIC',
  to: 'LCA',
  until: '2026-12-09',
  sort: '-name',
  after: '2026-12-08T08:00:00Z',
  before: '2026-12-08T08:00:00Z',
  state: 'planned',
  route: 'NL',
  who: 'demonstration-seller',
  'set-up': 'authenticator',
  amount: '12.50',
  reason: TYPED,
}
/** Sent by the test itself, or the end of the session from which it sends. */
const NOT_TAKEN = ['intent', 'once', 'code', 'assertion', 'session']
/** A party that is ticked as it was is no change, so it has no entry. */
const MAY_CHANGE_NOTHING = '/office/departures/:id/manifest'

/** Queries of pages whose forms are for what was chosen. */
const CHOSEN: Partial<Record<OfficePattern, readonly string[]>> = {
  '/office/duties': ['?day=2026-12-08', '?day=2026-12-15'],
  '/office/boarding': ['?stop=NIC'],
}

const scene = openScene()
let ids: Record<string, string>
let cookie: string
let known: Known
/** The fields of the form of each act, as its page has them. */
const forms = new Map<string, Known>()
let asked = 0

beforeAll(async () => {
  await makeBookings(scene)
  const { rows } = await sql<Record<string, string>>`
    select departure_id as departures, reference as bookings, payment_id as payments
    from bookings join orders using (order_id) join payments on payable_id = order_id
    where orders.status = 'confirmed' order by confirmed_at limit 1`.execute(scene.books)
  const owner = openBrowser(scene.site.url)
  const body = new URLSearchParams({ intent: 'enter', role: 'owner' })
  await owner.ask(`${scene.site.url}/office/login`, { method: 'POST', body })
  cookie = [...owner.cookies].map(([name, value]) => `${name.split(' ')[1]}=${value}`).join('; ')
  const { vehicle, duty } = await makeFleet(scene.books)
  await makePhones(scene.books)
  const called = await findCalled()
  ids = {
    ...rows[0],
    vehicles: vehicle,
    drivers: 'demonstration-driver',
    duties: duty,
    incidents: called.incidentId,
    journeys: '1',
    settlement: '2026-12-01',
    staff: 'demonstration-seller',
    reports: 'revenue',
    notices: 'new',
  }
  known = { ...QUERY }
  for (const [pattern] of guarded) await readForms(pattern)
  await take(called.bookingId)
  await readForms('/office/incidents/:id')
})

/** A passenger who was told long ago that the bus does not run, and has not answered. */
async function findCalled(): Promise<{ incidentId: string; bookingId: string }> {
  const { rows } = await sql<{ incidentId: string; bookingId: string }>`
    update incident_bookings set told_at = told_at - interval '1 hour', seen_at = null
    returning incident_id, booking_id`.execute(scene.books)
  return rows[0] ?? { incidentId: '', bookingId: '' }
}

/** The owner takes the call, so that the page asks for its outcome. */
async function take(bookingId: string): Promise<void> {
  const body = new URLSearchParams({ intent: 'take', once: randomUUID(), booking: bookingId })
  await ask({ method: 'POST', target: fill('/office/incidents/:id'), body: body.toString() })
}

/** Reads the forms of a page, those for each choice. */
async function readForms(pattern: OfficePattern): Promise<void> {
  for (const query of CHOSEN[pattern] ?? ['']) {
    const { text } = await ask({ target: fill(pattern) + query })
    for (const [form] of text.matchAll(/<form .*?<\/form>/gs)) {
      const found = readFields(form)
      Object.assign(known, found)
      const [, intent] = /name="intent" value="([^"]+)"/.exec(form) ?? []
      if (intent) forms.set(`${pattern} ${intent}`, found)
    }
  }
}

test('the acts of the page of phones are sent with phones and a conflict that exist', () => {
  const filled = ['block', 'unblock', 'settle'].map((act) => forms.get(`/office/phones ${act}`))
  expect(filled).toMatchObject([
    { phone: expect.stringMatching(/^\d+$/) },
    { phone: expect.stringMatching(/^\d+$/) },
    { booking: expect.stringMatching(UUID), 'too-many': '1' },
  ])
})

test('any request to any page of the office', async () => {
  const asking = record({ path: anyPath(), query: fields(known), extra: headers })
  const harm = await findHarm(scene.site, asking, ({ path, query, extra }) =>
    ask({ target: query ? `${path}?${query}` : path, extra }),
  )
  expect(harm).toBeNull()
  expect(await isSignedIn()).toBe(true)
})

test('any form sent as any act of the office, once or twice at the same moment', async () => {
  let done = 0
  const presses = constantFrom(...acts).chain(pressing)
  const harm = await findHarm(scene.site, presses, async ({ act, typed, strange, isTwice }) => {
    const form = `intent=${act.intent}&once=${randomUUID()}&${typed}`
    const press = { method: 'POST', target: fill(act.pattern, strange), body: form }
    const send = () => (act.confirm === 'L2' ? askWithCode(press) : ask(press))
    const [one, other] = await Promise.all([send(), isTwice ? send() : undefined])
    const answers = other ? [one, other] : [one]
    done += await countDone(act, answers)
    for (const { status, text } of answers) {
      const isOffered = text.includes(`name="intent" value="${act.intent}"`)
      if (status === 422 && isOffered && mustComeBack(act, typed) && !text.includes(TYPED)) {
        throw new Error(`${press.target} forgets what was typed: ${form}`)
      }
    }
    return other && harmOf(other) ? other : one
  })
  expect(harm).toBeNull()
  expect(await isSignedIn()).toBe(true)
  expect(done).toBeGreaterThan(10)
})

/** A form of this act: as its page has it, with one field replaced, or of anything. */
function pressing(act: Act) {
  const own = forms.get(nameOf(act)) ?? {}
  const sound = new URLSearchParams({ ...own, seen: '0' })
  const replaced = tuple(constantFrom(...sound.keys()), step).map(([name, strange]) => {
    const others = [...sound].filter(([one]) => one !== name)
    return `${new URLSearchParams(others).toString()}&${name}=${strange}`
  })
  const anything = fields({ ...known, ...own })
  return record({
    act: constant(act),
    typed: oneof(constant(sound.toString()), replaced, anything),
    strange: strangeStep,
    isTwice: boolean(),
  })
}

/** One, if the form was carried out; it then has one entry, however often it was sent, else none. */
async function countDone(act: Act, answers: readonly RawAnswer[]): Promise<number> {
  const requests = answers.map(({ head }) => /^x-request-id: (\S+)/im.exec(head)?.[1] ?? '')
  const { rows } = await sql<{ entries: number }>`
    select count(*)::int as entries from audit_entries
    where actor = ${OWNER} and request_id = any(${requests})`.execute(scene.books)
  const written = rows[0]?.entries ?? 0
  const done = answers.some(({ status }) => status === 303) ? 1 : 0
  const isUnchanged = act.pattern === MAY_CHANGE_NOTHING && written === 0
  if (written !== done && !isUnchanged) {
    const statuses = answers.map(({ status }) => status).join(' and ')
    throw new Error(`${nameOf(act)} has ${written} entries after ${statuses}`)
  }
  return done
}

/** Whether the text that was typed must come back with a refusal. */
function mustComeBack(act: Act, typed: string): boolean {
  const sent = new URLSearchParams(typed)
  const names = Object.entries(forms.get(nameOf(act)) ?? {}).filter(([, text]) => text === TYPED)
  return names.length > 0 && names.every(([name]) => sent.getAll(name).join() === TYPED)
}

function nameOf({ pattern, intent }: Act): string {
  return `${pattern} ${intent}`
}

/** The fields of a form, each with a value that it may have. */
function readFields(form: string): Known {
  const found: Known = {}
  for (const [tag, kind] of form.matchAll(/<(input|select|textarea|button)[^>]*>/g)) {
    const name = /name="([^"]+)"/.exec(tag)?.[1]
    if (!name || NOT_TAKEN.includes(name)) continue
    const isText = kind === 'textarea' || name === 'reason'
    found[name] = isText ? TYPED : (/value="([^"]*)"/.exec(tag)?.[1] ?? '1')
  }
  for (const [, name = '', chosen = ''] of form.matchAll(
    /<select[^>]*name="([^"]+)".*?<option[^>]*value="([^"]+)"/gs,
  )) {
    found[name] = chosen
  }
  return found
}

/** Mostly none, so that the existing thing is acted on. */
const strangeStep = tuple(integer({ min: 0, max: 3 }), step).map(([dice, strange]) =>
  dice === 0 ? strange : undefined,
)

function anyPath(): Arbitrary<string> {
  const patterns = entries.map(([pattern]) => pattern)
  const ending = constantFrom('', '', '', '.data', '/', '.csv')
  return tuple(constantFrom(...patterns), strangeStep, ending, constantFrom(...LOCALES)).map(
    ([pattern, strange, end, locale]) => localePath(locale, fill(pattern, strange)) + end,
  )
}

/** Fills each id with an existing value, unless a strange one is given. */
function fill(pattern: string, strange?: string): string {
  const steps = pattern.split('/')
  return steps
    .map((part, place) =>
      part.startsWith(':') ? (strange ?? ids[steps[place - 1] ?? ''] ?? '0') : part,
    )
    .join('/')
}

type Asked = { method?: string; target: string; body?: string; extra?: readonly string[] }

/** One request of the owner. An answer that a cache may keep counts as a fault. */
async function ask({ method = 'GET', target, body = '', extra = [] }: Asked): Promise<RawAnswer> {
  asked += 1
  const ours = [
    `Origin: ${scene.site.url}`,
    `X-Forwarded-For: 10.${asked >> 8}.${asked & 255}.7`,
    `Cookie: ${cookie}`,
    ...(body ? [FORM_TYPE] : []),
  ]
  const answer = await sendRaw(scene.site.url, {
    method,
    target,
    headers: [...extra, ...ours],
    body,
  })
  const isKept = answer.status < 400 && !/^cache-control: .*no-store/im.test(answer.head)
  // Node refuses a request whose head is too large before the site sees it, with an empty answer.
  const isTooLarge = answer.status === 431 && answer.text === ''
  const isFramed =
    !isTooLarge && !/^content-security-policy: .*frame-ancestors 'none'/im.test(answer.head)
  return isKept || isFramed ? { ...answer, status: isKept ? 599 : 598 } : answer
}

let lastCode: Promise<unknown> = Promise.resolve()

/** The same with a code, which counts again for this test; one after the other. */
function askWithCode(press: Asked): Promise<RawAnswer> {
  const answer = lastCode.then(async () => {
    await sql`update staff_authenticators set last_step = 0`.execute(scene.books)
    const { text } = await ask({ target: '/office/staff' })
    const [, code = ''] = /the code is (\d{6}) now/.exec(text) ?? []
    return ask({ ...press, body: `${press.body}&code=${code}` })
  })
  lastCode = answer.catch(() => undefined)
  return answer
}

async function isSignedIn(): Promise<boolean> {
  return (await ask({ target: '/office' })).status === 200
}
