import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'

import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { prepareDatabase } from '#platform/prepare-database.server.ts'
import { atDatabase, createDatabase, type Addresses } from '#platform/site-database.server.ts'

type ScratchDatabase = Addresses & {
  name: string
  /** The address under which databases are made and dropped. */
  superuser: string
  stop: () => Promise<void>
}

/**
 * An empty database, prepared as at a start, for tests and tools; never near the one in use, and
 * never another run's. It lies on TEST_DATABASE_URL (a superuser's address), or else on an embedded
 * server of its own.
 */
export async function openScratchDatabase(jobs: Job<object>[] = []): Promise<ScratchDatabase> {
  const given = process.env.TEST_DATABASE_URL
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres('data/scratch', { isScratch: true })
  const superuser = atDatabase(given ?? embedded?.url ?? '', 'postgres')

  const name = scratchName()
  const addresses = await createDatabase(superuser, name)
  await prepareDatabase(addresses, jobs)
  return {
    ...addresses,
    name,
    superuser,
    async stop() {
      await dropDatabase(superuser, name)
      await embedded?.stop()
    },
  }
}

export function scratchName(): string {
  return `halcyon_scratch_${randomBytes(6).toString('hex')}`
}

export async function dropDatabase(superuser: string, name: string): Promise<void> {
  const client = new Client(superuser)
  await client.connect()
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
  await client.end()
}
