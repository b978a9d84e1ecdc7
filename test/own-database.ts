import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'

import { db } from '#platform/db.server.ts'
import { stopPromising } from '#platform/jobs.server.ts'
import { createDatabase } from '#platform/site-database.server.ts'

import { dropDatabase, scratchName } from './scratch-database.ts'
import { LIMITS } from './web-limits.ts'

/** Each test file has a database to itself, so files run side by side and find only their own rows. */
const superuser = inject('superuser')
const name = scratchName()
const addresses = await createDatabase(superuser, name, inject('template'))
process.env.DATABASE_URL = withPatience(addresses.url)
process.env.DATABASE_OWNER_URL = addresses.ownerUrl
/** Each test file has a list of its own, so that it erases nobody whom another one knows. */
const erasedList = join(tmpdir(), `${name}.erased`)
process.env.ERASED_LIST = erasedList

afterAll(async () => {
  await stopPromising()
  await db.destroy()
  await dropDatabase(superuser, name)
  rmSync(erasedList, { force: true })
})

/** What fifty do at once is the test's business; how long a slow machine takes for it is not. */
function withPatience(address: string): string {
  const url = new URL(address)
  for (const limit of LIMITS) url.searchParams.set(limit, '15000')
  return url.href
}
