import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { Count } from './count.ts'

/** Limit on counts in memory, at about 400 bytes each. Beyond it the oldest is dropped. */
const MAX_KEYS = 50_000

const limiters = new Map<string, RateLimiterMemory>()
/** Oldest first. */
const keys = new Map<string, { limiter: RateLimiterMemory; key: string }>()

/** Counts a try in the memory of this process; returns false if it is one too many. */
export async function countHere(count: Count): Promise<boolean> {
  return isConsumed(limiterOf(count).consume(count.key))
}

/** Takes back a try that was counted in this process. */
export async function uncountHere(count: Count): Promise<void> {
  await limiterOf(count).reward(count.key)
}

/** A rejection by the limiter is a refusal; anything else thrown is a fault. */
export async function isConsumed(consuming: Promise<RateLimiterRes>): Promise<boolean> {
  try {
    await consuming
    return true
  } catch (answer) {
    if (answer instanceof RateLimiterRes) return false
    throw answer
  }
}

function limiterOf({ name, key, tries: points, seconds: duration }: Count): RateLimiterMemory {
  const kind = `${name} ${points}`
  const limiter = limiters.get(kind) ?? new RateLimiterMemory({ points, duration, keyPrefix: name })
  limiters.set(kind, limiter)
  remember(limiter, key)
  return limiter
}

function remember(limiter: RateLimiterMemory, key: string): void {
  const full = limiter.getKey(key)
  if (keys.has(full)) return
  keys.set(full, { limiter, key })
  if (keys.size <= MAX_KEYS) return
  for (const [oldest, { limiter: counted, key: forgotten }] of keys) {
    keys.delete(oldest)
    void counted.delete(forgotten)
    return
  }
}
