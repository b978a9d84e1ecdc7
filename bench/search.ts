import { sql } from 'kysely'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'

import { loadSeed } from '#modules/gtfs/load-seed.server.ts'
import { connect, db, type Database } from '#platform/db.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { prepareDatabase } from '#platform/prepare-database.server.ts'
import { atDatabase, createDatabase } from '#platform/site-database.server.ts'
import { dropDatabase, scratchName } from '#test/fixtures/scratch-database.ts'

import { JOBS } from '../jobs.ts'
import { copyTimetable } from './grow-timetable.ts'
import { benchPeople } from './people.ts'
import { median, print, say } from './table.ts'

/** P6: the time of a search in a timetable with `TIMES` times the departures, relative to ours. */
const TIMES = 100
const MOST = 1.2
const SEARCHES = 60
const ROUNDS = 15
const DAYS = 60

export type Asked = { fromStopId: string; toStopId: string; date: string }
/** The time of one search, and the number of departures offered by each. */
export type Found = { milliseconds: number; offers: number[] }

/** Searches as people ask them (P4), and in a large timetable (P6). */
export async function benchSearch(): Promise<void> {
  await benchPeople()
  await benchLargeTimetable()
}

/**
 * The same searches in two databases, in turn: our timetable, and one of a hundred companies of
 * that size, with stops of their own. So each result has as many departures as in ours.
 */
async function benchLargeTimetable(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres('data/scratch', { isScratch: true })
  const superuser = atDatabase(server.url, 'postgres')
  const [small, large] = [scratchName(), scratchName()]
  const [load = 0] = loadavg()
  say(`Load of this machine before: ${load.toFixed(1)}`)
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
    await compare(smallUrl, largeUrl)
  } finally {
    await dropDatabase(superuser, large)
    await dropDatabase(superuser, small)
    await server.stop()
  }
}

async function compare(smallUrl: string, largeUrl: string): Promise<void> {
  const asked = await chooseSearches(smallUrl)
  const elsewhere = asked.map((one) => {
    const copy = 1 + Math.floor(Math.random() * (TIMES - 1))
    const { fromStopId, toStopId } = one
    return { ...one, fromStopId: `${fromStopId}~${copy}`, toStopId: `${toStopId}~${copy}` }
  })
  const [small, large] = [startChild(smallUrl), startChild(largeUrl)]
  await Promise.all([search(small, asked), search(large, elsewhere)])
  const rounds: { few: Found; many: Found }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ few: await search(small, asked), many: await search(large, elsewhere) })
  }
  for (const child of [small, large]) child.disconnect()

  const [{ few, many } = none()] = rounds
  const isSame = few.offers.every((offers, place) => offers > 0 && offers === many.offers[place])
  if (!isSame) throw new Error('the two timetables do not give the same results')
  const offers = few.offers.reduce((sum, one) => sum + one, 0) / few.offers.length
  const ratio = median(rounds.map((one) => one.many.milliseconds / one.few.milliseconds))
  print('a search', 'offers', 'ms at 1 ×', `ms at ${TIMES} ×`, 'ratio', 'most')
  print(
    `${SEARCHES} searches, ${ROUNDS} rounds`,
    offers.toFixed(1),
    median(rounds.map((one) => one.few.milliseconds)).toFixed(2),
    median(rounds.map((one) => one.many.milliseconds)).toFixed(2),
    ratio.toFixed(3),
    MOST,
    ratio > MOST ? 'OVER' : '',
  )
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
