import { openDatabaseForCommand } from '#platform/database/site-database.server.ts'
import { db } from '#platform/db.server.ts'
import { stopEnqueueing } from '#platform/jobs/jobs.server.ts'
import { env, leaveIfUnset } from '#platform/settings/env.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'

import { JOBS } from '../jobs.ts'
import { findCommand, listCommands } from './admin/commands.ts'
import { rememberOwnBank } from './own-bank.ts'

/* npm run admin: what no page of the office does. */
const command = findCommand(process.argv.slice(2))
if (command) {
  process.exitCode = await atTheDesk(command).catch(leaveIfUnset)
} else {
  console.error(listCommands())
  process.exitCode = 2
}

async function atTheDesk(work: () => Promise<number>): Promise<number> {
  const database = await openDatabaseForCommand(env().DATA_DIR)
  rememberOwnBank()
  try {
    await prepareDatabase(
      database,
      JOBS.map(({ job }) => job),
    )
    return await work()
  } finally {
    await stopEnqueueing()
    await db.destroy()
    await database.stop()
  }
}
