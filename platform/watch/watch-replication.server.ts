import type { Replication } from '#platform/database/find-replication.server.ts'
import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { raiseAlert } from './alert.server.ts'
import { endAlerts } from './alerts.server.ts'

/** Checks whether sales are still on a standby before they are confirmed. */
export const WATCH_REPLICATION: Job<object> = {
  name: 'watch-replication',
  tries: 3,
  firstPause: 20,
  longestPause: 60,
}

/**
 * Raises an alert when a database that was replicated synchronously no longer is: Patroni then goes on
 * alone, unless it is strict. Raised once for each loss, and over when a standby is waited for again.
 */
export function noteReplication({ names }: Replication, now: Temporal.Instant): Promise<void> {
  const isSynchronous = names !== ''
  return inTransaction(async (tx) => {
    const before = await tx
      .selectFrom('replicationStates')
      .select('isSynchronous')
      .forUpdate()
      .executeTakeFirst()
    if ((before?.isSynchronous ?? false) === isSynchronous) return
    const state = { isSynchronous, since: now }
    await tx
      .insertInto('replicationStates')
      .values(state)
      .onConflict((known) => known.column('isOnly').doUpdateSet(state))
      .execute()
    if (isSynchronous) await endAlerts(tx, { kinds: ['no-synchronous-standby'], now })
    else await raiseAlert(tx, 'no-synchronous-standby', {})
  })
}

/** Since when no sale waits for a standby any more; undefined if one does, or none ever did. */
export async function findStandbyLost(): Promise<Temporal.Instant | undefined> {
  const lost = await db
    .selectFrom('replicationStates')
    .select('since')
    .where('isSynchronous', '=', false)
    .executeTakeFirst()
  return lost?.since
}
