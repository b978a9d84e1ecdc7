import { sql } from 'kysely'

import { raiseAlert } from '#platform/alert.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { checkInvariants } from './check-invariants.server.ts'

/** Looks in operation whether every promise holds that a database can tell of. */
export const WATCH_INVARIANTS: Job<object> = {
  name: 'watch-invariants',
  tries: 3,
  firstPause: 60,
  longestPause: 300,
  seconds: 900,
}

/** So many are named in one alert; `npm run invariants` names all. */
const MAX_NAMED = 5

/**
 * Tells of breaches that were not there when it last looked, all in one alert. One that stays is not
 * told again; one that is mended is forgotten, so that it is told if it comes back.
 */
export async function watchInvariants(now: Temporal.Instant): Promise<void> {
  const breaches = await look(now)
  await inTransaction(async (tx) => {
    const isNew = await remember(tx, breaches, now)
    if (isNew.length === 0) return
    const named = isNew
      .slice(0, MAX_NAMED)
      .map((breach, place) => [`breach ${place + 1}`, breach] as const)
    const counts = { new: isNew.length, all: breaches.length }
    await raiseAlert(tx, 'promise-broken', { ...counts, ...Object.fromEntries(named) })
  })
}

/**
 * All questions are answered from one moment, so that what happens between two of them is no breach;
 * and as slowly as they need, since nobody waits.
 */
function look(now: Temporal.Instant): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return checkInvariants(tx, { now })
    })
}

/** Those that nobody knew of. Of two that look at once, one is told what is new. */
async function remember(tx: Tx, breaches: string[], now: Temporal.Instant): Promise<string[]> {
  await tx
    .deleteFrom('knownBreaches')
    .$if(breaches.length > 0, (known) => known.where('sentence', 'not in', breaches))
    .execute()
  if (breaches.length === 0) return []
  const rows = await tx
    .insertInto('knownBreaches')
    .values(breaches.map((sentence) => ({ sentence, firstSeenAt: now, lastSeenAt: now })))
    .onConflict((known) => known.column('sentence').doUpdateSet({ lastSeenAt: now }))
    .returning(['sentence', sql<boolean>`xmax = 0`.as('isNew')])
    .execute()
  return rows.flatMap(({ sentence, isNew }) => (isNew ? [sentence] : []))
}
