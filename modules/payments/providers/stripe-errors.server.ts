import type Stripe from 'stripe'

import type { ProviderFailure } from '#modules/payments/provider.ts'
import { log } from '#platform/log.server.ts'

import { failure, reasonOfFault } from './call-failures.ts'
import { stripeLibrary } from './stripe-library.server.ts'

type Reason = ProviderFailure['reason']

/**
 * What went wrong in a call, in the three words that a caller can act upon. After a 5xx, a timeout
 * or a line that was cut nobody knows what was done. Too many calls (429) are turned away before
 * anything is.
 */
export function failureOf(error: unknown): ProviderFailure {
  const { StripeError, StripeConnectionError } = stripeLibrary().errors
  if (!(error instanceof StripeError)) return failure('unknown')
  const reason =
    error instanceof StripeConnectionError ? reasonOfFault(error.detail) : reasonOf(error)
  const { statusCode, code, param, requestId } = error
  // Not its message: that may repeat an address that somebody typed.
  const facts = { kind: error.type, statusCode, code, param, requestId }
  if (reason === 'rejected') log.warn(facts, 'Stripe refuses a call')
  return failure(reason)
}

function reasonOf({ statusCode = 500 }: Stripe.errors.StripeError): Reason {
  if (statusCode === 429) return 'unavailable'
  // The same call is being answered at this moment, to somebody else of us.
  if (statusCode === 409) return 'unknown'
  return statusCode >= 400 && statusCode < 500 ? 'rejected' : 'unknown'
}

/** Two of us ask the same at once; the first has not been answered yet. */
export function isInUse(error: unknown): boolean {
  return error instanceof stripeLibrary().errors.StripeError && error.statusCode === 409
}

/** A fault from before, that is told to everybody who comes with the same key. */
export function isStoredFault(error: unknown): boolean {
  const { StripeError } = stripeLibrary().errors
  if (!(error instanceof StripeError) || (error.statusCode ?? 0) < 500) return false
  return error.headers?.['idempotent-replayed'] === 'true'
}

/** Our key is wrong or may not do this, which somebody mends; it says nothing about what was asked. */
export function isAboutOurKey(error: unknown): boolean {
  const { StripeError } = stripeLibrary().errors
  const status = error instanceof StripeError ? error.statusCode : undefined
  return status === 401 || status === 403
}
