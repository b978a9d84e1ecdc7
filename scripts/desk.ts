import { rememberAddress } from '#modules/payments/providers.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { prepareJobs, stopPromising } from '#platform/jobs.server.ts'
import { migrate } from '#platform/migrate.server.ts'
import { openSiteDatabase } from '#platform/site-database.server.ts'

import { JOBS } from '../jobs.ts'
import { findCommand, listCommands } from './desk/commands.ts'

/* npm run desk: what a person of the company decides, until there is an office with screens. */
const command = findCommand(process.argv.slice(2))
if (command) {
  process.exitCode = await atTheDesk(command)
} else {
  console.error(listCommands())
  process.exitCode = 2
}

async function atTheDesk(work: () => Promise<number>): Promise<number> {
  const { DATA_DIR, BANK_URL, PORT } = env()
  const database = await openSiteDatabase(DATA_DIR)
  // The site's own sandbox bank answers beside it.
  if (!BANK_URL) rememberAddress('sandbox', `http://127.0.0.1:${PORT + 1}`)
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
