import { invariant } from '#platform/invariant.ts'

import type { ProviderSnapshot } from './provider.ts'

/**
 * The life of an attempt to pay. `paid` and `review` are final; a declined, expired or cancelled
 * attempt may still become paid, since money can be late (reference: edge cases 12, 16 and 17).
 */
const NEXT = {
  created: ['open', 'processing', 'paid', 'declined', 'expired', 'cancelled', 'review'],
  open: ['processing', 'paid', 'declined', 'expired', 'cancelled', 'review'],
  processing: ['paid', 'declined', 'expired', 'cancelled', 'review'],
  declined: ['paid', 'review'],
  expired: ['paid', 'review'],
  cancelled: ['paid', 'review'],
  paid: [],
  review: [],
} as const satisfies Record<string, readonly string[]>

export type PaymentState = keyof typeof NEXT

export const PAYMENT_STATES = Object.keys(NEXT) as PaymentState[]

/** The decision of a person about a payment in review. */
export const PAYMENT_DECISIONS = ['accepted', 'returned'] as const
export type PaymentDecision = (typeof PAYMENT_DECISIONS)[number]

/** How a dispute ended for the company. */
export const DISPUTE_OUTCOMES = ['won', 'lost'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]

export function mayBecome(from: PaymentState, to: PaymentState): boolean {
  return (NEXT[from] as readonly PaymentState[]).includes(to)
}

export function assertMayBecome(from: PaymentState, to: PaymentState): void {
  invariant(mayBecome(from, to), `a payment ${from} became ${to}`)
}

/** Still waiting for the traveller, the bank or the provider. */
export function isOpen(state: PaymentState): boolean {
  return state === 'created' || state === 'open' || state === 'processing'
}

/**
 * A cardholder has disputed this payment at their bank. Until the company knows the outcome nothing
 * is refunded, since the money would be returned twice (edge case 38).
 */
export function awaitsDispute(payment: {
  disputed: boolean
  disputeOutcome: DisputeOutcome | null
}): boolean {
  return payment.disputed && payment.disputeOutcome === null
}

/** The terms of an attempt, to compare with the payment that the provider reports. */
export type Attempt = {
  state: PaymentState
  merchantRef: string
  amountCents: number
  currency: string
}

export type Verdict =
  /** Not our payment: nothing is believed, and staff are alerted (edge case 22). */
  { is: 'foreign' } | { is: 'same' } | { is: 'changed'; to: PaymentState }

/**
 * The next state, from the provider's snapshot. It does not depend on the order of events: the same
 * snapshot twice, or an old one after a new one, changes nothing (I8).
 */
export function nextPaymentState(attempt: Attempt, snapshot: ProviderSnapshot): Verdict {
  if (snapshot.merchantRef !== attempt.merchantRef) return { is: 'foreign' }

  const to = stateFrom(attempt, snapshot)
  return mayBecome(attempt.state, to) ? { is: 'changed', to } : { is: 'same' }
}

/** Another amount or currency than asked for never issues a ticket (edge cases 20 and 21). */
function stateFrom(attempt: Attempt, snapshot: ProviderSnapshot): PaymentState {
  if (snapshot.status !== 'paid') return snapshot.status
  const isAsAsked =
    snapshot.captured === attempt.amountCents && snapshot.currency === attempt.currency
  return isAsAsked ? 'paid' : 'review'
}
