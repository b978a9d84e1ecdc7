import { invariant } from '#platform/invariant.ts'

/**
 * The life of a refund. A bank can return money that had arrived (a closed card, edge case 33);
 * then, and if a provider does not respond, staff find another way: they send it again, replace it
 * after the provider's final refusal (`replaced`), or pay it by other means. If the provider then says
 * that it has paid a refund that failed by our record, it has succeeded. `taken-back`: the
 * traveller's bank took the payment back, and this refund with it.
 */
const NEXT = {
  requested: ['pending', 'succeeded', 'failed', 'needs-attention'],
  pending: ['succeeded', 'failed', 'needs-attention'],
  succeeded: ['needs-attention'],
  failed: ['succeeded', 'replaced', 'paid-otherwise', 'taken-back'],
  'needs-attention': [
    'requested',
    'succeeded',
    'failed',
    'replaced',
    'paid-otherwise',
    'taken-back',
  ],
  'paid-otherwise': [],
  'taken-back': [],
  replaced: [],
} as const satisfies Record<string, readonly string[]>

export type RefundState = keyof typeof NEXT

export const REFUND_STATES = Object.keys(NEXT) as RefundState[]

/** Whose wish a refund was; one that we learn of from the provider was made in its portal. */
export const REFUND_SOURCES = ['traveller', 'staff', 'system', 'provider'] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

/** The reasons of a refund. */
export type RefundReason =
  | 'duplicate'
  | 'no-seats-left'
  | 'order-changed'
  | 'order-closed'
  | 'cancelled'
  | 'amended'
  | 'departure-cancelled'
  | 'goodwill'
  | 'overpaid'
  | 'other-sum'
  | 'made-at-provider'

export function assertRefundMayBecome(from: RefundState, to: RefundState): void {
  const next = NEXT[from] as readonly RefundState[]
  invariant(next.includes(to), `a refund ${from} became ${to}`)
}

/** Whether it waits for staff. */
export function isWithPeople(state: RefundState): boolean {
  return state === 'failed' || state === 'needs-attention'
}

/** Whether it is under way, and retried automatically. */
export function isUnderway(state: RefundState): boolean {
  return state === 'requested' || state === 'pending'
}
