import { parseArgs } from 'node:util'

import { cancelDeparture } from '#modules/changes/company.server.ts'
import { listLoads } from '#modules/seats/list-loads.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { prepareJobs, stopPromising } from '#platform/jobs.server.ts'
import { migrate } from '#platform/migrate.server.ts'
import { openSiteDatabase } from '#platform/site-database.server.ts'
import { clockTime } from '#platform/time.ts'

import { JOBS } from '../jobs.ts'

/* npm run desk: what a person of the company decides, until there is an office with screens. */
const USAGE = `Usage:
  npm run desk -- departure list <date>                                    what runs on a date like 2026-12-04, and how full it is
  npm run desk -- departure cancel <id> --by <name> --reason "<why>"       tells every holder, who may move free or have the money`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { by: { type: 'string' }, reason: { type: 'string' } },
})
const [subject, verb, what] = positionals
const { by, reason } = values
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

if (subject === 'departure' && verb === 'list' && what && /^\d{4}-\d\d-\d\d$/.test(what)) {
  process.exitCode = await atTheDesk(() => listDepartures(Temporal.PlainDate.from(what)))
} else if (
  subject === 'departure' &&
  verb === 'cancel' &&
  what &&
  UUID.test(what) &&
  typeof by === 'string' &&
  typeof reason === 'string'
) {
  process.exitCode = await atTheDesk(() => cancel(what, by, reason))
} else {
  console.error(USAGE)
  process.exitCode = 2
}

async function atTheDesk(work: () => Promise<number>): Promise<number> {
  const database = await openSiteDatabase(env().DATA_DIR)
  try {
    await migrate(database.url)
    await prepareJobs(
      database.url,
      JOBS.map(({ job }) => job),
    )
    return await work()
  } finally {
    await stopPromising()
    await db.destroy()
    await database.stop()
  }
}

async function listDepartures(date: Temporal.PlainDate): Promise<number> {
  for (const load of await listLoads(date)) {
    const { departureId, routeId, status, departsAt, firstStopId, lastStopId, seats, sold } = load
    const trip = `${clockTime(departsAt)} route ${routeId}, ${firstStopId} to ${lastStopId}`
    console.log(`${departureId}  ${trip}, ${sold} of ${seats} sold, ${status}`)
  }
  return 0
}

async function cancel(departureId: string, actor: string, why: string): Promise<number> {
  const outcome = await cancelDeparture({
    departureId,
    actor: `desk:${actor}`,
    reason: why,
    now: now(),
  })
  if (!outcome.ok) {
    console.error(`Nothing was done: ${outcome.reason}.`)
    return 1
  }
  console.log(`Cancelled. ${outcome.holders} bookings are on it, and their holders are told.`)
  return 0
}
