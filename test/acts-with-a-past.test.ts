import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { OFFICE, type Entry, type OfficePattern } from '#app/permissions.ts'
import { keepFirstEdition } from '#modules/company/company-editions.server.ts'
import { makeDraft } from '#modules/gtfs/draft/drafts.server.ts'
import { previewDraft } from '#modules/gtfs/draft/preview-draft.server.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { findFeedFile } from '#modules/gtfs/write/keep-feed.server.ts'
import { beginFareDraft, saveFareDraft } from '#modules/pricing/fare-drafts.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { dateInCyprus, TIME_ZONE } from '#platform/time.ts'
import { findGlued } from '#test/fixtures/glued-words.ts'
import { addStaff, giveCodes } from '#test/fixtures/office.ts'
import { openSite } from '#test/fixtures/open-site.ts'

import { openDemonstrationBank, type DemonstrationBank } from '../demonstration/bank.ts'
import { foundCompany } from '../demonstration/found-company.ts'

/*
 * The office of a company that has lived for four weeks, where every bus has vehicles, duties, counts and
 * entries in the audit. The owner opens its pages, from one link to the next, and presses each act of
 * permissions.ts once on each kind of page that offers it. It is done, or refused for the reason that is
 * written here; a clean world hides acts that no row with a past allows.
 */

const HERE = 'http://localhost:3000'
const BOOKINGS_A_DAY = 2
/** Pages of one kind that are read: enough to meet each state of a departure. */
const PAGES_OF_A_KIND = 8
/** So many of these are tried for one act, since an earlier act may have removed its form. */
const TRIES = 3
const PATTERNS = Object.keys(OFFICE) as OfficePattern[]

const folder = mkdtempSync(join(tmpdir(), 'acts-'))
const until = now()
  .toZonedDateTimeISO(TIME_ZONE)
  .add({ days: 1 })
  .with({ hour: 11, minute: 0, second: 0, millisecond: 0 })
  .toInstant()
let bank: DemonstrationBank
let ask: (request: Request) => Promise<Response>
let cookie: string
let codeOf: () => Promise<string>

beforeAll(async () => {
  shiftClock({ milliseconds: until.epochMilliseconds - now().epochMilliseconds })
  await loadSeed(until)
  bank = await openDemonstrationBank(join(folder, 'sandbox-bank.sqlite'))
  await foundCompany({ bank, until, bookingsADay: BOOKINGS_A_DAY, pace: 0 })
  ask = await openSite()
  const owner = await addStaff('owner')
  cookie = owner.browser.cookie
  await keepFirstEdition(now())
  await prepareTimetable(owner.staffId)
  codeOf = await giveCodes(owner)
})
afterAll(async () => {
  await bank.stop()
  rmSync(folder, { recursive: true })
})

async function prepareTimetable(staffId: string): Promise<void> {
  const { feed } = (await findFeedFile())!
  const by = { kind: 'staff', staffId } as const
  const made = await makeDraft({ name: 'Next winter', feed, by, now: now() })
  if (made.ok) await previewDraft(made.draftId, now())
  await beginFares(by)
}

/** One fare is to rise, so that there is something to publish. */
async function beginFares(by: { kind: 'staff'; staffId: string }): Promise<void> {
  const begun = await beginFareDraft({ begins: dateInCyprus(now()), by, now: now() })
  const draftId = begun.ok ? begun.draftId : ''
  const pair = { fromStopId: 'NIC', toStopId: 'LCA', passengerCategory: 'adult' } as const
  await saveFareDraft({ draftId, wishes: [{ ...pair, fareCents: 950 }], by, now: now() })
}

type Field = { tag: string; attributes: Record<string, string>; inside: string }
type Form = { pages: string[]; from: OfficePattern; to: OfficePattern; intent: string }

/** States that this company is in at no hour, or only at some. */
const NOT_MET = new Set([
  '/office acknowledge',
  '/office confirm',
  '/office refuse',
  '/office/me end-others',
  '/office/departures/new add',
  '/office/departures/:id free',
  '/office/departures/:id open-sale',
  '/office/departures/:id remove-extra',
  '/office/departures/:id reopen-boarding',
  '/office/departures/:id revive',
  '/office/departures/:id run-anyway',
  '/office/differences retime',
  '/office/incidents/new cancel-many',
  '/office/incidents/new change-stop',
  '/office/incidents/new late-many',
  '/office/incidents/:id take',
  '/office/incidents/:id called',
  '/office/incidents/:id ask',
  '/office/incidents/:id reopen',
  '/office/duties/:id assign',
  '/office/boarding late',
  '/office/boarding left',
  '/office/phones block',
  '/office/phones unblock',
  '/office/phones settle',
  '/office/bookings/:reference extend',
  '/office/bookings/:reference/cancel cancel',
  '/office/bookings/:reference/cancel overrule',
  '/office/bookings/:reference/journeys/:place/change change',
  '/office/bookings/:reference/journeys/:place/change next-bus',
  '/office/bookings/:reference/journeys/:place/change overrule',
  '/office/bookings/:reference/refund refund',
  '/office/sell again',
  '/office/till pay-in',
  '/office/till pay-out',
  '/office/till pay-refund',
  '/office/till refund-in-cash',
  '/office/till close',
  '/office/money/payments/:id ask',
  '/office/money/payments/:id accept',
  '/office/money/payments/:id dispute-won',
  '/office/money/payments/:id dispute-lost',
  '/office/money/refunds/:id retry',
  '/office/money/refunds/:id paid-otherwise',
  '/office/money/refunds/:id paid-in-portal',
  '/office/enquiries/:reference reopen',
  '/office/enquiries/:reference unlink',
  '/office/fares restore',
  '/office/company save',
  '/office/company restore',
  '/office/timetable restore',
  '/office/timetable/:id unschedule',
  '/office/staff/:id resume',
  '/office/staff/:id end-sessions',
  '/office/staff/:id resend',
  '/office/staff/:id stop-reset',
])
/** The daily work, which this company can always do. */
const ALWAYS_DONE = [
  '/office → /office/departures/:id late',
  '/office/departures/:id bay',
  '/office/departures/:id message',
  '/office/bookings/:reference note',
  '/office/bookings/:reference resend',
  '/office/duties add',
  '/office/till open',
  '/office/checks check',
  '/office/drivers/:id absent',
  '/office/notices/:id save',
  '/office/staff/:id roles',
]
/** Nobody but the owner is there, so nobody has changed anything since a page was opened. */
const UNTRUE = /look at it again|changed (this|it) /i

test('every act is done in a company with a past, or refused with a reason that is true', async () => {
  const forms = await findForms()
  const outcomes: Record<string, string> = {}
  for (const form of forms) {
    const name = `${form.from === form.to ? '' : `${form.from} → `}${form.to} ${form.intent}`
    outcomes[name] = await press(form)
  }
  expect(Object.entries(outcomes).filter(([, outcome]) => !isTrue(outcome))).toEqual([])
  expect(ALWAYS_DONE.map((name) => [name, outcomes[name]])).toEqual(
    ALWAYS_DONE.map((name) => [name, 'done']),
  )
  const met = new Set(forms.map(({ to, intent }) => `${to} ${intent}`))
  const all = PATTERNS.flatMap((pattern) =>
    Object.keys((OFFICE[pattern] as Entry).acts ?? {}).map((intent) => `${pattern} ${intent}`),
  )
  expect(all.filter((act) => !met.has(act) && !NOT_MET.has(act))).toEqual([])
})

function isTrue(outcome: string): boolean {
  return /^(done|shown first|gone|422: .+)$/.test(outcome) && !UNTRUE.test(outcome)
}

/** The forms of each act on each kind of page; those about the owner's own session come last. */
async function findForms(): Promise<Form[]> {
  const found = new Map<string, Form>()
  const sale = new URLSearchParams({ from: 'LCA', to: 'NIC', date: tomorrow() })
  const waiting = PATTERNS.filter((pattern) => !pattern.includes(':')).map(String)
  waiting.push(`/office/sell?${sale}`)
  const known = new Set(waiting)
  const read = new Map<OfficePattern, number>()
  for (let page = waiting.shift(); page; page = waiting.shift()) {
    const from = patternOf(page)
    const count = (from && read.get(from)) ?? 0
    if (!from || NO_PAGE.test(from) || count >= PAGES_OF_A_KIND) continue
    read.set(from, count + 1)
    const html = await open(page)
    for (const { to, intent } of formsIn(html, page)) {
      const key = `${from} ${to} ${intent}`
      const form = found.get(key) ?? { pages: [], from, to, intent }
      found.set(key, { ...form, pages: [...form.pages, page].slice(0, TRIES) })
    }
    for (const path of [...linksIn(html, page), ...(await questionsIn(html, page))]) {
      if (!known.has(path)) waiting.push(path)
      known.add(path)
    }
  }
  const place = ({ to }: Form) => (to === '/office/me' ? 1 : 0)
  return [...found.values()].toSorted((one, other) => place(one) - place(other))
}

/** Files, data for a program, and what is outside the session. */
const NO_PAGE = /\.|:file|sync|login|invitation/

function linksIn(html: string, page: string): string[] {
  return [...html.matchAll(/href="([^"#]+)/g)].flatMap(([, link = '']) => {
    const address = new URL(decode(link), HERE + page)
    const isOurs = address.origin === HERE && address.pathname.startsWith('/office')
    return isOurs ? [address.pathname + address.search] : []
  })
}

/** The addresses to which forms lead that only ask: a search, or what is to be cancelled. */
async function questionsIn(html: string, page: string): Promise<string[]> {
  const asking = partsOf(html, page).filter(({ isAct, action }) => !isAct && patternOf(action))
  return Promise.all(
    asking.map(async ({ action, fields }) => {
      const [path = ''] = action.split('?')
      return `${path}?${await fillIn(fields)}`
    }),
  )
}

async function open(page: string): Promise<string> {
  const answer = await ask(new Request(HERE + page, { headers: { cookie } }))
  expect([page, answer.status]).toEqual([page, expect.toBeOneOf([200, 303, 404])])
  const html = await answer.text()
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (isPage) expect([page, findGlued(html)]).toEqual([page, []])
  return html
}

/** Opens the page again, fills its form in and sends it; the result in a word, or the refusal. */
async function press({ pages, to, intent }: Form): Promise<string> {
  for (const page of pages) {
    const form = formsIn(await open(page), page).find(
      (one) => one.to === to && one.intent === intent,
    )
    if (!form) continue
    const body = await fillIn(form.fields)
    body.set('intent', intent)
    const request = new Request(HERE + form.action, { method: 'POST', headers: { cookie }, body })
    const answer = await ask(request)
    if (answer.status === 303) return 'done'
    if (answer.status === 200) return 'shown first'
    return `${answer.status}: ${refusalsIn(await answer.text()).join(' ')}`
  }
  return 'gone'
}

function refusalsIn(html: string): string[] {
  return [...html.matchAll(/class="error-summary[\s\S]*?<\/ul>/g)].flatMap(([list]) =>
    [...list.matchAll(/<a [^>]*>([^<]*)/g)].map(([, sentence = '']) => decode(sentence)),
  )
}

/** The acts of a page that permissions.ts knows. */
function formsIn(html: string, page: string) {
  return partsOf(html, page).flatMap(({ isAct, action, fields }) => {
    const to = patternOf(action)
    if (!isAct || !to || to === '/office/login') return []
    const intents = fields.filter(({ attributes: { name } }) => name === 'intent')
    return intents.map(({ attributes }) => {
      return { to, intent: attributes['value'] ?? '', action, fields }
    })
  })
}

function partsOf(html: string, page: string) {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
  return forms.map(([, head = '', inside = '']) => {
    const attributes = attributesOf(head)
    const { pathname, search } = new URL(attributes['action'] ?? page, HERE + page)
    const isAct = attributes['method'] === 'post'
    const fields = fieldsIn(inside)
    const { id } = attributes
    if (id) fields.push(...fieldsIn(html).filter(({ attributes: { form } }) => form === id))
    return { isAct, action: pathname + search, fields }
  })
}

function fieldsIn(form: string): Field[] {
  const inputs = /<(input|button)\b([^>]*)>|<(select|textarea)\b([^>]*)>([\s\S]*?)<\/\3>/g
  return [...form.matchAll(inputs)].map(([, short, shortHead, long, longHead, inside = '']) => ({
    tag: short ?? long ?? '',
    attributes: attributesOf(shortHead ?? longHead ?? ''),
    inside,
  }))
}

/** As a person would: what is there stays, and what is empty gets something of its kind. */
async function fillIn(fields: Field[]): Promise<URLSearchParams> {
  const body = new URLSearchParams()
  for (const { tag, attributes, inside } of fields) {
    const { name = '', type = 'text', value = '' } = attributes
    if (!name || 'disabled' in attributes || name === 'intent' || name === 'assertion') continue
    if (tag === 'button' && body.has(name)) continue
    if (type === 'checkbox' && !('checked' in attributes)) continue
    if (type === 'radio' && body.has(name)) {
      if ('checked' in attributes ? body.get(name) !== 'all' : value === 'all')
        body.set(name, value)
      continue
    }
    if (tag === 'select') body.append(name, chosenIn(inside))
    else if (tag === 'textarea') body.append(name, decode(inside).trim() || SENTENCE)
    else if (name === 'code') body.append(name, await codeOf())
    else body.append(name, value || typed(name, type, attributes))
  }
  return body
}

const SENTENCE = 'Said on the telephone this morning'

function typed(name: string, type: string, { inputmode }: Field['attributes']): string {
  if (type === 'hidden' || type === 'submit') return ''
  if (type === 'date') return tomorrow()
  if (type === 'datetime-local') return `${tomorrow()}T10:00`
  if (type === 'time') return '10:00'
  if (type === 'email' || name.includes('email')) return 'new.colleague@example.com'
  if (type === 'tel' || name.includes('phone')) return '99123456'
  if (type === 'number' || inputmode === 'numeric' || inputmode === 'decimal') return '1'
  return SENTENCE
}

function tomorrow(): string {
  return dateInCyprus(now()).add({ days: 1 }).toString()
}

function chosenIn(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, head = '']) => attributesOf(head))
  const enabled = all.filter((one) => !('disabled' in one))
  const chosen = enabled.find((one) => 'selected' in one && one['value'])
  return (chosen ?? enabled.find((one) => one['value']) ?? {})['value'] ?? ''
}

function attributesOf(head: string): Record<string, string> {
  return Object.fromEntries(
    [...head.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  )
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** The page of an address; one without ids before those with them. */
function patternOf(address: string): OfficePattern | undefined {
  const [path = ''] = address.split('?')
  if (PATTERNS.includes(path as OfficePattern)) return path as OfficePattern
  return PATTERNS.find((pattern) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
}
