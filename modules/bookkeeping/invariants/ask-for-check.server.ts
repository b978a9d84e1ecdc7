import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { WATCH_EVERYTHING } from './watch-invariants.server.ts'

/**
 * Has all invariants checked at once. A job does it, since on a large database it takes longer than
 * anybody waits for a page.
 */
export function askForCheck({ by, now }: { by: Actor; now: Temporal.Instant }): Promise<void> {
  return inTransaction(async (tx) => {
    await enqueueJob(tx, WATCH_EVERYTHING, {})
    await audit(tx, { by, subject: 'invariants', action: 'checked', now })
  })
}
