import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import { isDatabaseAway } from './database-trouble.server.ts'
import { db } from './db.server.ts'
import type { Job } from './jobs.server.ts'

/** Tries under one key, counted for `seconds` from the first one. */
export type Count = {
  /** Counts of different names are independent. */
  name: string
  /** Short, and names no person: see keyedHash. */
  key: string
  tries: number
  seconds: number
  /** Counted across all processes, not in each of them. */
  shared: boolean
}

/** Limit on counts in memory, at about 400 bytes each. Beyond it the oldest is dropped. */
const MAX_KEYS = 50_000
/** Limit on counts in the database; tidying drops the oldest beyond it. */
const MAX_ROWS = 500_000

export const TIDY_TRIES: Job<object> = {
  name: 'tidy-tries',
  tries: 3,
  firstPause: 30,
  longestPause: 300,
}

type Limiter = RateLimiterMemory | RateLimiterPostgres

const inMemory = new Map<string, RateLimiterMemory>()
const inDatabase = new Map<string, RateLimiterPostgres>()
/** Oldest first. */
const keysInMemory = new Map<string, { limiter: RateLimiterMemory; key: string }>()

/**
 * Counts a try; returns false if it is one too many.
 *
 * Each process counts in memory first, so a flood that it refuses never reaches the database. While
 * the database is away, that count is the only one: visitors are not locked out, and each process
 * still enforces the limit.
 */
export async function countTry(count: Count): Promise<boolean> {
  const isFine = await consume(memoryOf(count), count.key)
  if (!isFine || !count.shared) return isFine
  try {
    return await consume(databaseOf(count), count.key)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return true
  }
}

/** Takes back a try that should not have been counted. */
export async function uncountTry(count: Count): Promise<void> {
  await memoryOf(count).reward(count.key)
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

/** A rejection by the limiter is a refusal; anything else thrown is a fault. */
async function consume(limiter: Limiter, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (answer) {
    if (answer instanceof RateLimiterRes) return false
    throw answer
  }
}

function memoryOf({ name, key, tries: points, seconds: duration }: Count): RateLimiterMemory {
  const kind = `${name} ${points}`
  const limiter = inMemory.get(kind) ?? new RateLimiterMemory({ points, duration, keyPrefix: name })
  inMemory.set(kind, limiter)
  remember(limiter, key)
  return limiter
}

function remember(limiter: RateLimiterMemory, key: string): void {
  const full = limiter.getKey(key)
  if (keysInMemory.has(full)) return
  keysInMemory.set(full, { limiter, key })
  if (keysInMemory.size <= MAX_KEYS) return
  for (const [oldest, { limiter: counted, key: forgotten }] of keysInMemory) {
    keysInMemory.delete(oldest)
    void counted.delete(forgotten)
    return
  }
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
