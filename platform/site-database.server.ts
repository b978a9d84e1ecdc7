import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'

import { startEmbeddedPostgres } from './embedded-postgres.server.ts'
import { env, SettingsError } from './env.server.ts'

/** The role of the site owns its tables and is no superuser, so what is revoked stays revoked. */
const SITE_ROLE = 'halcyon_site'

type SiteDatabase = { url: string; stop: () => Promise<void> }

/**
 * The database a program runs on: the one in DATABASE_URL, or else our own below `dataFolder`.
 * Puts its address into DATABASE_URL, where the modules find it.
 *
 * @throws {SettingsError} when live business would run as a superuser
 */
export async function openSiteDatabase(dataFolder: string): Promise<SiteDatabase> {
  const given = process.env.DATABASE_URL
  if (given) {
    if (env().MODE === 'live') await refuseSuperuser(given)
    return { url: given, stop: async () => {} }
  }

  // In a folder of its own: the server's user closes it to everybody else, the browser's included.
  const embedded = await startEmbeddedPostgres(join(dataFolder, 'live'))
  const url = await createDatabase(embedded.url, 'halcyon')
  process.env.DATABASE_URL = url
  return { url, stop: embedded.stop }
}

/** Nothing is forbidden to a superuser, so what we take from our role would stay with it. */
async function refuseSuperuser(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = current_user',
    )
    if (rows[0]?.rolsuper) {
      throw new SettingsError(['DATABASE_URL: its role is a superuser, which live mode refuses'])
    }
  } finally {
    await client.end()
  }
}

/** Makes the database and its role where they are missing; `superuser` may make both. */
export async function createDatabase(
  superuser: string,
  name: string,
  template = 'template1',
): Promise<string> {
  const client = new Client(superuser)
  await client.connect()
  try {
    await unlessItExists(client, `create role ${SITE_ROLE} login`)
    const [database, source] = [name, template].map(escapeIdentifier)
    const copy = `create database ${database} owner ${SITE_ROLE} template ${source}`
    await unlessItExists(client, `${copy} strategy file_copy`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(superuser), { pathname: `/${name}`, username: SITE_ROLE }).href
}

export function atDatabase(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

const EXISTS_ALREADY = new Set(['42710', '42P04', '23505'])

async function unlessItExists(client: Client, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    const isThere = EXISTS_ALREADY.has((error as { code?: string }).code ?? '')
    if (!isThere) throw error
  }
}
