import { afterAll, beforeAll, expect, test } from 'vitest'

import { isSettled, listBreaches } from '#e2e/support/books.ts'
import { openHouse } from '#e2e/support/own-house.ts'
import { startCompany, stop, type Company, type Running } from '#e2e/support/processes.ts'
import { openBrowser, type Traveller } from '#e2e/support/traveller.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * I9: `kill -9` of the programs in a sale that killed-steps leaves out: the webhook inbox, two
 * sites at once, the bank, and a site during its startup.
 */

let company: Company
let books: Database
let port: string
let site: Running
let bought = 0

beforeAll(async () => {
  company = await startCompany()
  books = connect(company.databaseUrl, { patient: true })
  site = await company.startSite({ JOB_SECONDS: '5' })
  port = new URL(site.url).port
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
})

/** The bank retries a callback until it gets a 200; no browser returns from its page. */
test.each(['notice:before-answer', 'notice:after-reading'])(
  'killed at %s: the unanswered or unread callback confirms the order later',
  async (crashPoint) => {
    const browser = openBrowser(site.url)
    const page = await reachBank(browser)
    // Only now: a callback of an earlier order, sent again, would kill the site on the way there.
    await reopen({ CRASH_AT: crashPoint })
    await browser.payByCard(page)
    await killed(site)
    await reopen()
    expect(await listFaults()).toEqual([])
  },
)

test('the jobs program is killed after sending an email: another one continues', async () => {
  await reopen({ JOBS: 'off' })
  const jobs = await company.startJobs({ JOB_SECONDS: '5', CRASH_AT: 'mail:after-sending' })
  const browser = openBrowser(site.url)
  await browser.payAtBank(await reachBank(browser))
  await killed(jobs)
  const other = await company.startJobs({ JOB_SECONDS: '5' })
  expect(await listFaults()).toEqual([])
  await stop(other)
})

test('two sites are killed while several buyers pay at both: all get their tickets', async () => {
  await reopen()
  const other = await company.startSite({ JOB_SECONDS: '5' })
  const browsers = [site, other, site, other].map(({ url }) => openBrowser(url))
  const pages = await Promise.all(browsers.map(reachBank))
  const [first, ...rest] = browsers.map((browser, place) => browser.payByCard(pages[place] ?? ''))
  await first
  await Promise.all([stop(site, 'SIGKILL'), stop(other, 'SIGKILL')])
  const addresses = await Promise.all([first, ...rest])
  await reopen()
  // Buyers of the other site use this one, as behind a proxy, and check their payment.
  const paths = addresses.map((address) => new URL(address ?? '').pathname)
  await Promise.all(paths.map((path) => openBrowser(site.url).visit(path)))
  expect(await listFaults(4)).toEqual([])
})

test('the bank is killed during a payment: it is asked again when it is back, and the order is paid once', async () => {
  await reopen()
  const browser = openBrowser(site.url)
  const paid = browser.payByCard(await reachBank(browser)).catch(() => undefined)
  await stop(company.bank, 'SIGKILL')
  const back = await paid
  const result = await browser.visit(back ?? '/')
  expect(result.status).toBe(200)
  await company.startBank()
  if (!back) await browser.payByCard((await browser.checkOut()).url)
  expect(await listFaults()).toEqual([])
})

const STARTING = ['start:while-migrating', 'start:before-granting', 'start:after-migrating']

test('a first start is killed during its migration, and again after it: the next start continues from there', async () => {
  const house = await openHouse()
  try {
    for (const crashPoint of STARTING) {
      const failed = house.startSite({ CRASH_AT: crashPoint })
      await expect(failed).rejects.toThrow('server.ts ended with null')
    }
    const next = await house.startSite()
    const search = { from: 'NIC', to: 'LCA', adults: '1' }
    const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days: 7 }).toString()
    const chosen = await openBrowser(next.url).chooseRide({ ...search, date })
    expect(chosen.status).toBe(200)
  } finally {
    await house.close()
  }
})

/** Starts the site again at the address that the bank and travellers know. */
async function reopen(settings: Record<string, string> = {}): Promise<void> {
  await stop(site)
  site = await company.startSite({ PORT: port, JOB_SECONDS: '5', ...settings })
}

/** Goes as far as the card form. */
async function reachBank(browser: Traveller): Promise<string> {
  const search = { from: 'NIC', to: 'LCA', adults: '1', date: '2026-12-10' }
  await browser.addToCart(await browser.chooseRide(search))
  const { url } = await browser.checkOut()
  if (!url.startsWith(company.bank.url)) throw new Error(`not at the bank: ${url}`)
  return url
}

function killed({ process }: Running): Promise<boolean> {
  return until('the program is killed', () => process.signalCode === 'SIGKILL')
}

/**
 * An empty list once this many more buyers have their ticket and one email each, without any manual
 * work.
 */
async function listFaults(more = 1): Promise<string[]> {
  bought += more
  await until('everybody is confirmed', async () => {
    const orders = books.selectFrom('orders').select('orderId').where('status', '=', 'confirmed')
    return (await orders.execute()).length === bought
  })
  await until('every payment has its end', () => isSettled(books))
  await until('everybody has a mail', async () => {
    const mails = books.selectFrom('mails').select('mailId').where('state', '=', 'sent')
    return (await mails.execute()).length === bought
  })
  const boxes = await books.selectFrom('mailboxMessages').select('messageId').execute()
  const wrong = boxes.length === bought ? [] : [`${boxes.length} mails for ${bought} orders`]
  return [...wrong, ...(await listBreaches(company, books))]
}
