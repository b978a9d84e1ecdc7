import { sql } from 'kysely'
import { parseArgs } from 'node:util'
import { Client } from 'pg'

import { openHouse, type House } from '#e2e/support/own-house.ts'
import { stop } from '#e2e/support/processes.ts'
import { sumUpLoads } from '#modules/bookkeeping/figures/daily-loads.server.ts'
import { sumUpDays } from '#modules/bookkeeping/figures/figures.server.ts'
import { connect, db, type Database } from '#platform/db.server.ts'

import { machineNow, median, print, say } from '../table.ts'
import { listAddresses, type Address } from './addresses.ts'
import { fill, type Size } from './fill.ts'
import { enter, findSlowest, measure, type Cost } from './measure.ts'
import { chooseSubjects } from './subjects.ts'

/** P9: each page of the office, in milliseconds; files are told beside them. */
const MAX_WALL = 1000
const MAX_DATABASE = 150
const ROUNDS = 5
const FULL_SIZE = { departures: 3_000_000, orders: 500_000 }
/** A file is written on a thread of its own, and may take the time of a request. */
const FILE = /\/(csv|xlsx)$|\.(csv|pdf|json)$/
/** The search opens a single booking at once. */
const ANSWERS = [200, 303]

/**
 * Every page of the office over HTTP, signed in as owner, on a database of the size that it must
 * bear. `--departures` and `--orders` make it smaller.
 */
export async function benchOffice(): Promise<void> {
  const size = readSize()
  const house = await openHouse()
  try {
    await prepare(house, size)
    const site = await house.startSite(SETTINGS)
    const books = connect(superuserOf(house), { patient: true })
    try {
      await measureAll(books, site.url)
    } finally {
      await books.destroy()
    }
  } finally {
    await house.close()
  }
}

const SETTINGS = { LOG_LEVEL: 'warn', JOBS: 'off' }

function readSize(): Size {
  const options = { departures: { type: 'string' }, orders: { type: 'string' } } as const
  const { values } = parseArgs({ args: process.argv.slice(3), options })
  return {
    departures: Number(values.departures ?? FULL_SIZE.departures),
    orders: Number(values.orders ?? FULL_SIZE.orders),
  }
}

function superuserOf(house: House): string {
  return Object.assign(new URL(house.databaseUrl()), { username: 'postgres' }).href
}

/** Fills the database, and has the jobs' sums ready, as they are in the morning. */
async function prepare(house: House, size: Size): Promise<void> {
  const site = await house.startSite(SETTINGS) // makes the tables and the timetable
  const superuser = superuserOf(house)
  await setServer(superuser, 'synchronous_commit', 'off')
  await setServer(superuser, 'shared_preload_libraries', 'pg_stat_statements')
  const began = performance.now()
  await fill(superuser, size)
  process.env.DATABASE_URL = house.databaseUrl()
  const days = await sumUpDays(Temporal.Now.instant())
  await sumUpLoads(Temporal.Now.instant())
  await db.destroy()
  const minutes = (performance.now() - began) / 60_000
  say(`Made in ${minutes.toFixed(1)} minutes, with the figures of ${days} days`)
  await stop(site) // the server reads that setting when it starts
}

async function setServer(superuser: string, setting: string, value: string): Promise<void> {
  const client = new Client(superuser)
  await client.connect()
  await client.query(`alter system set ${setting} = '${value}'`)
  await client.end()
}

/** All pages, one after the other: first when nothing of it is in memory, then in rounds. */
async function measureAll(books: Database, site: string): Promise<void> {
  // In a schema of its own: the site's role gets rights on all of `public`, at every start.
  await sql`create schema if not exists measured`.execute(books)
  await sql`create extension if not exists pg_stat_statements schema measured`.execute(books)
  await sql`alter system set pg_stat_statements.track_planning = on`.execute(books)
  await sql`select pg_reload_conf()`.execute(books)
  const addresses = listAddresses(await chooseSubjects(books))
  const cookie = await enter(site)
  await sayBeginning(books)
  print('page', 'kB', 'first ms', 'ms', 'of', 'first SQL', 'SQL ms', 'of')
  for (const address of addresses) {
    const first = await measure(books, site, cookie, address)
    const rounds: Cost[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measure(books, site, cookie, address))
    }
    report(address, { first, rounds, slowest: await findSlowest(books) })
  }
}

async function sayBeginning(books: Database): Promise<void> {
  const { rows } = await sql<{ departures: number; orders: number }>`
    select (select count(*) from departures) as departures, (select count(*) from orders) as orders`.execute(
    books,
  )
  const [{ departures, orders } = FULL_SIZE] = rows
  say(`P9: the office with ${departures} departures and ${orders} orders (${machineNow()})`)
}

type Measured = { first: Cost; rounds: readonly Cost[]; slowest: string }

/** The median of the rounds counts; the first request is told beside it. */
function report({ what, pattern }: Address, { first, rounds, slowest }: Measured): void {
  const { status, kilobytes } = first
  const wall = median(rounds.map((round) => round.wall))
  const database = median(rounds.map((round) => round.database))
  const isOver = !FILE.test(pattern) && (wall > MAX_WALL || database > MAX_DATABASE)
  print(
    what,
    kilobytes.toFixed(0),
    first.wall.toFixed(0),
    wall.toFixed(0),
    MAX_WALL,
    first.database.toFixed(0),
    database.toFixed(0),
    MAX_DATABASE,
    isOver ? 'OVER' : '',
    ANSWERS.includes(status) ? '' : status,
  )
  if (isOver) process.stdout.write(`    ${slowest}\n`)
}
