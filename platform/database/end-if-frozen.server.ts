import { sql } from 'kysely'

import { LIMITS } from '#platform/connection/limits-of-role.server.ts'
import type { Tx } from '#platform/db.server.ts'

/**
 * For patient work from where buyers wait for what it holds: if the program freezes, the database
 * ends the transaction as soon as one of the site. Until its end nothing may be computed for long.
 */
export async function endIfFrozen(tx: Tx): Promise<void> {
  const milliseconds = sql.lit(LIMITS.idle_in_transaction_session_timeout)
  await sql`set local idle_in_transaction_session_timeout = ${milliseconds}`.execute(tx)
}
