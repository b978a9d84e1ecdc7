import { Client, escapeIdentifier } from 'pg'

/**
 * The limits of the site's role, in milliseconds (docs/promises.md, timeouts). The last one is for
 * a program that freezes within a transaction: nobody waits longer than this for the rows that it
 * has locked.
 */
export const LIMITS = {
  statement_timeout: 2000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 2500,
}

/**
 * Options of a connection for which no visitor waits. One that stands idle within a transaction for
 * a minute belongs to a program that is gone.
 */
export const WITHOUT_LIMITS =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=60000'

/** The place of a migration among all work of the database, as a lock: see db.server.ts. */
const SETTINGS_LOCK = `select pg_advisory_xact_lock('pg_db_role_setting'::regclass::int, 0)`

const QUESTION = `
  select current_user as role, current_database() as database, coalesce(setconfig, '{}') as set
  from (values (1)) as one
  left join pg_db_role_setting on setrole = current_user::regrole
    and setdatabase = (select oid from pg_database where datname = current_database())`

type Found = { role: string; database: string; set: string[] }

/**
 * Sets the limits on the role of this address, where they also hold through a pooler, which refuses
 * them from a connection. Every role may do this to itself, and it counts for new connections. Where
 * a database forbids it, checkSiteRole says so.
 */
export async function setLimits(directUrl: string): Promise<void> {
  const client = new Client(directUrl)
  await client.connect()
  try {
    const { rows } = await client.query<Found>(QUESTION)
    const [found] = rows
    if (!found || Object.entries(LIMITS).every(([name, value]) => isSet(found, name, value))) return
    await client.query([SETTINGS_LOCK, ...limitStatements(found)].join(';\n'))
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
  } finally {
    await client.end()
  }
}

const NOT_ALLOWED = '42501'

function isSet({ set }: Found, name: string, value: number): boolean {
  return set.includes(`${name}=${value}`)
}

/** The statements that set the limits, for the program or for an operator. */
export function limitStatements({ role, database }: Pick<Found, 'role' | 'database'>): string[] {
  const whose = `alter role ${escapeIdentifier(role)} in database ${escapeIdentifier(database)}`
  return Object.entries(LIMITS).map(([name, value]) => `${whose} set ${name} = ${value}`)
}
