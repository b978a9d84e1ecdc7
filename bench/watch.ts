import { sql } from 'kysely'
import { parseArgs } from 'node:util'

import { watchInvariants } from '#modules/bookkeeping/invariants/watch-invariants.server.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts'
import { atDatabase } from '#platform/database/site-database.server.ts'
import { connect, db, type Database } from '#platform/db.server.ts'
import { stopEnqueueing } from '#platform/jobs/jobs.server.ts'
import { openScratchDatabase } from '#test/fixtures/scratch-database.ts'

import { JOBS } from '../jobs.ts'
import { fill } from './office/fill.ts'
import { machineNow, print, say } from './table.ts'

const DEPARTURES = 100_000
const ORDERS = 150_000
/** Minutes of sales between two looks of the job. */
const MINUTES = 15
/** Orders in them when a large company sells one every second. */
const CHANGED = 900
/** The longest look at night for each million orders, and at changes, however many orders there are. */
const MAX_MINUTES = { nightOfMillion: 30, changes: 1 }
const MILLION = 1_000_000

/**
 * The watch of the invariants on a company with 150,000 orders, or with `--orders`: minutes of a look
 * at everything, and of one at what changed since. The budget of the first is one for a million, in proportion.
 */
export async function benchWatch(): Promise<void> {
  const options = { orders: { type: 'string' }, departures: { type: 'string' } } as const
  const { values } = parseArgs({ args: process.argv.slice(3), options })
  const size = {
    orders: Number(values.orders ?? ORDERS),
    departures: Number(values.departures ?? DEPARTURES),
  }
  // A server of its own: that of the tests ends with them.
  const server = await startEmbeddedPostgres('data/bench', { isScratch: true })
  process.env.TEST_DATABASE_URL = server.url
  const scratch = await openScratchDatabase(JOBS.map(({ job }) => job))
  process.env.DATABASE_URL = scratch.url
  const books = connect(atDatabase(scratch.superuser, scratch.name), { patient: true })
  try {
    await loadSeed(Temporal.Now.instant())
    await fill(atDatabase(scratch.superuser, scratch.name), size)
    await measure(books, size.orders)
  } finally {
    await books.destroy()
    await stopEnqueueing()
    await db.destroy()
    await scratch.stop()
    await server.stop()
  }
}

async function measure(books: Database, orders: number): Promise<void> {
  say(`The watch of ${orders} orders (${machineNow()})`)
  print('look at', 'minutes', 'most', 'breaches')
  const most = (MAX_MINUTES.nightOfMillion * orders) / MILLION
  await tell(books, 'everything', { minutes: await minutesOf({ whole: true }), most })
  await forgetBreaches(books)
  await changeSome(books)
  const changes = { minutes: await minutesOf({ whole: false }), most: MAX_MINUTES.changes }
  await tell(books, `${CHANGED} changed orders`, changes)
}

type Look = { minutes: number; most: number }

async function tell(books: Database, name: string, { minutes, most }: Look): Promise<void> {
  const breaches = await countBreaches(books)
  print(name, minutes.toFixed(2), most.toFixed(2), breaches, minutes > most ? 'OVER' : '')
}

async function minutesOf({ whole }: { whole: boolean }): Promise<number> {
  const began = performance.now()
  await watchInvariants(Temporal.Now.instant(), { whole })
  return (performance.now() - began) / 60_000
}

async function countBreaches(books: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(value::int), 0) as count from invariant_checks, jsonb_each_text(breaches)
    where checked_at = (select max(checked_at) from invariant_checks)`.execute(books)
  return rows[0]?.count ?? 0
}

/** The made-up orders of other benches are no whole books; a known breach would widen the next look. */
async function forgetBreaches(books: Database): Promise<void> {
  await sql`truncate known_breaches`.execute(books)
}

/** As if these payments had been asked about during the last minutes. */
async function changeSome(books: Database): Promise<void> {
  await sql`update payments set checked_at = now() - random() * make_interval(mins => ${MINUTES})
    where payment_id in (select payment_id from payments where state = 'paid' limit ${CHANGED})`.execute(
    books,
  )
}
