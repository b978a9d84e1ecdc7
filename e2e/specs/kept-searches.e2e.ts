import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { CONTACT, formIn, openBrowser } from '#e2e/support/traveller.ts'
import { SALE_CLOSES_MINUTES } from '#modules/rules/rules.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { makeLarge } from '#test/fixtures/large-timetable.ts'

/*
 * Two processes of the site keep their searches apart. A change by either, or by another program, is
 * in the very next search at each.
 */

const SEARCH = '/book-now?from=NIC&to=LCA&date=2026-12-10'
const SOLD_OUT = 'Sold out'
/** A visitor with a password is never shown what is kept. */
const ALONE = { authorization: 'Basic YTpi' }

let company: Company
let sites: [Running, Running]
let books: Database
let departureId: string
let free: string

beforeAll(async () => {
  company = await startCompany()
  sites = await Promise.all([company.startSite(), company.startSite()])
  books = connect(company.databaseUrl, { patient: true })
  const { html } = await openBrowser(sites[0].url).chooseRide(CHOICE)
  departureId = formIn(html, 'from-stop').departure ?? ''
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
})

beforeEach(async () => {
  for (const site of [...sites, ...sites]) await ask(site) // the first answer of a process is not kept
  free = await ask(sites[1])
})

const CHOICE = { from: 'NIC', to: 'LCA', adults: '1', date: '2026-12-10' }

test('a full bus is shown as full by the other process at once, and as free when the hold ends', async () => {
  await changeBus({ seats: 2 })
  const almost = await ask(sites[1])
  const held = await hold(2)
  expect(held.headers.get('Location')).toMatch(/cart$/)
  expect(await ask(sites[1])).toContain(SOLD_OUT)
  expect(await listUntrue()).toEqual([])

  company.moveClock({ minutes: 60 })
  expect(await ask(sites[1])).toBe(almost)
  expect(await listUntrue()).toEqual([])
  await changeBus({ seats: 50 })
})

test('a bus that is sold stays full, whoever asks at the moment of its sale', async () => {
  await changeBus({ seats: 1 })
  expect(await listUntrue()).toEqual([])
  const asking = { isOver: false }
  const seen = watch(asking)
  const browser = openBrowser(sites[0].url)
  const { url, html } = await browser.chooseRide(CHOICE)
  await browser.submit(url, formIn(html, 'from-stop'))
  const since = performance.now()
  const cardForm = await browser.submit(`${browser.site}/cart`, {
    ...CONTACT,
    intent: 'pay',
    terms: 'yes',
  })
  const paid = await browser.payAtBank(cardForm.url)
  expect(paid.url).toContain('/payment/success/')
  asking.isOver = true

  const after = (await seen).filter(({ askedAt }) => askedAt > since)
  expect(after.length).toBeGreaterThan(0)
  expect(after.filter(({ isFull }) => !isFull)).toEqual([])
  await changeBus({ seats: 50 })
})

test('a capacity, a closed sale and a cancelled departure are shown by both processes at once', async () => {
  const closed = { closedAt: company.now(), closedBecause: 'by-hand' } as const
  const changes = [
    [{ seats: 1 }, { seats: 50 }],
    [closed, { closedAt: null, closedBecause: null }],
    [{ status: 'cancelled' }, { status: 'planned' }],
  ] as const
  for (const [change, undone] of changes) {
    await changeBus(change)
    expect(await ask(sites[1])).not.toBe(free)
    expect(await listUntrue()).toEqual([])
    await changeBus(undone)
    expect(await listUntrue()).toEqual([])
  }
})

test('a sale that closes and a bus that leaves are shown at their very moment', async () => {
  const { departsAt } = await books
    .selectFrom('departureStops')
    .select('departsAt')
    .where('departureId', '=', departureId)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  const before = company.now()
  for (const moment of [departsAt.subtract({ minutes: SALE_CLOSES_MINUTES }), departsAt]) {
    setClock(moment.subtract({ seconds: 30 }))
    expect(await listUntrue()).toEqual([])
    const open = await ask(sites[1])
    company.moveClock({ seconds: 31 })
    expect(await ask(sites[1])).not.toBe(open)
    expect(await listUntrue()).toEqual([])
  }
  setClock(before)
})

test('a notice of one process and an imported timetable are shown by the other at once', async () => {
  const noticeId = crypto.randomUUID()
  const madeAt = company.now()
  await books.transaction().execute(async (tx) => {
    const content = {
      place: 'every-page',
      tone: 'warning',
      fromAt: madeAt,
      state: 'published',
    } as const
    await tx
      .insertInto('notices')
      .values({ noticeId, ...content, madeAt, madeBy: 'test' })
      .execute()
    const words = (['en', 'el'] as const).map((locale) => ({ noticeId, locale, body: 'Snow!' }))
    await tx.insertInto('noticeWords').values(words).execute()
    await tx
      .updateTable('publicEditions')
      .set((row) => ({ edition: row('edition', '+', 1) }))
      .execute()
  })
  for (const site of sites) expect(await ask(site)).toContain('Snow!')
  const before = await ask(sites[1])

  await books
    .transaction()
    .execute((tx) => makeLarge(tx, company.now(), { stops: 40, runsADay: 2, days: 3 }))
  for (const site of sites) expect(await ask(site)).not.toBe(before)
  expect(await listUntrue()).toEqual([])
})

function setClock(moment: Temporal.Instant): void {
  company.moveClock(company.now().until(moment).round('millisecond'))
}

/** The processes that answer otherwise than when the page is made for one visitor alone. */
async function listUntrue(): Promise<string[]> {
  const untrue: string[] = []
  for (const site of sites) {
    const [shown, isNow] = [await ask(site), await ask(site, ALONE)]
    if (shown !== isNow) untrue.push(site.url)
  }
  return untrue
}

async function ask(site: Running, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(site.url + SEARCH, { headers })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** Asks the process that does not sell, again and again. */
async function watch(asking: { isOver: boolean }) {
  const seen: { askedAt: number; isFull: boolean }[] = []
  while (!asking.isOver) {
    const askedAt = performance.now()
    seen.push({ askedAt, isFull: (await ask(sites[1])).includes(SOLD_OUT) })
  }
  return seen
}

/** Takes seats through the first process. */
async function hold(adults: number): Promise<Response> {
  const browser = openBrowser(sites[0].url)
  const { url, html } = await browser.chooseRide({ ...CHOICE, adults: String(adults) })
  const { pathname, search } = new URL(url)
  const body = new URLSearchParams(formIn(html, 'from-stop'))
  return browser.ask(browser.site + pathname + search, { method: 'POST', body })
}

/** Writes what the office decides, as `decideDeparture` does. */
async function changeBus(change: {
  seats?: number
  status?: 'cancelled' | 'planned'
  closedAt?: Temporal.Instant | null
  closedBecause?: 'by-hand' | null
}): Promise<void> {
  await books.transaction().execute(async (tx) => {
    await tx.updateTable('departures').set(change).where('departureId', '=', departureId).execute()
    await tx
      .updateTable('publicEditions')
      .set((row) => ({ edition: row('edition', '+', 1) }))
      .execute()
  })
}
