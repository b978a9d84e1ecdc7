import type { Context, MiddlewareHandler } from 'hono'

import type { BankEnv } from '#bank/hono-env.ts'

import { answerError, ApiError, FAULT, invalid, NotUnderstood } from './errors.ts'

/**
 * Faults that tests give the next calls: a 500 before or after the work, or a duplicate in
 * progress.
 */
export type Fault = '500-before' | '500-after' | '409'

type Remembered = { asked: string; status: number; body: string }

/**
 * The first response under a key is repeated for every request with that key, even a 500; different
 * parameters under the same key are refused. A call that did not begin is not stored.
 */
export function answerOnce(faults: Fault[]): MiddlewareHandler<BankEnv> {
  const answers = new Map<string, Remembered>()
  return async (c, next) => {
    if (c.req.method !== 'POST') return next()
    const key = c.req.header('Idempotency-Key') ?? ''
    if (key === '' || key.length > 255) return answerError(c, invalid('idempotency_key_missing'))
    const asked = `${c.req.path} ${await c.req.text()}`
    const known = answers.get(key)
    if (known && known.asked !== asked) {
      return answerError(c, new ApiError(400, { type: 'idempotency_error' }))
    }
    if (known) {
      c.header('Idempotent-Replayed', 'true')
      return c.body(known.body, known.status as 200, { 'Content-Type': 'application/json' })
    }
    const fault = faults.shift()
    if (fault === '409') {
      const inUse = { type: 'idempotency_error', code: 'idempotency_key_in_use' }
      return answerError(c, new ApiError(409, inUse))
    }
    if (fault !== '500-before') await next()
    if (fault !== undefined) fail(c)
    const { status } = c.res
    if (!(c.error instanceof NotUnderstood))
      answers.set(key, { asked, status, body: await c.res.clone().text() })
    return undefined
  }
}

function fail(c: Context<BankEnv>): void {
  c.res = undefined
  c.res = answerError(c, FAULT)
}
