import { afterAll, inject } from 'vitest'

import { stopPromising } from '#platform/jobs.server.ts'
import { db } from '#platform/db.server.ts'
import { createDatabase } from '#platform/site-database.server.ts'

import { dropDatabase, scratchName } from './scratch-database.ts'

/** Each test file has a database to itself, so files run side by side and find only their own rows. */
const superuser = inject('superuser')
const name = scratchName()
process.env.DATABASE_URL = await createDatabase(superuser, name, inject('template'))

afterAll(async () => {
  await stopPromising()
  await db.destroy()
  await dropDatabase(superuser, name)
})
