import { LRUCache } from 'lru-cache'

import { now } from '#platform/clock.server.ts'
import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'

const KEPT_MILLISECONDS = 60_000
/** The age up to which the last reading still serves while the database is down. */
const GOOD_ENOUGH_MILLISECONDS = 3_600_000
const MAX_READINGS = 500

/** The caches of all functions made by `keepBriefly`, so that all can be cleared together. */
const everything: { clear(): void }[] = []

/** The least recently used entry is evicted. */
type Limit<Value extends {}> =
  | { /** Most entries. */ max: number }
  | { /** Most bytes. */ maxBytes: number; bytesOf: (value: Value, key: string) => number }

type CacheOptions<Value extends {}> = Limit<Value> & {
  /** Milliseconds by the project's clock. Without it an entry does not age. */
  ttl?: number
  fetchMethod?: (key: string) => Promise<Value>
}

/**
 * A cache in the memory of this process. A stale value stays readable with `allowStale`, and
 * survives a failed `fetch`. A value that is being fetched when the cache is cleared still reaches
 * its callers, and is not kept.
 */
export function openCache<Value extends {}>(options: CacheOptions<Value>): LRUCache<string, Value> {
  const { ttl, fetchMethod } = options
  const limit =
    'max' in options
      ? { max: options.max }
      : { maxSize: options.maxBytes, sizeCalculation: options.bytesOf }
  return new LRUCache<string, Value>({
    ...limit,
    ...(ttl !== undefined && { ttl }),
    ...(fetchMethod && { fetchMethod }),
    perf: { now: () => now().epochMilliseconds },
    ttlResolution: 0,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
  })
}

/**
 * Caches `read` for a minute per argument, or for some milliseconds: for data that every visitor is
 * shown and that, within a minute, only an import changes. Simultaneous visitors share one reading, and a failed one is not kept.
 */
export function keepBriefly<Value extends {}>(
  read: (key: string) => Promise<Value>,
  milliseconds = KEPT_MILLISECONDS,
): (key: string) => Promise<Value> {
  // The package counts an entry as fresh up to and including its last millisecond.
  const ttl = milliseconds - 1
  const kept = openCache({ max: MAX_READINGS, ttl, fetchMethod: read })
  everything.push(kept)
  const ageOf = (key: string) => ttl - kept.getRemainingTTL(key)

  return async (key) => {
    const isFromTheFuture = kept.has(key) && ageOf(key) < 0 // the clock was put back since
    if (isFromTheFuture) kept.delete(key)
    try {
      return await kept.forceFetch(key)
    } catch (error) {
      const before = kept.get(key, { allowStale: true })
      const isGoodEnough = before !== undefined && ageOf(key) < GOOD_ENOUGH_MILLISECONDS
      if (isGoodEnough && isDatabaseAway(error)) return before
      throw error
    }
  }
}

/** A cache without an age, cleared with all others when the timetable has been replaced. */
export function openKept<Value extends {}>(max: number): LRUCache<string, Value> {
  const kept = openCache<Value>({ max })
  everything.push(kept)
  return kept
}

/** Called when the timetable has been replaced: clears all readings. */
export function forgetKept(): void {
  for (const kept of everything) kept.clear()
}
