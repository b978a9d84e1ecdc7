import { afterAll, beforeAll, expect, test } from 'vitest'

import { isSettled, listBreaches } from '#e2e/support/books.ts'
import { startCompany, stop, type Company, type Running } from '#e2e/support/processes.ts'
import { openBrowser, type Page, type Traveller } from '#e2e/support/traveller.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * I9: the power fails at each step on the way to the ticket while several travellers are at it. The
 * site starts again, no manual work is done, and every buyer who paid has one ticket.
 */

const TRAVELLERS = 3
const ON_THE_WAY = [
  'checkout:before-opening',
  'checkout:after-opening',
  'checkout:recorded',
  'checkout:moved',
  'reconcile:after-asking',
  'settle:before-commit',
  'reconcile:after-commit',
] as const satisfies CrashPoint[]

let company: Company
let books: Database
let port = '0'
let site: Running | undefined
let ticketsExpected = 0

beforeAll(async () => {
  company = await startCompany()
  books = connect(company.databaseUrl, { patient: true })
  const first = await openSite()
  port = new URL(first.url).port
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
})

test('killed at mail:after-sending', async () => {
  expect(await travelUntilKilled({ CRASH_AT: 'mail:after-sending' })).toEqual(allIsWell())
})

/** Without jobs, which might reach the step first, while the site starts. */
test.each(ON_THE_WAY)('killed at %s', async (crashPoint) => {
  const outcome = await travelUntilKilled({ CRASH_AT: crashPoint, JOBS: 'off' })
  expect(outcome).toEqual(allIsWell())
})

test('killed at refund:after-answer, a duplicate payment is still refunded once', async () => {
  const killed = await openSite({ CRASH_AT: 'refund:after-answer' })
  const browser = openBrowser(killed.url)
  const firstTry = await reachBank(browser, nextDate())
  await browser.send(`${firstTry.url}/cancel`, {})
  const secondTry = await browser.checkOut()
  await collectTicket(browser, await browser.payByCard(secondTry.url))
  ticketsExpected += 1

  await company.control(`/orders/${firstTry.url.split('/').at(-1)}/pay`)
  await until('the site is killed', () => killed.process.signalCode === 'SIGKILL')
  await openSite()
  await until('the money is back', async () => {
    const refunds = await books.selectFrom('refunds').select('state').execute()
    return refunds.length === 1 && refunds[0]?.state === 'succeeded'
  })
  expect(await listBreaches(company, books)).toEqual([])
})

test('afterwards, every buyer has exactly one confirmation', async () => {
  await until('no mail waits', async () => (await countMails('queued')) === 0)
  expect(await countMails('sent')).toBe(ticketsExpected)
  const arrived = await books
    .selectFrom('mailboxMessages')
    .innerJoin('mails', 'mails.mailId', 'mailboxMessages.messageId')
    .where('kind', '=', 'confirmation')
    .execute()
  expect(arrived).toHaveLength(ticketsExpected)
})

type Killing = { CRASH_AT: CrashPoint; JOBS?: 'off' }
type Outcome = { breaches: string[]; captures: number }

/**
 * Several travellers are on their way to a ticket, the site is killed and started again, and all of
 * them arrive.
 */
async function travelUntilKilled(settings: Killing): Promise<Outcome> {
  const killed = await openSite(settings)
  const date = nextDate()
  const journeys = Promise.all(
    Array.from({ length: TRAVELLERS }, () => travel(openBrowser(killed.url), date)),
  )
  await until('the site is killed', () => killed.process.signalCode === 'SIGKILL')
  await openSite()
  await journeys
  ticketsExpected += TRAVELLERS
  await until('every payment has its end', () => isSettled(books))
  return { breaches: await listBreaches(company, books), captures: await countCaptures() }
}

function allIsWell(): Outcome {
  return { breaches: [], captures: ticketsExpected }
}

/** Starts the site again at the address that the bank and travellers know. */
async function openSite(settings: Record<string, string> = {}): Promise<Running> {
  if (site) await stop(site)
  site = await company.startSite({ PORT: port, JOB_SECONDS: '5', ...settings })
  return site
}

/**
 * From the search to the ticket; without a response the traveller repeats the step, as people do.
 */
async function travel(browser: Traveller, date: string): Promise<void> {
  const cardForm = await reachBank(browser, date)
  await collectTicket(browser, await browser.payByCard(cardForm.url))
}

async function reachBank(browser: Traveller, date: string): Promise<Page> {
  const search = { from: 'NIC', to: 'LCA', adults: '1', date }
  const chosen = await answered(() => browser.chooseRide(search))
  await answered(() => browser.addToCart(chosen))
  return answered(async () => {
    const page = await browser.checkOut()
    if (!page.url.startsWith(company.bank.url)) throw new Error(`not at the bank: ${page.url}`)
    return page
  })
}

/** Reloads the page after the bank until the ticket is there. */
async function collectTicket(browser: Traveller, address: string): Promise<void> {
  await until('the ticket', async () => {
    const page = await browser.visit(address).catch(() => undefined)
    return page?.html.includes('/tickets/')
  })
}

function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return until('an answer', () => ask().catch(() => undefined))
}

/** Another day, so another bus, for each test. */
function nextDate(): string {
  return Temporal.PlainDate.from('2026-12-10').add({ days: ticketsExpected }).toString()
}

async function countMails(state: 'queued' | 'sent'): Promise<number> {
  const mails = books.selectFrom('mails').where('kind', '=', 'confirmation')
  return (await mails.where('state', '=', state).execute()).length
}

async function countCaptures(): Promise<number> {
  const rows = await books.selectFrom('payments').where('capturedCents', '>', 0).execute()
  return rows.length
}
