import { describeFinding } from '#modules/gtfs/describe-finding.ts'
import { importFeed, type ImportOutcome } from '#modules/gtfs/import-feed.server.ts'
import { readFeed } from '#modules/gtfs/read-feed.server.ts'
import type { FrozenDeparture } from '#modules/timetable/make-departures.server.ts'
import { now } from '#platform/clock.server.ts'
import { connect } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { migrate } from '#platform/migrate.server.ts'
import { openSiteDatabase } from '#platform/site-database.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import { readCommand, USAGE, type TimetableCommand } from './timetable-options.ts'

/* npm run timetable -- import <feed.zip or folder>: makes a GTFS feed the timetable that is sold. */
const command = readCommand(process.argv.slice(2))
if (command) {
  process.exitCode = await importFrom(command)
} else {
  console.error(USAGE)
  process.exitCode = 2
}

async function importFrom({ source, assumed }: TimetableCommand): Promise<number> {
  const feed = await readFeed(source)
  const database = await openSiteDatabase(env().DATA_DIR)
  try {
    await migrate(database.url)
    const db = connect(database.url, { patient: true })
    const request = { source, now: now(), actor: 'console', assumed }
    const outcome = await importFeed(db, feed, request).finally(() => db.destroy())
    report(outcome)
    return outcome.ok ? 0 : 1
  } finally {
    await database.stop()
  }
}

function report(outcome: ImportOutcome) {
  for (const warning of outcome.warnings) console.log(`Warning: ${describeFinding(warning)}`)
  if (!outcome.ok) {
    for (const problem of outcome.problems) console.error(`Problem: ${describeFinding(problem)}`)
    console.error('The feed does not add up. Nothing was changed.')
    return
  }

  const { before, after, fareChanges, departures } = outcome
  for (const what of ['stops', 'routes', 'trips', 'fares'] as const) {
    console.log(`${what}: ${before[what]} before, ${after[what]} now`)
  }
  for (const { fromStopId, toStopId, passengerCategory, ...change } of fareChanges) {
    const [old, fresh] = [change.before, change.after].map(euros)
    console.log(
      `Fare ${fromStopId} to ${toStopId}, ${passengerCategory}: ${old} before, ${fresh} now`,
    )
  }
  console.log(`departures: ${departures.made} made, ${departures.removed} removed`)
  list('Sold or held, but no longer in the timetable: withdrawn', departures.withdrawn)
  list('Sold or held, and in the timetable again: on sale again', departures.restored)
  list('Sold or held, but otherwise in the timetable: left as sold', departures.differing)
  console.log(`The timetable is published until ${outcome.until.toString()}.`)
}

function list(heading: string, departures: readonly FrozenDeparture[]) {
  if (departures.length > 0) console.log(`${heading} (${departures.length}):`)
  for (const { tripId, departsAt, departureId } of departures) {
    const date = dateInCyprus(departsAt).toString()
    console.log(`  ${date} ${clockTime(departsAt)} ${tripId} (${departureId})`)
  }
}

function euros(amount: number | undefined): string {
  return amount === undefined ? 'none' : (amount / 100).toFixed(2)
}
