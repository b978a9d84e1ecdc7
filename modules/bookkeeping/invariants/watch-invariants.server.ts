import { sql } from 'kysely'

import { db, type Tx } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inPatientTransaction, inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import { checkInvariants, idsOf, PROMISES } from './check-invariants.server.ts'
import { listBreaches } from './find-checks.server.ts'

/** Looks every quarter of an hour at what changed, and at all rows of an invariant with a known breach. */
export const WATCH_INVARIANTS: Job<object> = {
  name: 'watch-invariants',
  tries: 3,
  firstPause: 60,
  longestPause: 300,
  seconds: 3600,
}

/** Looks every night, and when a person asks for it, at everything. */
export const WATCH_EVERYTHING: Job<object> = {
  name: 'watch-everything',
  tries: 5,
  firstPause: 300,
  longestPause: 3600,
  seconds: 3 * 3600,
}

/**
 * Minutes before the last look whose changes are looked at again: the deadlines of a change, and the
 * longest transaction, end within them.
 */
const MINUTES_AGAIN = 60

/** Hours after a look at everything from which a look at changes alone is too little. */
const HOURS_OF_WHOLE = 26

/** The memory for one step of a query: enough to compare a million bookings without a file. */
const MEMORY = '64MB'

/** Maximum number of breaches named in one alert; `npm run invariants` lists all. */
const MAX_NAMED = 5

/** For how long a check is kept in the list of checks. */
const DAYS_TO_KEEP = 90

/** `compareFeed`: the check of I20, by the module of the feeds, which stands above this one. */
type Watch = { whole?: boolean; compareFeed?: () => Promise<string[]> }

/**
 * Reports breaches that are new since the last look, all in one alert. A breach that stays is not
 * reported again; one that was fixed is forgotten, so that it is reported if it returns. While one
 * is known all rows of its invariant are looked at, so that its end is seen.
 */
export async function watchInvariants(
  now: Temporal.Instant,
  { whole = false, compareFeed }: Watch = {},
): Promise<void> {
  const startedAt = performance.now()
  const since = whole ? undefined : await findLastLook(now)
  const known = await listBreaches()
  const wholly = idsOf(known.map(({ sentence }) => sentence))
  const breaches = await look(now, { since, wholly })
  if (!since || wholly.has('I20')) breaches.push(...((await compareFeed?.()) ?? []))
  const milliseconds = Math.round(performance.now() - startedAt)
  await inTransaction(async (tx) => {
    await record(tx, { breaches, milliseconds, isWhole: !since, now })
    await endAlerts(tx, { kinds: ['watch-failed'], now })
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

/** A failed look proves nothing, so the alert stays until a look succeeds. */
export async function parkWatch(): Promise<void> {
  await inTransaction((tx) => raiseAlert(tx, 'watch-failed', {}))
}

/** The moment from which changes are looked at; undefined if everything has to be. */
async function findLastLook(now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
  const { last, whole } = await db
    .selectFrom('invariantChecks')
    .select((check) => [
      check.fn.max('checkedAt').as('last'),
      check.fn.max('checkedAt').filterWhere('isWhole', '=', true).as('whole'),
    ])
    .executeTakeFirstOrThrow()
  if (!last || !whole) return undefined
  const isOld = isBefore(whole, now.subtract({ hours: HOURS_OF_WHOLE }))
  return isOld ? undefined : last.subtract({ minutes: MINUTES_AGAIN })
}

type Looked = { since: Temporal.Instant | undefined; wholly: ReadonlySet<string> }

/**
 * All queries read one snapshot, so that a change between two of them is no breach. They run
 * without a time limit, also where the role has one, since no visitor waits for them.
 */
function look(now: Temporal.Instant, { since, wholly }: Looked): Promise<string[]> {
  return inPatientTransaction(async (tx) => {
    await sql`set transaction isolation level repeatable read read only`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local work_mem = ${sql.lit(MEMORY)}`.execute(tx)
    return checkInvariants(tx, { now, wholly, ...(since && { since }) })
  })
}

type Check = {
  breaches: readonly string[]
  milliseconds: number
  isWhole: boolean
  now: Temporal.Instant
}

/** Each breach begins with the id of its invariant: "I1: …". */
async function record(tx: Tx, { breaches, milliseconds, isWhole, now }: Check): Promise<void> {
  const counts = Object.keys(PROMISES).map((id) => {
    const found = breaches.filter((breach) => breach.startsWith(`${id}:`))
    return [id, found.length] as const
  })
  const check = { breaches: JSON.stringify(Object.fromEntries(counts)), milliseconds, isWhole }
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
