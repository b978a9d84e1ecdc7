import { describeFinding } from '#modules/gtfs/check/describe-finding.ts'
import { readFeed } from '#modules/gtfs/feed/read-feed.server.ts'
import { describeImport, describeWarnings } from '#modules/gtfs/import/describe-import.server.ts'
import { importFeed, type ImportOutcome } from '#modules/gtfs/import/import-feed.server.ts'
import type { Actor } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { openDatabaseForCommand } from '#platform/database/site-database.server.ts'
import { connect } from '#platform/db.server.ts'
import { env, leaveIfUnset } from '#platform/settings/env.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'

import { JOBS } from '../jobs.ts'
import { readCommand, USAGE, type TimetableCommand } from './timetable-options.ts'

/*
 * npm run timetable -- import <feed.zip or folder>: replaces the timetable on sale with a GTFS
 * feed.
 */
/** As the audit names the command. */
const CONSOLE: Actor = { kind: 'import', name: 'console' }

const command = readCommand(process.argv.slice(2))
if (command) {
  process.exitCode = await importFrom(command).catch(leaveIfUnset)
} else {
  console.error(USAGE)
  process.exitCode = 2
}

async function importFrom({ source, ...options }: TimetableCommand): Promise<number> {
  const feed = await readFeed(source)
  const database = await openDatabaseForCommand(env().DATA_DIR)
  try {
    await prepareDatabase(
      database,
      JOBS.map(({ job }) => job),
    )
    const db = connect(database.directUrl, { patient: true })
    const request = { source, now: now(), by: CONSOLE, ...options }
    const outcome = await importFeed(db, feed, request).finally(() => db.destroy())
    report(outcome, options.dryRun)
    return outcome.ok ? 0 : 1
  } finally {
    await database.stop()
  }
}

function report(outcome: ImportOutcome, isDryRun: boolean) {
  if (!outcome.ok && outcome.reason === 'unsound-feed') {
    for (const line of describeWarnings(outcome.warnings)) console.log(line)
    for (const problem of outcome.problems) console.error(`Problem: ${describeFinding(problem)}`)
    console.error('The feed has errors; nothing was imported.')
    return
  }
  for (const line of describeImport(outcome)) console.log(line)
  if (!outcome.ok) {
    console.error(
      'This would take more than half of all departures, or of what can be bought of them, off sale. If that is meant, add --take-off-sale. Nothing was changed.',
    )
  } else if (isDryRun) console.log('This was a dry run. Nothing was changed.')
}
