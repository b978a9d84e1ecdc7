import { openSiteDatabase } from '#platform/database/site-database.server.ts'
import { env, leaveIfUnset } from '#platform/settings/env.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'

import { JOBS } from '../jobs.ts'

/*
 * npm run migrate: makes the database ready for this release, as a step of its own before its programs
 * start (docs/upgrade.md). Their own start then finds it done.
 */
await migrate().catch(leaveIfUnset)
console.log('The database is ready for this release.')
process.exit()

async function migrate(): Promise<void> {
  const database = await openSiteDatabase(env().DATA_DIR)
  await prepareDatabase(
    database,
    JOBS.map(({ job }) => job),
  )
  await database.stop()
}
