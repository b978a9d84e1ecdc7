import { sql } from 'kysely'

import { raiseAlert } from '#platform/alert.server.ts'
import { endAlerts } from '#platform/alerts.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { checkInvariants, PROMISES } from './check-invariants.server.ts'

/** Checks in operation every invariant that the database alone can show. */
export const WATCH_INVARIANTS: Job<object> = {
  name: 'watch-invariants',
  tries: 3,
  firstPause: 60,
  longestPause: 300,
  seconds: 900,
}

/** Maximum number of breaches named in one alert; `npm run invariants` lists all. */
const MAX_NAMED = 5

/** For how long a check is kept in the list of checks. */
const DAYS_TO_KEEP = 90

/**
 * Reports breaches that are new since the last check, all in one alert. A breach that stays is not
 * reported again; one that was fixed is forgotten, so that it is reported if it returns.
 */
export async function watchInvariants(now: Temporal.Instant): Promise<void> {
  const startedAt = performance.now()
  const breaches = await look(now)
  const milliseconds = Math.round(performance.now() - startedAt)
  await inTransaction(async (tx) => {
    await record(tx, { breaches, milliseconds, now })
    const isNew = await remember(tx, breaches, now)
    if (breaches.length === 0) await endAlerts(tx, { kinds: ['promise-broken'], now })
    if (isNew.length === 0) return
    const named = isNew
      .slice(0, MAX_NAMED)
      .map((breach, place) => [`breach ${place + 1}`, breach] as const)
    const counts = { new: isNew.length, all: breaches.length }
    await raiseAlert(tx, 'promise-broken', { ...counts, ...Object.fromEntries(named) })
  })
}

/**
 * All queries read one snapshot, so that a change between two of them is no breach. They run
 * without a time limit, since no visitor waits for them.
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

type Check = { breaches: readonly string[]; milliseconds: number; now: Temporal.Instant }

/** Each breach begins with the id of its invariant: "I1: …". */
async function record(tx: Tx, { breaches, milliseconds, now }: Check): Promise<void> {
  const counts = Object.keys(PROMISES).map((id) => {
    const found = breaches.filter((breach) => breach.startsWith(`${id}:`))
    return [id, found.length] as const
  })
  const check = { breaches: JSON.stringify(Object.fromEntries(counts)), milliseconds }
  await tx
    .insertInto('invariantChecks')
    .values({ checkedAt: now, ...check })
    .onConflict((known) => known.column('checkedAt').doUpdateSet(check))
    .execute()
  await tx
    .deleteFrom('invariantChecks')
    .where('checkedAt', '<', now.subtract({ hours: 24 * DAYS_TO_KEEP }))
    .execute()
}

/**
 * Stores the breaches and returns those not reported before. If two watchers run at once, only one
 * gets them.
 */
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
