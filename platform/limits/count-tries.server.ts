import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

import { countTogether, uncountTogether } from '#platform/cluster/worker.server.ts'
import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'
import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { isConsumed } from '#platform/requests/count-in-memory.server.ts'
import type { Count } from '#platform/requests/count.ts'

/** Limit on counts in the database; tidying drops the oldest beyond it. */
const MAX_ROWS = 500_000

export const TIDY_TRIES: Job<object> = {
  name: 'tidy-tries',
  tries: 3,
  firstPause: 30,
  longestPause: 300,
}

const inDatabase = new Map<string, RateLimiterPostgres>()

/**
 * Counts a try; returns false if it is one too many.
 *
 * Each machine counts in memory first, in one process for all, so a flood that it refuses never
 * reaches the database. While the database cannot be reached, that count is the only one: visitors are not
 * locked out, and each machine still enforces the limit.
 */
export async function countTry(count: Count): Promise<boolean> {
  const isFine = await countTogether(count)
  if (!isFine || !count.shared) return isFine
  try {
    return await isConsumed(databaseOf(count).consume(count.key))
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return true
  }
}

/** Takes back a try that should not have been counted. */
export async function uncountTry(count: Count): Promise<void> {
  await uncountTogether(count)
  if (!count.shared) return
  try {
    await databaseOf(count).reward(count.key)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
  }
}

/** Deletes expired counts, and the oldest ones beyond the limit. */
export async function tidyTries(now: Temporal.Instant, mostRows = MAX_ROWS): Promise<void> {
  await db.deleteFrom('tries').where('expire', '<=', now.epochMilliseconds).execute()
  const tooMany = db.selectFrom('tries').select('key').orderBy('expire', 'desc').offset(mostRows)
  await db.deleteFrom('tries').where('key', 'in', tooMany).execute()
}

function databaseOf({ name, tries: points, seconds: duration }: Count): RateLimiterPostgres {
  const kind = `${name} ${points}`
  const limiter =
    inDatabase.get(kind) ??
    new RateLimiterPostgres({
      storeClient: { query: askDatabase },
      storeType: 'client',
      tableName: 'tries',
      tableCreated: true,
      clearExpiredByTimeout: false,
      points,
      duration,
      keyPrefix: name,
    })
  inDatabase.set(kind, limiter)
  return limiter
}

/** Runs the limiter's queries on our own connections, which have our timeouts. */
function askDatabase({ text, values }: { text: string; values: readonly unknown[] }) {
  return db.executeQuery(CompiledQuery.raw(text, [...values]))
}
