import { join } from 'node:path'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

import { WITHOUT_LIMITS } from '#platform/connection/limits-of-role.server.ts'
import { env, SettingsError } from '#platform/settings/env.server.ts'
import { fillFromFiles, SECRETS } from '#platform/settings/secret-files.server.ts'

import { leaveWithKeeper, startEmbeddedPostgres } from './embedded-postgres.server.ts'
import { waitForDatabase } from './wait-for-database.server.ts'

/** Owns the database and its tables; used only to prepare them. */
const OWNER_ROLE = 'halcyon_owner'
/** The role of the site. It owns nothing, so it cannot take a right that it was not given. */
const SITE_ROLE = 'halcyon_site'

/** The settings that name the database. */
const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const

/**
 * The addresses of one database: the site's, which may be a pooler's, the same role's past any
 * pooler, and its owner's, also past it.
 */
export type Addresses = { url: string; directUrl: string; ownerUrl: string }
type SiteDatabase = Addresses & { stop: () => Promise<void> }

/**
 * The database a program runs on: the one in DATABASE_URL, once it answers, or else our own below
 * `dataFolder`. Puts its address into DATABASE_URL, where the modules find it, and takes the owner's
 * out of the environment, where an intruder would look. A demonstration without an owner has a
 * single role.
 *
 * @throws {SettingsError} if it does not answer in time, or if live mode would run as a role whose
 *   rights cannot be revoked
 */
export async function openSiteDatabase(
  dataFolder: string,
  seconds = env().DATABASE_WAIT_SECONDS,
): Promise<SiteDatabase> {
  const { given } = fillFromFiles(process.env, SECRETS)
  const url = given.DATABASE_URL
  if (url) {
    const directUrl = given.DATABASE_DIRECT_URL || url
    const ownerUrl = given.DATABASE_OWNER_URL || directUrl
    delete process.env.DATABASE_OWNER_URL
    for (const name of ADDRESSES) delete process.env[`${name}_FILE`]
    process.env.DATABASE_URL = url
    if (given.DATABASE_DIRECT_URL) process.env.DATABASE_DIRECT_URL = directUrl
    const addresses = { url, directUrl, ownerUrl }
    if (roleIn(directUrl) !== roleIn(url)) {
      throw new SettingsError(['DATABASE_DIRECT_URL: names another role than DATABASE_URL'])
    }
    await waitForServer(addresses, seconds)
    if (env().MODE === 'live') await refuseOwner(addresses)
    return { ...addresses, stop: async () => {} }
  }

  // In a folder of its own: the server's user closes it to all other users, also to a browser's.
  const embedded = await startEmbeddedPostgres(join(dataFolder, 'live'))
  const addresses = await createDatabase(embedded.url, 'halcyon')
  process.env.DATABASE_URL = addresses.url
  return { ...addresses, stop: embedded.stop }
}

/**
 * The same for a command that a person runs: past any pooler, and without waiting.
 *
 * @throws {SettingsError} like openSiteDatabase
 */
export function openDatabaseForCommand(dataFolder: string): Promise<SiteDatabase> {
  const { DATABASE_DIRECT_URL } = fillFromFiles(process.env, SECRETS).given
  if (DATABASE_DIRECT_URL) {
    process.env.DATABASE_URL = DATABASE_DIRECT_URL
    delete process.env.DATABASE_URL_FILE
  }
  return openSiteDatabase(dataFolder, 0)
}

/** The pooler comes later: a connection that it opens before the limits are set has none. */
async function waitForServer({ url, directUrl, ownerUrl }: Addresses, seconds: number) {
  const options = WITHOUT_LIMITS
  const setting = directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  await waitForDatabase({ setting, address: directUrl, options }, seconds)
  if (ownerUrl === directUrl) return
  await waitForDatabase({ setting: 'DATABASE_OWNER_URL', address: ownerUrl, options }, seconds)
}

/** Ends our own database, if that program started it and was killed before it could end it. */
export function endDatabaseOf(keeper: number): void {
  const address = process.env.DATABASE_URL
  if (address) leaveWithKeeper(address, keeper)
}

/** The role in an address, as the driver reads it. */
export function roleIn(address: string): string {
  return new Client(address).user ?? ''
}

/** A role that may become the owner of a table has the owner's rights, so it counts as an owner. */
const ROLE_QUERY = `
  select
    rolsuper as is_superuser,
    exists (
      select from pg_database where datname = current_database() and pg_has_role(datdba, 'member')
    ) or exists (
      select from pg_class where relpersistence <> 't' and pg_has_role(relowner, 'member')
    ) as is_owner
  from pg_roles where rolname = current_user`

/** An owner can grant itself revoked rights again, and a superuser need not even do that. */
async function refuseOwner({ directUrl, ownerUrl }: Addresses): Promise<void> {
  const client = new Client(directUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ is_superuser: boolean; is_owner: boolean }>(ROLE_QUERY)
    if (rows[0]?.is_superuser) {
      throw new SettingsError(['DATABASE_URL: its role is a superuser, which live mode refuses'])
    }
    if (rows[0]?.is_owner || roleIn(directUrl) === roleIn(ownerUrl)) {
      throw new SettingsError([
        'DATABASE_URL: its role owns the tables or may become their owner, which live mode refuses; the owner is for DATABASE_OWNER_URL alone',
      ])
    }
  } finally {
    await client.end()
  }
}

/**
 * Makes the database and both roles if they are missing; `superuser` may make them. Hands a
 * database of an earlier version, which belongs to the site, over to the owner. Where the superuser has
 * a password, the roles have the same one.
 */
export async function createDatabase(
  superuser: string,
  name: string,
  template = 'template1',
): Promise<Addresses> {
  const client = new Client(superuser)
  const { password } = new URL(superuser)
  const entry = password ? ` password ${escapeLiteral(decodeURIComponent(password))}` : ''
  await client.connect()
  try {
    for (const role of [OWNER_ROLE, SITE_ROLE]) {
      await unlessItExists(client, `create role ${role} login${entry}`)
    }
    const [database, source] = [name, template].map(escapeIdentifier)
    const copy = `create database ${database} owner ${OWNER_ROLE} template ${source}`
    await unlessItExists(client, `${copy} strategy file_copy`)
    if ((await ownerOf(client, name)) === SITE_ROLE) await handOver(atDatabase(superuser, name))
  } finally {
    await client.end()
  }
  const as = (username: string) =>
    Object.assign(new URL(superuser), { pathname: `/${name}`, username }).href
  const url = as(SITE_ROLE)
  return { url, directUrl: url, ownerUrl: as(OWNER_ROLE) }
}

async function ownerOf(client: Client, database: string): Promise<string | undefined> {
  const question = 'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1'
  const { rows } = await client.query<{ owner: string }>(question, [database])
  return rows[0]?.owner
}

/** All or nothing. Programs that start together wait for each other; the second finds it done. */
async function handOver(superuserThere: string): Promise<void> {
  const client = new Client(superuserThere)
  await client.connect()
  try {
    await client.query(`
      select pg_advisory_xact_lock('pg_database'::regclass::int, 0);
      reassign owned by ${SITE_ROLE} to ${OWNER_ROLE}`)
  } finally {
    await client.end()
  }
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
