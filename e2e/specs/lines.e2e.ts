import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { isSettled, listBreaches } from '#e2e/support/books.ts'
import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { openBrowser, type Page } from '#e2e/support/traveller.ts'
import { operator } from '#operator'
import { connect, type Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'
import { openMailServer, type MailServer } from '#test/simulation/mail-server.ts'
import { openWire, wireToDatabase, type Trouble, type Wire } from '#test/simulation/wire.ts'

/*
 * The connections from the site to its database, its bank and its mail server refuse, fall silent,
 * and recover. No request takes longer than 8 seconds, an error page shows the telephone number,
 * nothing is charged, and no manual work is needed.
 */

const MAX_ANSWER_MILLISECONDS = 8500
const SEARCH = { from: 'NIC', to: 'LCA', adults: '1', date: '2026-12-10' }
/** Pages that are the same for all visitors come from the cache. */
const FROM_MEMORY = ['/', '/timetables']

let company: Company
let site: Running
let books: Database
let database: Wire & { url: string }
let post: Wire
let mailServer: MailServer

beforeAll(async () => {
  company = await startCompany()
  books = connect(company.databaseUrl, { patient: true })
  database = await wireToDatabase(company.databaseUrl)
  mailServer = await openMailServer()
  post = await openWire({ host: '127.0.0.1', port: Number(new URL(mailServer.url).port) })
  site = await company.startSite({
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    JOB_SECONDS: '5',
  })
  for (const path of FROM_MEMORY) await openBrowser(site.url).visit(path)
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
  await Promise.all([database.stop(), post.stop()])
  await mailServer.stop()
})

afterEach(() => database.is('none'))

test('the mail server is silent: the ticket is on the page all the same', async () => {
  post.is('is-silent')
  expect((await buy()).html).toContain('/tickets/')
})

test.each<Trouble>(['refuses', 'is-silent'])('a database whose connection %s', async (trouble) => {
  const browser = openBrowser(site.url)
  const chosen = await browser.chooseRide(SEARCH)
  await browser.addToCart(chosen)
  const before = await countPayments()

  database.is(trouble)
  const otherDay = new URLSearchParams({ ...SEARCH, date: '2026-12-16' })
  const asked = [
    () => openBrowser(site.url).visit(`/book-now?${otherDay}`),
    () => openBrowser(site.url).addToCart(chosen),
    () => browser.visit('/cart'),
    () => browser.submit(`${site.url}/cart`, { intent: 'pay', terms: 'yes' }),
  ]
  const answers = await Promise.all(asked.map(timed))
  for (const { page, milliseconds } of answers) {
    expect(page.status).toBe(503)
    expect(page.html).toContain(operator.phone)
    expect(milliseconds).toBeLessThan(MAX_ANSWER_MILLISECONDS)
  }
  for (const path of FROM_MEMORY) expect((await browser.visit(path)).status).toBe(200)

  database.is('none')
  expect(await countPayments()).toBe(before)
  const cardForm = await until('the site is back', async () => {
    const page = await browser.checkOut().catch(() => undefined)
    return page?.url.startsWith(company.bank.url) ? page : undefined
  })
  expect((await browser.payAtBank(cardForm.url)).html).toContain('/tickets/')
})

test('many who ask a search that was kept a moment ago are all told in time that the database is silent', async () => {
  const search = `/book-now?${new URLSearchParams({ ...SEARCH, date: '2026-12-17' })}`
  const ask = () => timed(() => openBrowser(site.url).visit(search))
  for (let times = 0; times < 3; times++) expect((await ask()).page.status).toBe(200)
  company.moveClock({ seconds: 3 }) // what was kept is no longer shown
  database.is('is-silent')
  const answers = await Promise.all(Array.from({ length: 40 }, ask))
  for (const { page, milliseconds } of answers) {
    expect(page.status).toBe(503)
    expect(page.html).toContain(operator.phone)
    expect(milliseconds).toBeLessThan(MAX_ANSWER_MILLISECONDS)
  }
})

test('a bank that takes half a minute: the visitor gets an error in time, and the button works later', async () => {
  const browser = openBrowser(site.url)
  await browser.addToCart(await browser.chooseRide(SEARCH))
  await company.control('/outage', { mode: 'timeout', calls: 1, for: 'open' })
  await company.control('/outage', { mode: 'timeout', calls: 1, for: 'fetch' })
  const { page, milliseconds } = await timed(() => browser.checkOut())
  expect([422, 503]).toContain(page.status)
  expect(page.html).toContain(operator.phone)
  expect(milliseconds).toBeLessThan(MAX_ANSWER_MILLISECONDS)

  for (const calls of ['open', 'fetch']) {
    await company.control('/outage', { mode: 'timeout', calls: 0, for: calls })
  }
  const cardForm = await browser.checkOut()
  expect((await browser.payAtBank(cardForm.url)).html).toContain('/tickets/')
})

test('afterwards every email arrives exactly once, and all invariants hold', async () => {
  post.is('none')
  await until('every mail is sent', async () => {
    const mails = await books.selectFrom('mails').select('state').execute()
    return mails.length > 0 && mails.every(({ state }) => state === 'sent')
  })
  const mails = await books.selectFrom('mails').select('mailId').execute()
  const arrived = mailServer.received.map(({ raw }) => idOf(raw.toString()))
  expect(new Set(arrived)).toEqual(new Set(mails.map(({ mailId }) => mailId)))
  expect(arrived).toHaveLength(mails.length)
  await until('every payment has its end', () => isSettled(books))
  expect(await listBreaches(company, books)).toEqual([])
})

async function buy(): Promise<Page> {
  const browser = openBrowser(site.url)
  await browser.addToCart(await browser.chooseRide(SEARCH))
  const cardForm = await browser.checkOut()
  return browser.payAtBank(cardForm.url)
}

function idOf(mail: string): string {
  return /^Message-ID: <([^@]+)/im.exec(mail)?.[1] ?? ''
}

async function timed(ask: () => Promise<Page>): Promise<{ page: Page; milliseconds: number }> {
  const started = performance.now()
  const page = await ask()
  return { page, milliseconds: performance.now() - started }
}

async function countPayments(): Promise<number> {
  return (await books.selectFrom('payments').select('paymentId').execute()).length
}
