import { afterAll, beforeAll, expect, test } from 'vitest'

import { openHouse, type House } from '#e2e/support/own-house.ts'
import { stop, type Running } from '#e2e/support/processes.ts'
import { CONTACT, formIn, openBrowser, type Page } from '#e2e/support/traveller.ts'
import { visitorKey } from '#platform/requests/session.server.ts'
import { listDescendants, stillRunning } from '#test/fixtures/process-table.ts'
import { until, untilFree } from '#test/fixtures/until.ts'

/* One story in a folder that starts empty: faults of an operator's machine. */

const BUYERS = 6
/** The number of sales before the kill, and again after it. */
const SALES = 10
/** A request must get its response within 8 seconds, whatever happens. */
const MAX_ANSWER_MILLISECONDS = 8500
const CLEAN = [200, 303, 422, 503]

let house: House
let first: Running
let second: Running
/** The keys of the visitors who were told that their seats are held. */
const acknowledged: string[] = []

beforeAll(async () => {
  house = await openHouse()
})

afterAll(() => house.close())

test('two starts at once in an empty folder create one database, and both serve requests', async () => {
  const [one, other] = await Promise.all([house.startSite(), house.startSite()])
  for (const site of [one, other]) expect(await statusOf(site)).toBe(200)
  const database = house.findPostmaster()?.pid
  const isStarter = listDescendants(pidOf(one)).some(({ pid }) => pid === database)
  ;[first, second] = isStarter ? [one, other] : [other, one]
})

test('the process that started the database is stopped: the other continues without help', async () => {
  const children = listDescendants(pidOf(first)).map(({ pid }) => pid)
  expect(children.length).toBeGreaterThan(0)
  await stop(first)
  expect(stillRunning(children)).toEqual([])

  const page = await until('the site is back', () => chooseRide(second).catch(() => undefined))
  expect(await hold(second, page)).toBe(303)
  expect(await listHolders()).toEqual(acknowledged)
})

test('kill -9 of the site, then a start: nothing is lost, and no manual work is needed', async () => {
  await stop(second, 'SIGKILL')
  second = await house.startSite()
  expect(await listHolders()).toEqual(acknowledged)
  expect(await statusOf(second)).toBe(200)
})

test('the database is killed under load: it restarts, and every acknowledged hold exists', async () => {
  const page = await chooseRide(second)
  const answers: { status: number; milliseconds: number }[] = []
  const over = new AbortController()
  const buyers = Array.from({ length: BUYERS }, async () => {
    while (!over.signal.aborted) {
      const started = performance.now()
      const status = await hold(second, page)
      answers.push({ status, milliseconds: performance.now() - started })
    }
  })
  await until('some have seats', () => acknowledged.length >= SALES)
  const killed = house.findPostmaster()?.pid ?? 0
  process.kill(killed, 'SIGKILL')
  await until('a visitor hears of it', () => answers.some(({ status }) => status === 503))
  const before = acknowledged.length
  await until('seats are sold again', () => acknowledged.length >= before + SALES)
  over.abort()
  await Promise.all(buyers)

  expect(house.findPostmaster()?.pid).not.toBe(killed)
  expect(answers.filter(({ status }) => !CLEAN.includes(status))).toEqual([])
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  expect(slowest).toBeLessThan(MAX_ANSWER_MILLISECONDS)
  expect(await listHolders()).toEqual(expect.arrayContaining(acknowledged))
})

test('Ctrl-C leaves no process behind, not even one of an earlier, killed start', async () => {
  const children = listDescendants(pidOf(second)).map(({ pid }) => pid)
  const database = house.findPostmaster()?.pid ?? 0
  await stop(second, 'SIGINT')
  expect(stillRunning([...children, database])).toEqual([])
  expect(second.process.exitCode).toBe(0)
})

function pidOf({ process: child }: Running): number {
  return child.pid ?? 0
}

async function statusOf(site: Running): Promise<number> {
  return (await untilFree(() => openBrowser(site.url).visit('/'))).status
}

function chooseRide(site: Running): Promise<Page> {
  const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days: 7 }).toString()
  return openBrowser(site.url).chooseRide({ from: 'NIC', to: 'LCA', adults: '1', date })
}

/** A new visitor takes a seat; a redirect to the cart acknowledges the hold. */
async function hold(site: Running, page: Page): Promise<number> {
  const browser = openBrowser(site.url)
  // Without a contact they could hold half of the bus.
  const body = new URLSearchParams({ ...formIn(page.html, 'from-stop'), ...CONTACT })
  const { status } = await browser.ask(page.url, { method: 'POST', body })
  const [secret] = browser.cookies.values()
  if (status === 303 && secret) acknowledged.push(visitorKey(secret))
  return status
}

async function listHolders(): Promise<string[]> {
  const books = house.books()
  const rows = await books
    .selectFrom('orders')
    .innerJoin('bookings', 'bookings.orderId', 'orders.orderId')
    .innerJoin('seatHolds', 'seatHolds.bookingId', 'bookings.bookingId')
    .select('visitor')
    .execute()
  await books.destroy()
  return rows.map(({ visitor }) => visitor)
}
