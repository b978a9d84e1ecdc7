import { join } from 'node:path'

import { waitForOthers } from '#modules/timetable/make-departures.server.ts'
import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'

export const SEED_FOLDER = join(import.meta.dirname, '../../../db/seed/gtfs')

/**
 * Loads the demonstration timetable into a database that never had one. Programs that start
 * together wait for each other here. The import code is loaded only if there is something to do.
 */
export async function loadSeed(now: Temporal.Instant): Promise<'loaded' | 'already-there'> {
  if (await wasImported()) return 'already-there'
  const { describeFinding } = await import('#modules/gtfs/check/describe-finding.ts')
  const { importFeed } = await import('./import-feed.server.ts')
  const { readFeed } = await import('#modules/gtfs/feed/read-feed.server.ts')
  const feed = await readFeed(SEED_FOLDER)
  return inPatientTransaction(async (tx) => {
    await waitForOthers(tx)
    const [earlier] = await tx.selectFrom('feedImports').select('importId').limit(1).execute()
    if (earlier) return 'already-there'

    const outcome = await importFeed(tx, feed, {
      source: 'db/seed/gtfs',
      now,
      by: { kind: 'import', name: 'start' },
    })
    const problems =
      'problems' in outcome ? outcome.problems.map((found) => describeFinding(found)) : []
    invariant(outcome.ok, `the demonstration timetable is sound\n${problems.join('\n')}`)
    return 'loaded'
  })
}

async function wasImported(): Promise<boolean> {
  const [some] = await db.selectFrom('feedImports').select('importId').limit(1).execute()
  return some !== undefined
}
