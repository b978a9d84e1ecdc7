import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { answerSearch } from '#app/entry.server.tsx'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { addNotice } from '#modules/notices/notices.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { LOCALES, localePath } from '#platform/locale.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { takePlaces } from '#test/fixtures/sample-timetable.server.ts'

vi.mock('./rest.css?url', () => ({ default: '/assets/rest.css' }))

/* Searches without the router beside the same ones made by it, on the demonstration timetable. */

const DAY = 'from=NIC&to=LCA&date=2026-11-21'
const RETURN = `${DAY}&trip=return&return-date=2026-11-22`
const SEARCHES = [
  DAY,
  `${DAY}&adults=2&children=1&wheelchairs=1`,
  `${DAY}&time=20:00`,
  `${DAY}&departure=08:30`,
  RETURN,
  `${RETURN}&departure=08:30&adults=3`,
  'from=FAMAGUSTA&to=LCA&date=2026-11-21',
  'from=LCA&to=LCA',
  'from=PFO&to=NIC&date=2026-11-21',
  'from=larnaka&to=Λευκωσία',
  'from=NIC',
  'from=a%20b&to=%22%3E%3Cscript%3E',
  `${DAY}&adults=60`,
  'from=NIC&to=LCA&date=yesterday&adults=x',
  'from=NIC&to=LCA&date=2020-01-01',
  'from=NIC&to=LCA&date=2029-01-01',
  'from=NIC&to=LCA&date=2027-03-28',
  RETURN.replace('11-22', '11-20'),
  `${DAY}&departure=00000000-0000-4000-8000-000000000000`,
]

let route: (request: Request) => Promise<Response>

afterAll(() => vi.unstubAllEnvs())
beforeAll(async () => {
  vi.stubEnv('DEV', false) // during development every page runs the router's script
  vi.stubEnv('PROD', true)
  const friday = Temporal.Instant.from('2026-11-20T08:05:00Z')
  shiftClock(now().until(friday))
  await loadSeed(now())
  route = await openSite()
  await fillBuses()
})

test.each(LOCALES)('a search is the page of the router, byte for byte (%s)', async (locale) => {
  await learn(locale)
  for (const query of SEARCHES) {
    const { ours, routers } = await both(localePath(locale, `/book-now?${query}`))
    expect({ query, ...ours }).toEqual({ query, ...routers })
  }
})

test('a notice and a new year are in the frame at once', async () => {
  const words = { en: 'Strike <today>', el: 'Απεργία' }
  const content = { place: 'every-page', routeId: null, stopId: null, tone: 'warning' } as const
  const when = { from: now(), until: null }
  await addNotice({
    content: { ...content, ...when, words },
    publishes: true,
    by: ADMIN,
    now: now(),
  })
  const address = `/book-now?${DAY}`
  expect(await alone(address)).toBeUndefined()
  await learn('en')
  const noticed = await both(address)
  expect(noticed.ours).toEqual(noticed.routers)
  expect(noticed.ours?.text).toContain('Strike &lt;today&gt;')

  shiftClock({ hours: 24 * 60 })
  expect(await alone(address)).toBeUndefined()
  await learn('en')
  const { ours, routers } = await both(address)
  expect(ours).toEqual(routers)
  expect(ours?.text).toContain('2025–2027')
})

test.each(LOCALES)('a page of the router is read by the rules of today (%s)', async (locale) => {
  for (const path of ['/book-now', '/cart', '/nowhere']) {
    const html = await (
      await route(new Request(`http://localhost:3000${localePath(locale, path)}`))
    ).text()
    expect(html).toMatch(/^<!DOCTYPE html><html lang="[a-z]+">/)
    expect(html).toMatch(/<\/html>$/)
  }
})

test('all but a plain search is left to the router', async () => {
  await learn('en')
  const others = [
    '/book-now',
    '/Book-Now?from=NIC',
    '/cart?from=NIC',
    `/book-now?${DAY}&language=el`,
  ]
  for (const address of others) expect(await alone(address)).toBeUndefined()
  for (const method of ['HEAD', 'POST']) {
    expect(await alone(`/book-now?${DAY}`, method)).toBeUndefined()
  }
})

async function both(address: string) {
  return { ours: await alone(address), routers: await visit(address) }
}

/** The ids that React makes follow from an element's place in what is rendered at once. */
function withoutIds(html: string): string {
  return html.replaceAll(/_R_\w+_/g, '_R_')
}

/** The first search is made by the router. */
async function learn(locale: (typeof LOCALES)[number]): Promise<void> {
  await visit(localePath(locale, '/book-now?from=LCA&to=NIC'))
}

async function visit(address: string) {
  return readAnswer(await underRequestId('here', () => route(requestOf(address))))
}

async function alone(address: string, method = 'GET') {
  const answer = await underRequestId('here', () => answerSearch(requestOf(address, method)))
  return answer && readAnswer(answer)
}

function requestOf(address: string, method = 'GET'): Request {
  return new Request(`http://localhost:3000${address}`, { method })
}

async function readAnswer(answer: Response) {
  return { headers: [...answer.headers], text: withoutIds(await answer.text()) }
}

/** So that a row names the seats that are left, and another none. */
async function fillBuses(): Promise<void> {
  const { text } = await visit(`/book-now?${DAY}`)
  const departures = [...text.matchAll(/departure=([\da-f-]{36})/g)].slice(4, 6)
  for (const [place, [, departureId = '']] of departures.entries()) {
    await takePlaces({ departureId, seats: 48 + 2 * place })
  }
}
