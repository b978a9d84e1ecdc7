import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { isSettled, listBreaches } from '#e2e/support/books.ts'
import { startCompany, stop, type Company } from '#e2e/support/processes.ts'
import { openBrowser } from '#e2e/support/traveller.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { openPooler, type Pooler } from '#test/fixtures/pooler.ts'
import { until } from '#test/fixtures/until.ts'

/* The programs of a company whose pages reach the database through a pooler in transaction mode. */

const SEARCH = { from: 'NIC', to: 'LCA', adults: '1', date: '2026-12-10' }

let company: Company
let books: Database
let pooler: Pooler

beforeAll(async () => {
  company = await startCompany()
  books = connect(company.databaseUrl, { patient: true })
  pooler = await openPooler(company.databaseUrl)
  const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: company.databaseUrl }
  Object.assign(company.settings, addresses)
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
  await pooler.stop()
})

test('three programs are killed and started again behind a pooler, and then sell a ticket', async () => {
  for (const round of [1, 2, 3]) {
    const without = { JOBS: 'off' }
    const starts = [company.startSite(without), company.startSite(without), company.startJobs()]
    const programs = await Promise.all(starts)
    expect({ round, locks: await countLocks() }).toEqual({ round, locks: 0 })
    if (round < 3) {
      await Promise.all(programs.map((program) => stop(program, 'SIGKILL')))
      continue
    }
    const browser = openBrowser(programs[1]?.url ?? '')
    await browser.addToCart(await browser.chooseRide(SEARCH))
    const cardForm = await browser.checkOut()
    expect((await browser.payAtBank(cardForm.url)).html).toContain('/tickets/')
  }
  await until('every payment has its end', () => isSettled(books))
  expect(await listBreaches(company, books)).toEqual([])
})

/** Locks that outlive a transaction are those of a session, which a pooler hands to others. */
async function countLocks(): Promise<number> {
  const { rows } = await sql<{ locks: number }>`
    select count(*) as locks from pg_locks join pg_database on oid = database
    where locktype = 'advisory' and datname = current_database()`.execute(books)
  return rows[0]?.locks ?? 0
}
