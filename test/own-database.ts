import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'

import { stopPromising } from '#platform/jobs.server.ts'
import { db } from '#platform/db.server.ts'
import { createDatabase } from '#platform/site-database.server.ts'

import { dropDatabase } from './scratch-database.ts'

/** Each test file has a database to itself, so files run side by side and find only their own rows. */
const superuser = inject('superuser')
const name = `halcyon_test_${randomBytes(6).toString('hex')}`
process.env.DATABASE_URL = await createDatabase(superuser, name, 'halcyon_template')

afterAll(async () => {
  await stopPromising()
  await db.destroy()
  await dropDatabase(superuser, name)
})
