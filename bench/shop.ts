import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { openHouse } from '#e2e/support/own-house.ts'
import { start, stop } from '#e2e/support/processes.ts'
import { formIn, openBrowser } from '#e2e/support/traveller.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { createSandboxProvider } from '#modules/payments/providers/sandbox.server.ts'
import type { Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'

import { order, travel, type Bus } from './buyers.ts'

/** The first bus of each day, none so near that its sale closes meanwhile. */
const FIRST_DAY = 3
const BUSES = 60

export type Shop = Awaited<ReturnType<typeof openShop>>

/** The built site as started by `npm start`, with the bank as the separate company that it is. */
export async function openShop() {
  const house = await openHouse()
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-bench-'))
  const bank = await start('sandbox-bank/server.ts', {
    ...BANK_KEYS,
    DATA_DIR: folder,
    BANK_PORT: '0',
  })
  const settings = { ...BANK_KEYS, BANK_URL: bank.url, LOG_LEVEL: 'info' }
  const startSite = (more: Record<string, string> = {}) => house.startSite({ ...settings, ...more })

  const keeper = await startSite({ JOBS: 'off' }) // runs the database, which ends with it
  const books = house.books()
  const buses = await listBuses(keeper.url)
  return {
    folder,
    books,
    buses,
    startSite,
    stopSite: stop,
    postmaster: () => house.findPostmaster()?.pid ?? 0,
    bank: () => bank.process.pid ?? 0,
    setSeats: (some: readonly Bus[], seats: number) => setSeats(books, some, seats),
    countStatements: () => countStatements({ books, folder, startSite, bus: buses.at(-1) }),
    /** Checks the sales: speed is worthless if a seat is sold twice. */
    async checkBooks() {
      const provider = createSandboxProvider({ url: bank.url, key: BANK_KEYS.BANK_KEY, secret: '' })
      const now = Temporal.Now.instant()
      const breaches = await checkInvariants(books, { now, bank: provider })
      if (breaches.length > 0) throw new Error(breaches.slice(0, 5).join('\n'))
    },
    async close() {
      await books.destroy()
      await house.close()
      await stop(bank)
      rmSync(folder, { recursive: true })
    },
  }
}

const BANK_KEYS = { BANK_KEY: 'key-of-the-bench-alone', BANK_SECRET: 'secret-of-the-bench-alone' }

async function listBuses(site: string): Promise<Bus[]> {
  const today = Temporal.Now.plainDateISO('Asia/Nicosia')
  const buses: Bus[] = []
  for (let day = FIRST_DAY; buses.length < BUSES; day++) {
    const date = today.add({ days: day }).toString()
    const search = { from: 'NIC', to: 'LCA', adults: '1', date }
    const { url, html } = await openBrowser(site).chooseRide(search)
    const form = formIn(html, 'from-stop')
    const { pathname, search: query } = new URL(url)
    buses.push({ departureId: form.departure ?? '', path: pathname + query, form })
  }
  return buses
}

async function setSeats(books: Database, buses: readonly Bus[], seats: number): Promise<void> {
  await books
    .updateTable('departures')
    .set({ seats })
    .where(
      'departureId',
      'in',
      buses.map(({ departureId }) => departureId),
    )
    .execute()
}

type Recording = {
  books: Database
  folder: string
  startSite: (more: Record<string, string>) => ReturnType<typeof start>
  bus: Bus | undefined
}

/**
 * Counts the statements of an order and of a whole journey, at a site that records them. The search of the
 * journey is one that others have asked before, and a sale since has changed.
 */
async function countStatements({ books, folder, startSite, bus }: Recording) {
  if (!bus) throw new Error('there is no bus')
  const file = join(folder, 'statements')
  const recorder = resolve('bench/record-sql.ts')
  writeFileSync(file, '')
  const site = await startSite({
    JOBS: 'off',
    SQL_FILE: file,
    NODE_OPTIONS: `--import=${recorder}`,
  })
  const countOf = async (buy: typeof order) => {
    const before = statSync(file).size
    if ((await buy(site.url, bus)) !== 'ticket') throw new Error('the bus to record is sold out')
    await noticesAreHeard(books)
    return statSync(file).size - before
  }
  // The first of each does what is done once in the life of a program.
  await countOf(order)
  const ofOrder = await countOf(order)
  await countOf(travel)
  const ofJourney = await countOf(travel)
  await stop(site)
  return { ofOrder, ofJourney }
}

/** The bank sends a webhook for every payment, which is work too. */
function noticesAreHeard(books: Database): Promise<boolean> {
  return until('the bank has told of every payment', async () => {
    const paid = books.selectFrom('payments').select('paymentId').where('state', '=', 'paid')
    const told = books.selectFrom('paymentNotices').select('noticeId')
    const [some, all] = await Promise.all([told.execute(), paid.execute()])
    return some.length >= all.length
  })
}
