import { Client } from 'pg'

import { LIMITS, limitStatements } from '#platform/connection/limits-of-role.server.ts'
import { env, SettingsError } from '#platform/settings/env.server.ts'

type Found = {
  role: string
  database: string
  /** The limits that are off. */
  missing: string[]
  rewritesBooks: boolean
}

const QUESTION = `
  select current_user as role, current_database() as database,
    array(select name from pg_settings where name = any($1) and setting = '0' order by name) as missing,
    has_table_privilege('ledger_entries', 'update') or has_table_privilege('ledger_entries', 'delete')
      as "rewritesBooks"`

/**
 * Asks the database over the very address of the site what holds there. A pooler may pass limits on
 * or drop them without a word, and a role may have rights from a group.
 *
 * @throws {SettingsError} if a limit on time is off; in live mode also if the role may change or
 *   delete what is in the ledger
 */
export async function checkSiteRole(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Found>(QUESTION, [Object.keys(LIMITS)])
    const problems = rows.flatMap(listProblems)
    if (problems.length > 0) throw new SettingsError(problems)
  } finally {
    await client.end()
  }
}

function listProblems({ role, database, missing, rewritesBooks }: Found): string[] {
  const problems: string[] = []
  if (missing.length > 0) {
    const remedy = limitStatements({ role, database }).join('; ')
    problems.push(
      `DATABASE_URL: ${missing.join(', ')} is off there (0), so one stuck transaction would stop all sales. As a superuser, run: ${remedy}; then let a pooler connect again (RECONNECT)`,
    )
  }
  if (rewritesBooks && env().MODE === 'live') {
    problems.push(
      'DATABASE_URL: its role may change or delete entries of the ledger, which live mode refuses; take it out of groups such as pg_write_all_data',
    )
  }
  return problems
}
