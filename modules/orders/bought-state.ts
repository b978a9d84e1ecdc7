import type { OrderStatus } from './order-status.ts'

/**
 * What somebody reads of an order they bought, which is more than is stored of it.
 *   confirmed   paid, and the tickets are there
 *   processing  the bank thinks about it
 *   given-back  the money came too late, or for something else, and goes back in full
 *   review      a person has to look at what was charged
 *   cancelled   it was given up
 */
export type BoughtState = 'confirmed' | 'processing' | 'given-back' | 'review' | 'cancelled'

/** What the payments of an order tell, beside its status. */
type Money = { isProcessing: boolean; isGivenBack: boolean }

const STATES: Record<OrderStatus, (money: Money) => BoughtState | null> = {
  cart: () => null,
  'awaiting-payment': ({ isProcessing }) => (isProcessing ? 'processing' : null),
  confirmed: () => 'confirmed',
  cancelled: () => 'cancelled',
  expired: ({ isGivenBack }) => (isGivenBack ? 'given-back' : null),
  'payment-review': ({ isGivenBack }) => (isGivenBack ? 'given-back' : 'review'),
}

/** Null for an order that nobody has bought: a cart, or one that was left. */
export function boughtState(status: OrderStatus, money: Money): BoughtState | null {
  return STATES[status](money)
}
