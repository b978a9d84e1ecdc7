import { Client } from 'pg'

import { log } from '#platform/log.server.ts'
import type { Settings } from '#platform/settings/env.server.ts'

import type { Addresses } from './site-database.server.ts'

/* Connections that a program may open in a rush, against those that its database gives it. */

/** Of the library that enqueues jobs. */
const TO_ENQUEUE = 3
/** Of the workers of the queue, and of those that let visitors pass first. */
const TO_DO_JOBS = 5
/** For the question whether the database is there. */
const TO_ASK = 1

type Sizes = Pick<
  Settings,
  | 'WORKERS'
  | 'JOBS'
  | 'DATABASE_CONNECTIONS'
  | 'DATABASE_OFFICE_CONNECTIONS'
  | 'DATABASE_LOGIN_CONNECTIONS'
>

/** The connections of a site with all its processes. */
export function mostOfSite(settings: Sizes): number {
  const { WORKERS, JOBS, DATABASE_CONNECTIONS: forPages } = settings
  const ofOffice = settings.DATABASE_OFFICE_CONNECTIONS
  const ofLogIns = 2 * settings.DATABASE_LOGIN_CONNECTIONS
  const serving = WORKERS * (forPages + ofOffice + ofLogIns + TO_ENQUEUE + TO_ASK)
  const first = WORKERS > 1 ? forPages + TO_ENQUEUE : 0
  return serving + first + (JOBS === 'on' ? TO_DO_JOBS : 0)
}

/** The connections of a program that only does the jobs. */
export function mostOfJobs({ DATABASE_CONNECTIONS }: Sizes): number {
  return DATABASE_CONNECTIONS + TO_ENQUEUE + TO_DO_JOBS
}

type Shortage = { mayOpen: number; given: number }

const QUESTION = `
  select least(
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1)
  ) as given
  from pg_roles where rolname = current_user`

/** What the database gives to the role, if that is less than `mayOpen`. A pooler has limits of its own. */
export async function findShortage(
  { url, directUrl }: Pick<Addresses, 'url' | 'directUrl'>,
  mayOpen: number,
): Promise<Shortage | undefined> {
  if (url !== directUrl) return undefined
  const client = new Client(directUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ given: number }>(QUESTION)
    const given = rows[0]?.given ?? mayOpen
    return given < mayOpen ? { mayOpen, given } : undefined
  } finally {
    await client.end()
  }
}

/** Says so in the log: until a rush, a program works with fewer connections. */
export async function warnOfShortage(addresses: Addresses, mayOpen: number): Promise<void> {
  const shortage = await findShortage(addresses, mayOpen)
  if (!shortage) return
  log.warn(
    shortage,
    'The database gives fewer connections than this program may open: raise max_connections and the limit of its role, or lower WORKERS or DATABASE_CONNECTIONS',
  )
}
