import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openHouse, type House } from '#e2e/support/own-house.ts'
import type { Running } from '#e2e/support/processes.ts'
import { formIn, openBrowser, type Page, type Traveller } from '#e2e/support/traveller.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { createSandboxProvider } from '#modules/payments/providers/sandbox.server.ts'
import { operator } from '#operator'
import { visitorKey } from '#platform/requests/session.server.ts'
import { listDescendants } from '#test/fixtures/process-table.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * Site, database and bank cannot write files any more, as on a full disk. The test limits the size
 * of their files, since mounting a small disk needs root. Then there is room again.
 */

const CLEAN = [200, 303, 422, 503]

let house: House
let site: Running
let bankUrl = ''
/** Visitors who were told that their seats are held. */
const acknowledged: string[] = []

beforeAll(async () => {
  house = await openHouse()
  site = await house.startSite()
})

afterAll(() => house.close())

test('a full disk: no visitor is told of a hold that does not exist, and no card is charged', async () => {
  const first = openBrowser(site.url)
  const cardForm = await reachCardForm(first)
  bankUrl = new URL(cardForm.url).origin
  await first.payAtBank(cardForm.url)
  const waiting = openBrowser(site.url)
  const waitingForm = await reachCardForm(waiting)
  const chosen = await choose(openBrowser(site.url))

  limitFiles('1')
  const refused = await until('somebody hears of it', async () => {
    const page = await hold(chosen)
    expect(CLEAN).toContain(page.status)
    return page.status === 503 ? page : undefined
  })
  expect(refused.html).toContain(operator.phone)
  for (let visitor = 0; visitor < 5; visitor++) expect(CLEAN).toContain((await hold(chosen)).status)
  const unpaid = await waiting.payAtBank(waitingForm.url).catch(() => undefined)
  expect(unpaid?.url ?? '').not.toContain('/payment/success/')

  limitFiles('unlimited')
})

test('with room again, everything continues without help, and every confirmation given is true', async () => {
  const browser = openBrowser(site.url)
  const cardForm = await until('seats are sold again', () =>
    reachCardForm(browser).catch(() => undefined),
  )
  const page = await browser.payAtBank(cardForm.url)
  expect(page.html).toContain('/tickets/')

  const books = house.books()
  const holders = await books
    .selectFrom('orders')
    .innerJoin('bookings', 'bookings.orderId', 'orders.orderId')
    .innerJoin('seatHolds', 'seatHolds.bookingId', 'bookings.bookingId')
    .select('visitor')
    .execute()
  expect(holders.map(({ visitor }) => visitor)).toEqual(expect.arrayContaining(acknowledged))
  const bank = createSandboxProvider({ url: bankUrl, key: house.bankKey(), secret: '' })
  const breaches = await checkInvariants(books, { now: Temporal.Now.instant(), bank })
  await books.destroy()
  expect(breaches).toEqual([])
})

/**
 * Applies to the site and its child processes, and those that they start later inherit it. One that was
 * started meanwhile has what its parent had then, so they are listed until none is new.
 */
function limitFiles(bytes: string): void {
  const limited = new Set<number>()
  for (;;) {
    const fresh = listAll().filter((pid) => !limited.has(pid))
    if (fresh.length === 0) return
    for (const pid of fresh) limited.add(pid)
    for (const pid of fresh) limitFilesOf(pid, bytes)
  }
}

/** Parents before their children. */
function listAll(): number[] {
  const roots = [site.process.pid ?? 0, house.findPostmaster()?.pid ?? 0].filter(Boolean)
  return [...new Set([...roots, ...roots.flatMap(listDescendants).map(({ pid }) => pid)])]
}

function limitFilesOf(pid: number, bytes: string): void {
  // Only the user that runs a process may limit it; even root in a container may not.
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
  if (!owner) return
  const { uid, gid } = owner
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { uid, gid })
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error
  }
}

function choose(browser: Traveller): Promise<Page> {
  const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days: 7 }).toString()
  return browser.chooseRide({ from: 'NIC', to: 'LCA', adults: '1', date })
}

async function reachCardForm(browser: Traveller): Promise<Page> {
  await browser.addToCart(await choose(browser))
  const page = await browser.checkOut()
  if (page.url.startsWith(site.url)) throw new Error(`not at the bank: ${page.status} ${page.url}`)
  return page
}

/** A new visitor takes a seat; a redirect to the cart acknowledges the hold. */
async function hold({ url, html }: Page): Promise<Page> {
  const browser = openBrowser(site.url)
  const body = new URLSearchParams(formIn(html, 'from-stop'))
  const response = await browser.ask(url, { method: 'POST', body })
  const [secret] = browser.cookies.values()
  if (response.status === 303 && secret) acknowledged.push(visitorKey(secret))
  const { status, headers } = response
  return { status, url, headers, html: await response.text() }
}
