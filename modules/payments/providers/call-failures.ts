import type { ProviderFailure } from '#modules/payments/provider.ts'

/* What is known when a call to a provider came to nothing, in the words that a caller can act upon. */

export function failure(reason: ProviderFailure['reason']): ProviderFailure {
  return { ok: false, reason }
}

/** After a 500 nobody knows what was done; being too busy says that nothing was. */
export function reasonOf(status: number): ProviderFailure['reason'] {
  if (status === 503 || status === 429) return 'unavailable'
  return status >= 400 && status < 500 ? 'rejected' : 'unknown'
}

/** What was thrown instead of an answer. */
export function reasonOfFault(error: unknown): ProviderFailure['reason'] {
  return wasNeverSent(error) ? 'unavailable' : 'unknown'
}

/** No line came about, so nobody there can have heard anything. */
const NO_LINE = new Set([
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
  return typeof code === 'string' && NO_LINE.has(code)
}
