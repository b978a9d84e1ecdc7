import type { OrderStatus } from './order-status.ts'

/**
 * What people read of an order, which is more than is stored of it:
 *   awaiting-payment   its payment page is open somewhere
 *   processing         the bank thinks about it
 *   confirmed          paid, and the tickets are there
 *   partly-cancelled   some rides or passengers were given up, the others ride; nothing is on its way back
 *   partly-refunded    the same, and money comes or has come back
 *   cancelled          all of it was given up, too late for money
 *   refunded           all of it was given up or could not be had, and money comes or has come back
 *   expired            nobody paid for it
 *   review             a person has to look at what was charged
 */
export const READ_STATUSES = [
  'awaiting-payment',
  'processing',
  'confirmed',
  'partly-cancelled',
  'partly-refunded',
  'cancelled',
  'refunded',
  'expired',
  'review',
] as const

export type ReadStatus = (typeof READ_STATUSES)[number]

/** What payments, rides and refunds of an order tell, beside its status. */
export type StatusFacts = {
  /** The bank has not decided about an attempt. */
  isProcessing: boolean
  /** Some seats of it were given up. */
  hasGivenUp: boolean
  /** Money of it is promised back, whether or not it has arrived. */
  hasReturned: boolean
}

/** Null for a cart, which nobody has bought. */
export function readStatus(status: OrderStatus, facts: StatusFacts): ReadStatus | null {
  const { isProcessing, hasGivenUp, hasReturned } = facts
  if (status === 'cart') return null
  if (status === 'awaiting-payment') return isProcessing ? 'processing' : 'awaiting-payment'
  if (status === 'cancelled' || status === 'expired') {
    return hasReturned ? 'refunded' : status
  }
  if (status === 'payment-review') return hasReturned ? 'refunded' : 'review'
  if (!hasGivenUp) return 'confirmed'
  return hasReturned ? 'partly-refunded' : 'partly-cancelled'
}
