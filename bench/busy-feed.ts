import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'

import { openHouse, type House } from '#e2e/support/own-house.ts'
import * as paths from '#paths'
import { connect, type Database } from '#platform/db.server.ts'
import { makeLarge } from '#test/fixtures/large-timetable.ts'

import { cpuOf, cpuOfFamily } from './cpu.ts'
import { median, print, say } from './table.ts'

/*
 * The feed of delays on a bad day of a large company. Many planners read it every few seconds, so it
 * must be made cheaply, and once for all of them.
 */

/** Fifty lines in both directions. */
const DAY = { stops: 1000, runsADay: 50, days: 4 }
const LATE = 300
const PLANNERS = 100
/** Milliseconds of the site for the one planner for whom the feed is made. */
const MAX_CPU = 100
const ROUNDS = 7
/** Longer than a feed is kept. */
const PAUSE_MILLISECONDS = 2200

/** Measures the feed of delays with 5,000 departures a day, of which 300 are late. */
export async function benchBusyFeed(): Promise<void> {
  const house = await openHouse()
  try {
    const settings = { LOG_LEVEL: 'warn', JOBS: 'off' }
    await house.startSite(settings) // starts the database
    const db = connect(house.databaseUrl(), { patient: true })
    await fillBusyDay(db)
    await db.destroy()
    await analyze(house)
    const site = await house.startSite(settings)
    const url = site.url + paths.realtime('trip-updates.pb')
    const processes = { site: site.process.pid ?? 0, database: house.findPostmaster()?.pid ?? 0 }
    say(`The feed of ${LATE} late departures among 5,000 a day, made again each time`)
    print('planners at once', 'CPU ms', 'most', 'of database', 'until all', 'kB')
    for (const planners of [1, PLANNERS]) {
      const { cpu, database, wall, kilobytes } = await measure(url, processes, planners)
      const most = planners === 1 ? MAX_CPU : ''
      const isOver = planners === 1 && cpu > MAX_CPU
      print(String(planners), cpu, most, database, wall.toFixed(0), kilobytes, isOver ? 'OVER' : '')
    }
  } finally {
    await house.close()
  }
}

/** 5,000 departures a day with some tickets each; the first that leave today are late. */
export async function fillBusyDay(db: Database): Promise<void> {
  const now = Temporal.Now.instant()
  await db.transaction().execute((tx) => makeLarge(tx, now, DAY))
  await sql`
    insert into seat_holds
      (hold_id, booking_id, departure_id, from_position, to_position, seats, wheelchair_places, state)
    select gen_random_uuid(), gen_random_uuid(), departure_id, passenger, passenger + 9, 2, 0, 'sold'
    from departures cross join generate_series(1, 10) as passenger`.execute(db)
  await sql`
    insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
    select departure_id, report * 5, 10 + report * 7, 'bench', ${now}
    from (
      select departure_id from departures join departure_stops using (departure_id)
      where position = 0 and departs_at > ${now} order by departs_at limit ${LATE}
    ) as late cross join generate_series(0, 2) as report`.execute(db)
}

/** As the owner of all tables: the site's own role may not. */
async function analyze(house: House): Promise<void> {
  const superuser = Object.assign(new URL(house.databaseUrl()), { username: 'postgres' })
  const db = connect(superuser.href, { patient: true })
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

type Processes = { site: number; database: number }

/** The middle of some rounds, in each of which the feed is made again. */
async function measure(url: string, processes: Processes, planners: number) {
  const rounds: { cpu: number; database: number; wall: number }[] = []
  let kilobytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    await pause(PAUSE_MILLISECONDS)
    const before = { cpu: cpuOf(processes.site), database: cpuOfFamily(processes.database) }
    const began = performance.now()
    const bodies = await Promise.all(
      Array.from({ length: planners }, async () => (await fetch(url)).arrayBuffer()),
    )
    rounds.push({
      cpu: cpuOf(processes.site) - before.cpu,
      database: cpuOfFamily(processes.database) - before.database,
      wall: performance.now() - began,
    })
    kilobytes = Math.round((bodies[0]?.byteLength ?? 0) / 1000)
  }
  const middle = (of: 'cpu' | 'database' | 'wall') => median(rounds.map((round) => round[of]))
  return { cpu: middle('cpu'), database: middle('database'), wall: middle('wall'), kilobytes }
}
