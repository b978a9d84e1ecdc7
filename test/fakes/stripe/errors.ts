import type { Context } from 'hono'
import type { z } from 'zod'

import type { BankEnv } from '#bank/hono-env.ts'

/** An error response of the API, in its own format. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 404 | 409 | 429 | 500
  readonly error: { type: string; code?: string; param?: string }

  constructor(status: ApiError['status'], error: ApiError['error']) {
    super(`${error.type} ${error.code ?? ''} ${error.param ?? ''}`)
    this.status = status
    this.error = error
  }
}

export function invalid(code: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', code, ...(param && { param }) })
}

export const MISSING = new ApiError(404, {
  type: 'invalid_request_error',
  code: 'resource_missing',
})
export const FAULT = new ApiError(500, { type: 'api_error' })

/**
 * An invalid request is not stored under its idempotency key, so the corrected one can be sent
 * under the same key.
 */
export class NotUnderstood extends ApiError {
  constructor({ issues: [issue] }: z.ZodError) {
    const keys = issue?.code === 'unrecognized_keys' ? issue.keys : []
    const param = [...(issue?.path ?? []), ...keys].join('.')
    const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
    const code = keys.length > 0 ? 'parameter_unknown' : isMissing ? 'parameter_missing' : ''
    super(400, { type: 'invalid_request_error', param, ...(code && { code }) })
  }
}

export function answerError(c: Context<BankEnv>, { status, error, message }: ApiError): Response {
  return c.json({ error: { ...error, message } }, status)
}

/** Too many calls: nothing was done for this one. */
export function answerBusy(c: Context<BankEnv>): Response {
  return answerError(c, new ApiError(429, { type: 'invalid_request_error', code: 'rate_limit' }))
}
