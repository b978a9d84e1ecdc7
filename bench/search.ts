import { sql } from 'kysely'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts'
import { atDatabase, createDatabase } from '#platform/database/site-database.server.ts'
import { connect, db, type Database } from '#platform/db.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'
import { dropDatabase, scratchName } from '#test/fixtures/scratch-database.ts'

import { JOBS } from '../jobs.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { copyTimetable } from './grow-timetable.ts'
import { machineNow, median, print, say } from './table.ts'

/** P6: the cost of a search in a timetable with `TIMES` times the departures, relative to ours. */
const TIMES = 100
const MOST = 1.2
const SEARCHES = 60
const ROUNDS = 15
const DAYS = 60

export type Asked = { fromStopId: string; toStopId: string; date: string }
/** The time of one search, and the number of departures offered by each. */
export type Found = { milliseconds: number; offers: number[] }
/** The same with the CPU milliseconds of a search: of the program that asks, and of the database. */
type Round = Found & { cpu: number; database: number }
type Pair = { few: Round; many: Round }

/**
 * The same searches in two databases, in turn: our timetable, and one of a hundred companies of
 * that size, with stops of their own. So each result has as many departures as in ours.
 */
export async function benchSearch(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres('data/scratch', { isScratch: true })
  const superuser = atDatabase(server.url, 'postgres')
  const [small, large] = [scratchName(), scratchName()]
  say(machineNow())
  try {
    const addresses = await createDatabase(superuser, small)
    await prepareDatabase(
      addresses,
      JOBS.map(({ job }) => job),
    )
    const { url: smallUrl } = addresses
    process.env.DATABASE_URL = smallUrl
    await loadSeed(Temporal.Now.instant())
    await db.destroy() // a database can be copied only while it has no connections
    const { url: largeUrl } = await createDatabase(superuser, large, small)
    const began = performance.now()
    await copyTimetable(atDatabase(superuser, large), TIMES)
    const seconds = (performance.now() - began) / 1000
    const [few, many] = await Promise.all([smallUrl, largeUrl].map(countDepartures))
    say(`P6: ${few} departures, and ${many}, made in ${seconds.toFixed(0)} s`)
    await compare([smallUrl, largeUrl], await findPostmaster(superuser))
  } finally {
    await dropDatabase(superuser, large)
    await dropDatabase(superuser, small)
    await server.stop()
  }
}

async function compare(urls: readonly [string, string], postmaster: number): Promise<void> {
  const asked = await chooseSearches(urls[0])
  const elsewhere = asked.map((one) => {
    const copy = 1 + Math.floor(Math.random() * (TIMES - 1))
    const { fromStopId, toStopId } = one
    return { ...one, fromStopId: `${fromStopId}~${copy}`, toStopId: `${toStopId}~${copy}` }
  })
  const [small, large] = [startChild(urls[0]), startChild(urls[1])]
  await Promise.all([search(small, asked), search(large, elsewhere)])
  const rounds: Pair[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const few = await measure(small, asked, postmaster)
    rounds.push({ few, many: await measure(large, elsewhere, postmaster) })
  }
  for (const child of [small, large]) child.disconnect()
  printRounds(rounds)
}

function printRounds(rounds: readonly Pair[]): void {
  const [{ few, many } = none()] = rounds
  const isSame = few.offers.every((offers, place) => offers > 0 && offers === many.offers[place])
  if (!isSame) throw new Error('the two timetables do not give the same results')
  const offers = few.offers.reduce((sum, one) => sum + one, 0) / few.offers.length
  const ratio = median(rounds.map((one) => one.many.milliseconds / one.few.milliseconds))
  const byCpu =
    mean(rounds.map(({ many: round }) => cpuOfAll(round))) /
    mean(rounds.map(({ few: round }) => cpuOfAll(round)))
  say(`${SEARCHES} searches, ${ROUNDS} rounds, ${offers.toFixed(1)} departures offered by each`)
  print('a search', 'ms', 'CPU ms', 'database ms')
  printCosts('at 1 ×', rounds, ({ few: round }) => round)
  printCosts(`at ${TIMES} ×`, rounds, ({ many: round }) => round)
  print('', 'ratio', 'by CPU', 'most')
  const isOver = Math.max(ratio, byCpu) > MOST
  print('compared', ratio.toFixed(3), byCpu.toFixed(3), MOST, isOver ? 'OVER' : '')
  say(machineNow())
}

function printCosts(name: string, rounds: readonly Pair[], pick: (pair: Pair) => Round): void {
  const own = rounds.map(pick)
  print(
    name,
    median(own.map(({ milliseconds }) => milliseconds)).toFixed(2),
    mean(own.map(({ cpu }) => cpu)).toFixed(2),
    mean(own.map(({ database }) => database)).toFixed(2),
  )
}

/** Of figures that the system counts in steps of ten milliseconds, too coarse for a single round. */
function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

function cpuOfAll({ cpu, database }: Round): number {
  return cpu + database
}

/** Random pairs of stops and days, all with at least one bus. */
async function chooseSearches(url: string): Promise<Asked[]> {
  const small = connect(url, { patient: true })
  const { rows } = await sql<Asked>`
    select from_stop_id, to_stop_id, date::text from (
      select distinct boarding.stop_id as from_stop_id, leaving.stop_id as to_stop_id,
        (boarding.departs_at at time zone 'Asia/Nicosia')::date as date
      from departure_stops boarding
      join departure_stops leaving using (departure_id)
      join (select from_stop_id, to_stop_id from fares group by 1, 2) as pairs
        on pairs.from_stop_id = boarding.stop_id and pairs.to_stop_id = leaving.stop_id
      where boarding.position < leaving.position and boarding.pickup and leaving.dropoff
        and boarding.departs_at between now() + interval '1 day' and now() + ${DAYS} * interval '1 day'
    ) as searches
    order by random() limit ${SEARCHES}`.execute(small)
  await small.destroy()
  return rows
}

function startChild(url: string): ChildProcess {
  return fork('bench/search-child.ts', { env: { ...process.env, DATABASE_URL: url } })
}

async function search(child: ChildProcess, asked: readonly Asked[]): Promise<Found> {
  child.send(asked)
  const [found] = (await once(child, 'message')) as [Found]
  return found
}

/** One round. The two programs search in turn, so all that the database does meanwhile is for it. */
async function measure(
  child: ChildProcess,
  asked: readonly Asked[],
  postmaster: number,
): Promise<Round> {
  const { pid = 0 } = child
  const before = [cpuOf(pid), cpuOfFamily(postmaster)] as const
  const found = await search(child, asked)
  const cpu = (cpuOf(pid) - before[0]) / asked.length
  return { ...found, cpu, database: (cpuOfFamily(postmaster) - before[1]) / asked.length }
}

/** The process id of a server on this machine, from its own file. */
async function findPostmaster(superuser: string): Promise<number> {
  const server: Database = connect(superuser, { patient: true })
  const { rows } = await sql<{ pid: number }>`
    select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`.execute(server)
  await server.destroy()
  return rows[0]?.pid ?? none()
}

async function countDepartures(url: string): Promise<number> {
  const database: Database = connect(url, { patient: true })
  const { count } = await database
    .selectFrom('departures')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await database.destroy()
  return count
}

function none(): never {
  throw new Error('nothing was measured')
}
