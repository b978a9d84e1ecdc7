import { afterAll, beforeAll, expect, test } from 'vitest'

import { countSeats, isSettled, listBreaches } from '#e2e/support/books.ts'
import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { CONTACT, formIn, openBrowser, type Fields } from '#e2e/support/traveller.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'

/* I1 under load: 500 buyers want one bus of 50 seats, through two app processes. */

const BUYERS = 500
const SEATS = 50
const AT_ONCE = 12
const ORDERED = { intent: 'pay', terms: 'yes' }
const SOLD_OUT = /The last seat on the [\d:]+ departure has just been taken/
/** Shown to a visitor who has given a contact. */
const FULL = /This departure is sold out\. Please choose another/

let company: Company
let sites: [Running, Running]
let books: Database

beforeAll(async () => {
  company = await startCompany()
  sites = await Promise.all([company.startSite(), company.startSite()])
  books = connect(company.databaseUrl, { patient: true })
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
})

test('500 buyers for 50 seats: 50 get a ticket, and 450 are told that the bus is sold out', async () => {
  const bus = await findBus('2026-12-10')
  const outcomes = await inParallel(BUYERS, AT_ONCE, (buyer) => buy(buyer, bus))

  expect(countEach(outcomes)).toEqual({ '200 ticket': SEATS, '200 sold out': BUYERS - SEATS })
  await until('every payment has its end', () => isSettled(books))
  expect(await countSeats(books, bus.departureId)).toEqual({ sold: SEATS, held: 0 })
  expect(await listBreaches(company, books)).toEqual([])
})

test('500 visitors who only fill a cart: 50 hold a seat', async () => {
  const bus = await findBus('2026-12-11')
  const outcomes = await inParallel(
    BUYERS,
    AT_ONCE,
    // Without a contact they could hold half of the bus.
    async (buyer) => (await hold(buyer, bus, CONTACT)).outcome,
  )

  expect(countEach(outcomes)).toEqual({ '303 held': SEATS, '422 sold out': BUYERS - SEATS })
  expect(await countSeats(books, bus.departureId)).toEqual({ sold: 0, held: SEATS })
  expect(await listBreaches(company, books)).toEqual([])
})

type Bus = { departureId: string; path: string; form: Fields }

/** The first bus of a day, with 50 seats, and its booking form. */
async function findBus(date: string): Promise<Bus> {
  const search = { from: 'NIC', to: 'LCA', adults: '1', date }
  const { url, html } = await openBrowser(sites[0].url).chooseRide(search)
  const form = formIn(html, 'from-stop')
  const departureId = form.departure ?? ''
  await books
    .updateTable('departures')
    .set({ seats: SEATS })
    .where('departureId', '=', departureId)
    .execute()
  const { pathname, search: query } = new URL(url)
  return { departureId, path: pathname + query, form }
}

async function hold(buyer: number, bus: Bus, contact?: Fields) {
  const browser = openBrowser(sites[buyer % 2]?.url ?? '')
  const body = new URLSearchParams({ ...bus.form, ...contact })
  const response = await retryWhileBusy(() =>
    browser.ask(browser.site + bus.path, { method: 'POST', body }),
  )
  const location = response.headers.get('Location')
  if (location?.endsWith('/cart')) return { browser, isHeld: true, outcome: '303 held' }
  const told = location ? await retryWhileBusy(() => browser.visit(location)) : undefined
  const html = told ? told.html : await response.text()
  const said = (contact ? FULL : SOLD_OUT).test(html) ? 'sold out' : 'something else'
  return { browser, isHeld: false, outcome: `${(told ?? response).status} ${said}` }
}

/** From the choice to the ticket, through one of the two processes. */
async function buy(buyer: number, bus: Bus): Promise<string> {
  const { browser, isHeld, outcome } = await hold(buyer, bus)
  if (!isHeld) return outcome

  const cardForm = await retryWhileBusy(() =>
    browser.submit(`${browser.site}/cart`, { ...CONTACT, ...ORDERED }),
  )
  if (!cardForm.url.startsWith(company.bank.url)) return `${cardForm.status} no card form`
  const { status, url, html } = await browser.payAtBank(cardForm.url)
  const hasTicket = url.includes('/payment/success/') && html.includes('/tickets/')
  return `${status} ${hasTicket ? 'ticket' : 'no ticket'}`
}

const MAX_TRIES = 6

/** Repeats a request while the site is too busy to take it; a refused request has no effect. */
async function retryWhileBusy<Answer extends { status: number }>(ask: () => Promise<Answer>) {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.status !== 503 || tries === MAX_TRIES) return answer
  }
}

function countEach(outcomes: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(outcomes, (outcome) => outcome)
  return Object.fromEntries([...groups].map(([outcome, { length }]) => [outcome, length]))
}

/** Runs this many tasks, a limited number of them at a time. */
async function inParallel<Result>(
  runs: number,
  atOnce: number,
  run: (place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lanes = Array.from({ length: atOnce }, async () => {
    while (next < runs) results.push(await run(next++))
  })
  await Promise.all(lanes)
  return results
}
