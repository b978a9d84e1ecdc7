import type { ProviderFailure } from '#modules/payments/provider.ts'

/* Reasons why a call to a provider failed, as values that a caller can act upon. */

export function failure(reason: ProviderFailure['reason']): ProviderFailure {
  return { ok: false, reason }
}

/** After a 500 the effect is unknown; a provider that is too busy has done nothing. */
export function reasonOf(status: number): ProviderFailure['reason'] {
  if (status === 503 || status === 429) return 'unavailable'
  return status >= 400 && status < 500 ? 'rejected' : 'unknown'
}

/** Classifies an error thrown instead of a response. */
export function reasonOfFault(error: unknown): ProviderFailure['reason'] {
  return wasNeverSent(error) ? 'unavailable' : 'unknown'
}

/** No connection was made, so the provider cannot have received anything. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause && typeof cause === 'object' && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && NO_CONNECTION.has(code)
}
