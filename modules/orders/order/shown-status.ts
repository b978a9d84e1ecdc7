import type { OrderStatus } from './order-status.ts'

/**
 * The status of an order as people read it, in more detail than the stored one:
 *   awaiting-payment   its payment page is open somewhere
 *   processing         the bank has not decided yet
 *   confirmed          paid, with tickets
 *   partly-cancelled   some rides or passengers were cancelled, without a refund
 *   partly-refunded    the same, with a refund that is on its way or has arrived
 *   cancelled          all of it was cancelled, too late for a refund
 *   refunded           all of it was cancelled or was sold out, with a refund
 *   expired            not paid in time
 *   review             staff have to check the amount charged
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

/** Facts from payments, rides and refunds of an order that refine its status. */
export type StatusFacts = {
  /** The bank has not decided about an attempt. */
  isProcessing: boolean
  /** Some seats were cancelled. */
  hasGivenUp: boolean
  /**
   * A refund was requested, whether or not it has arrived. Where seats were cancelled, one that they
   * caused, or money that their holder had before and that counts as it: a duplicate payment or goodwill may
   * have gone back besides.
   */
  hasReturned: boolean
}

/** Null for a cart, which is not bought yet. */
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
