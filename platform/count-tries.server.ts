import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import { isDatabaseAway } from './database-trouble.server.ts'
import { db } from './db.server.ts'
import type { Job } from './jobs.server.ts'

/** Tries under one key, counted from the first one on for so many seconds. */
export type Count = {
  /** Counts of different names have nothing to do with each other. */
  name: string
  /** Short, and without a name of anybody: see keyedHash. */
  key: string
  tries: number
  seconds: number
  /** Counted by all processes together, and not by each for itself. */
  shared: boolean
}

/** In memory, all counts together: some 400 bytes each. Beyond it the oldest is forgotten. */
const MAX_KEYS = 50_000
/** In the database; the next tidying forgets the oldest beyond it. */
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
/** The oldest first. */
const keysInMemory = new Map<string, { limiter: RateLimiterMemory; key: string }>()

/**
 * Counts a try; false when it is one too many.
 *
 * Each process counts for itself first, so that the flood that it refuses never reaches the database.
 * While that is away it is the only count: nobody is locked out by it, and each process keeps the bound.
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

/** A try that was counted, and should not have been. */
export async function uncountTry(count: Count): Promise<void> {
  await memoryOf(count).reward(count.key)
  if (!count.shared) return
  try {
    await databaseOf(count).reward(count.key)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
  }
}

/** Forgets what is over, and the oldest of too many. */
export async function tidyTries(now: Temporal.Instant, mostRows = MAX_ROWS): Promise<void> {
  await db.deleteFrom('tries').where('expire', '<=', now.epochMilliseconds).execute()
  const tooMany = db.selectFrom('tries').select('key').orderBy('expire', 'desc').offset(mostRows)
  await db.deleteFrom('tries').where('key', 'in', tooMany).execute()
}

/** A refusal is an answer, and anything else that is thrown is a fault. */
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

/** On our own connections, which know how to wait and when to give up. */
function askDatabase({ text, values }: { text: string; values: readonly unknown[] }) {
  return db.executeQuery(CompiledQuery.raw(text, [...values]))
}
