import { invariant } from '#platform/invariant.ts'

/**
 * The stored status of an order. The statuses that people read (processing, refunded …) are derived
 * from payments, bookings and refunds. A failed attempt to pay is no status: the order becomes a
 * cart again.
 */
const NEXT = {
  cart: ['awaiting-payment', 'confirmed', 'expired', 'payment-review'],
  'awaiting-payment': ['cart', 'confirmed', 'expired', 'payment-review'],
  confirmed: ['cancelled'],
  cancelled: [],
  expired: ['confirmed', 'payment-review'], // money that arrives late still buys seats if any are left
  'payment-review': ['confirmed', 'cancelled'],
} as const satisfies Record<string, readonly string[]>

export type OrderStatus = keyof typeof NEXT

export const ORDER_STATUSES = Object.keys(NEXT) as OrderStatus[]

export function assertMayBecome(from: OrderStatus, to: OrderStatus): void {
  const next = NEXT[from] as readonly OrderStatus[]
  invariant(next.includes(to), `an order ${from} became ${to}`)
}
