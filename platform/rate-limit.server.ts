import { RateLimiterMemory } from 'rate-limiter-flexible'

import { callerAddress } from './request-id.server.ts'

/**
 * How often something may be tried. Counted in the memory of one process: a bound on what a single
 * visitor costs us, not an account of anything, so it may begin anew with a restart.
 */
export type Limit = { name: string; tries: number; seconds: number }

const limiters = new Map<string, RateLimiterMemory>()

/** Counts a try of whoever asks, by address and, where known, by visitor; false when it is one too many. */
export async function mayTry(limit: Limit, visitor?: string): Promise<boolean> {
  return countTry(limit, [`address ${callerAddress()}`, ...(visitor ? [`visitor ${visitor}`] : [])])
}

/** Counts a try at one thing, such as an account, by whomever; false when it is one too many. */
export function mayTryAt(limit: Limit, thing: string): Promise<boolean> {
  return countTry(limit, [`thing ${thing}`])
}

async function countTry(limit: Limit, keys: readonly string[]): Promise<boolean> {
  const { name, tries, seconds } = limit
  const limiter =
    limiters.get(name) ??
    new RateLimiterMemory({ points: tries, duration: seconds, keyPrefix: name })
  limiters.set(name, limiter)
  const answers = await Promise.allSettled(keys.map((key) => limiter.consume(key)))
  return answers.every(({ status }) => status === 'fulfilled')
}
