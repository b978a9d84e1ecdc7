import type Stripe from 'stripe'

import type { ProviderFailure } from '#modules/payments/provider.ts'
import { log } from '#platform/log.server.ts'

import { failure, reasonOfFault } from './call-failures.ts'
import { stripeLibrary } from './stripe-library.server.ts'

type Reason = ProviderFailure['reason']

/**
 * The failure of a call as one of the three reasons that a caller can act upon. After a 5xx, a
 * timeout or a cut connection the effect is unknown. Too many calls (429) are refused before they
 * have one.
 */
export function failureOf(error: unknown): ProviderFailure {
  const { StripeError, StripeConnectionError } = stripeLibrary().errors
  if (!(error instanceof StripeError)) return failure('unknown')
  const reason =
    error instanceof StripeConnectionError ? reasonOfFault(error.detail) : reasonOf(error)
  const { statusCode, code, param, requestId } = error
  // Without the message, which may repeat an address that the traveller typed.
  const facts = { kind: error.type, statusCode, code, param, requestId }
  if (reason === 'rejected') log.warn(facts, 'Stripe refuses a call')
  return failure(reason)
}

function reasonOf({ statusCode = 500 }: Stripe.errors.StripeError): Reason {
  if (statusCode === 429) return 'unavailable'
  // Another of our processes is making the same call at this moment.
  if (statusCode === 409) return 'unknown'
  return statusCode >= 400 && statusCode < 500 ? 'rejected' : 'unknown'
}

/** Two of our processes make the same call at once; the first has no response yet. */
export function isInUse(error: unknown): boolean {
  return error instanceof stripeLibrary().errors.StripeError && error.statusCode === 409
}

/** A stored fault, which Stripe repeats for every call with the same key. */
export function isStoredFault(error: unknown): boolean {
  const { StripeError } = stripeLibrary().errors
  if (!(error instanceof StripeError) || (error.statusCode ?? 0) < 500) return false
  return error.headers?.['idempotent-replayed'] === 'true'
}

/** Our key is wrong or lacks a permission, which staff can fix; it says nothing about the request. */
export function isAboutOurKey(error: unknown): boolean {
  const { StripeError } = stripeLibrary().errors
  const status = error instanceof StripeError ? error.statusCode : undefined
  return status === 401 || status === 403
}
