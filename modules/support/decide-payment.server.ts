import { noteGiven } from '#modules/approvals/given.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import {
  listBookings,
  type Booking,
  type Order,
  markBookingsCancelled,
} from '#modules/orders/order/rows.server.ts'
import {
  setOrderStatus,
  confirm,
  takeSeats,
} from '#modules/orders/settlement/settle-order.server.ts'
import { writeOff, recordDecision } from '#modules/payments/decisions.server.ts'
import { awaitsDispute, type PaymentState } from '#modules/payments/payment-state.ts'
import { listPayments, settleCapture, type Payment } from '#modules/payments/payments.server.ts'
import { requestRefund, sumOfRefunds } from '#modules/payments/refunds.server.ts'
import { releaseSeats } from '#modules/seats/seats.server.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents, sum, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import {
  refreshFromProvider,
  lockBoth,
  type Decision,
  type NotAsked,
} from './refresh-from-provider.server.ts'

/*
 * The decision of staff about a payment in review: the amount captured differs from the one asked
 * for, so it has bought nothing yet (edge cases 20 and 21). Either it buys the order at the price
 * that was shown (invariant I7), or all of it is refunded. A payment is decided only once.
 */

type PaymentDecision = Decision & { paymentId: string }

export type DecisionRefusal =
  | NotAsked
  | { ok: false; reason: 'not-in-review'; state: PaymentState }
  | { ok: false; reason: 'decided-already'; decision: 'accepted' | 'returned' }
  /**
   * The outcome of the dispute comes first: if it is lost, there is no money to accept or return.
   */
  | { ok: false; reason: 'disputed' }

export type AcceptRefusal =
  | DecisionRefusal
  /** The capture is in another currency, and no part of our ledger. */
  | { ok: false; reason: 'no-euros-captured' }
  /** The order has changed since, or was paid by another payment. */
  | { ok: false; reason: 'order-changed' }
  /** The payment does not cover the fare. The company may pay the rest, if staff say so. */
  | { ok: false; reason: 'too-little'; missing: Cents }
  /** Part of the fare was refunded at the provider. */
  | { ok: false; reason: 'given-back'; amount: Cents }
  | { ok: false; reason: 'no-seats-left' }
  | ColleagueRefusal

type Accepted = { ok: true; orderId: string; excess: Cents; madeGood: Cents }

/**
 * Accepts the money: the traveller gets the seats and tickets for the price shown. An excess is
 * refunded. A shortfall is paid by the company itself, but only on request (`writesOff`), since it
 * is a loss: it counts as given.
 */
export async function acceptPayment(
  wish: PaymentDecision & { writesOff: boolean },
): Promise<Accepted | AcceptRefusal> {
  const { paymentId, writesOff, by, now } = wish
  const asked = await refreshFromProvider(paymentId, now)
  if (!asked.ok) return asked
  return inTransaction(async (tx): Promise<Accepted | AcceptRefusal> => {
    const { order, payment } = await lockBoth(tx, asked.payment)
    const refusal = whatSpeaksAgainstDeciding(payment)
    if (refusal) return refusal
    const bookings = await listBookings(tx, order.orderId)
    if (!isForOrder(payment, order, bookings)) return { ok: false, reason: 'order-changed' }
    if (payment.capturedCents === 0) return { ok: false, reason: 'no-euros-captured' }

    const { excess, missing } = differenceOf(payment)
    const gone = cents(await sumOfRefunds(tx, paymentId))
    if (gone > excess) return { ok: false, reason: 'given-back', amount: gone }
    if (missing > 0 && !writesOff) return { ok: false, reason: 'too-little', missing }
    const wanted = {
      kind: 'given',
      subject: `order:${order.orderId}`,
      amountCents: missing,
    } as const
    const noted = await noteGiven(tx, { ...wanted, by, now })
    if (!noted.ok) return noted
    if ((await takeSeats(tx, bookings, now)) === 'none-left') {
      return { ok: false, reason: 'no-seats-left' }
    }

    if (missing > 0) await writeOff(tx, payment, now)
    await settleCapture(tx, payment, now)
    await recordDecision(tx, payment, 'accepted')
    await auditDecision(tx, wish, { payment, order, decision: 'accepted', status: 'confirmed' })
    const left = cents(excess - gone)
    if (left > 0) await returnRest(tx, { order, payment, amount: left, reason: 'overpaid', now })
    await confirm(tx, order, bookings, { now, isLate: false })
    return { ok: true, orderId: order.orderId, excess, madeGood: missing }
  })
}

/** `toReturn`: the refund enqueued now; 0 if the provider has refunded the payment already. */
type Returned = { ok: true; orderId: string; toReturn: Cents }

/**
 * Refunds the whole capture without a fee, and ends the order. Money in another currency is no part
 * of our ledger: staff refund it in the provider's portal, and record that here.
 */
export async function returnPayment(wish: PaymentDecision): Promise<Returned | DecisionRefusal> {
  const { paymentId, now } = wish
  const asked = await refreshFromProvider(paymentId, now)
  if (!asked.ok) return asked
  return inTransaction(async (tx): Promise<Returned | DecisionRefusal> => {
    const { order, payment } = await lockBoth(tx, asked.payment)
    const refusal = whatSpeaksAgainstDeciding(payment)
    if (refusal) return refusal
    const left = cents(payment.capturedCents - (await sumOfRefunds(tx, paymentId)))
    const toReturn = cents(Math.max(0, left))
    await recordDecision(tx, payment, 'returned')
    const status = await closeOrder(tx, order)
    await auditDecision(tx, wish, { payment, order, decision: 'returned', status })
    if (toReturn > 0) {
      await returnRest(tx, { order, payment, amount: toReturn, reason: 'other-sum', now })
    }
    return { ok: true, orderId: order.orderId, toReturn }
  })
}

function whatSpeaksAgainstDeciding(payment: Payment): DecisionRefusal | undefined {
  const { state, decision } = payment
  if (state !== 'review') return { ok: false, reason: 'not-in-review', state }
  if (decision) return { ok: false, reason: 'decided-already', decision }
  return awaitsDispute(payment) ? { ok: false, reason: 'disputed' } : undefined
}

/** Whether the order still waits, at exactly the price that was shown to the visitor. */
function isForOrder(payment: Payment, order: Order, bookings: readonly Booking[]): boolean {
  const total = sum(bookings.map(({ totalCents }) => cents(totalCents)))
  return (
    order.status === 'payment-review' &&
    payment.payableVersion === order.version &&
    bookings.length > 0 &&
    total === payment.amountCents
  )
}

function differenceOf({ capturedCents, amountCents }: Payment): { excess: Cents; missing: Cents } {
  return {
    excess: cents(Math.max(0, capturedCents - amountCents)),
    missing: cents(Math.max(0, amountCents - capturedCents)),
  }
}

/**
 * Ends an order that no payment can buy any more: cancels its rides and releases its seats, unless
 * another of its payments is still in review.
 */
export async function closeOrder(tx: Tx, order: Order): Promise<Order['status']> {
  const payments = await listPayments(tx, order.orderId)
  const isWaiting = payments.some(({ state, decision }) => state === 'review' && !decision)
  if (order.status !== 'payment-review' || isWaiting) return order.status
  const bookingIds = (await listBookings(tx, order.orderId)).map(({ bookingId }) => bookingId)
  if (bookingIds.length > 0) {
    await releaseSeats(tx, bookingIds)
    await markBookingsCancelled(tx, bookingIds)
  }
  await setOrderStatus(tx, order, 'cancelled')
  return 'cancelled'
}

type Returning = {
  order: Order
  payment: Payment
  amount: Cents
  reason: 'overpaid' | 'other-sum'
  now: Temporal.Instant
}

async function returnRest(tx: Tx, { order, payment, amount, reason, now }: Returning) {
  const { paymentId } = payment
  const refund = { paymentId, amount, from: 'unsettled', reason, source: 'staff', now } as const
  const { refundId } = await requestRefund(tx, refund)
  const attemptNo = await nextAttemptNo(tx, order.orderId, 'refund')
  await enqueueMail(tx, { order, kind: 'refund', attemptNo, refundId, now })
}

type Made = {
  payment: Payment
  order: Order
  decision: 'accepted' | 'returned'
  status: Order['status']
}

/** One row for one decision: of the payment, with what becomes of its order (invariant I11). */
async function auditDecision(
  tx: Tx,
  { by, reason, now }: Decision,
  { payment, order, decision, status }: Made,
): Promise<void> {
  const { paymentId, amountCents: asked, capturedCents: captured } = payment
  const subject = `payment:${paymentId}`
  await endAlerts(tx, { kinds: ['amount-differs'], subject, now })
  const before = { decision: null, asked, captured, order: order.status }
  const after = { decision, asked, captured, order: status }
  await audit(tx, { by, reason, now, subject, action: decision, before, after })
}
