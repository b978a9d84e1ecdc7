import { invariant } from '#platform/invariant.ts'

/**
 * The life of a refund. A bank can send money back that had arrived (a closed card, edge case 33);
 * then, and whenever a provider gives no answer, a person finds another way.
 */
const NEXT = {
  requested: ['pending', 'succeeded', 'failed', 'needs-attention'],
  pending: ['succeeded', 'failed', 'needs-attention'],
  succeeded: ['needs-attention'],
  failed: ['requested'],
  'needs-attention': ['requested', 'succeeded'],
} as const satisfies Record<string, readonly string[]>

export type RefundState = keyof typeof NEXT

export const REFUND_STATES = Object.keys(NEXT) as RefundState[]

export function assertRefundMayBecome(from: RefundState, to: RefundState): void {
  const next = NEXT[from] as readonly RefundState[]
  invariant(next.includes(to), `a refund ${from} became ${to}`)
}
