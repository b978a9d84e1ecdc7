import type { OperationNodeSource } from 'kysely'

import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { prepareFirstTickets } from '#modules/orders/apply/issue.server.ts'
import {
  findAwaitedChange,
  findChangeOf,
  expireChange,
  readReplacement,
  releaseOverdueProposal,
} from '#modules/orders/apply/proposals.server.ts'
import { issueReceipt, linesOf } from '#modules/orders/apply/receipts.server.ts'
import { assertMayBecome, type OrderStatus } from '#modules/orders/order/order-status.ts'
import {
  listBookings,
  listBookingsAndHolds,
  rideOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { SALE_CHANNELS } from '#modules/orders/order/sale-channel.ts'
import { newWheelchairNumber } from '#modules/orders/order/wheelchair-number.server.ts'
import { insertSettlement, settleCapture, type Payment } from '#modules/payments/payments.server.ts'
import { requestRefund, sumOfRefunds } from '#modules/payments/refunds.server.ts'
import { maxHoldUntil } from '#modules/rules/deadlines.ts'
import {
  areBeingPaid,
  arePaying,
  holdSeats,
  releaseSeats,
  returnSeatsToCart,
  sellSeats,
  updateSold,
} from '#modules/seats/seats.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { ordersConfirmed } from '#platform/metrics/metrics.server.ts'
import { cents, sum } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { afterCommit } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

/*
 * The consequences for an order when an attempt to pay it ends. Each function receives the
 * transaction in which order and payment are locked, and writes everything in it or nothing:
 * payment, sold seats, tickets, ledger rows, receipt number and the enqueued mail.
 */

/**
 * Reported as 0 from the start, since an alert cannot see a missing metric stand still when nobody
 * can pay.
 */
for (const channel of SALE_CHANNELS) ordersConfirmed.inc({ channel }, 0)

/** Minutes left after a failed attempt, at least, to try another card. */
const ANOTHER_TRY_MINUTES = 10

/** The amount asked for was paid. It buys the order if it still can, or is refunded whole. */
export async function acceptMoney(
  tx: Tx,
  order: Order,
  payment: Payment,
  now: Temporal.Instant,
): Promise<void> {
  if (order.status === 'confirmed') return acceptMore(tx, order, payment, now)
  if (order.status === 'cancelled' || order.status === 'payment-review') {
    return refundAll(tx, order, payment, 'order-closed', now)
  }
  const { bookings, held } = await listBookingsAndHolds(tx, order.orderId)
  const isAsItWas = payment.payableVersion === order.version
  const total = sum(bookings.map(({ totalCents }) => cents(totalCents)))
  if (!isAsItWas || total !== payment.amountCents) {
    return refundAll(tx, order, payment, 'order-changed', now)
  }
  const bookingIds = bookings.map(({ bookingId }) => bookingId)
  const seats = arePaying(held, bookingIds) ? 'held' : await takeSeatsAgain(tx, bookings, now)
  if (seats === 'none-left') {
    await releaseSeats(tx, bookingIds)
    await setOrderStatus(tx, order, 'payment-review')
    return refundAll(tx, order, payment, 'no-seats-left', now)
  }
  // Held seats are sold by the statement that confirms.
  const bought = [updateSold(tx, bookingIds), insertSettlement(tx, payment, now)]
  await confirm(tx, order, bookings, { now, isLate: seats === 'taken-again', bought })
}

/** Money for an order that is already paid: the surcharge of a change, or a payment too many. */
async function acceptMore(
  tx: Tx,
  order: Order,
  payment: Payment,
  now: Temporal.Instant,
): Promise<void> {
  const change = await findChangeOf(tx, payment.paymentId)
  if (!change) return refundAll(tx, order, payment, 'duplicate', now)
  const isAwaited = change.state === 'awaiting-payment'
  if (!isAwaited || payment.payableVersion !== order.version) {
    if (isAwaited) await expireChange(tx, order, change)
    return refundAll(tx, order, payment, 'order-changed', now)
  }
  const nothing = { refund: cents(0), fee: cents(0), forfeited: cents(0) }
  const swapped = await applyChange(tx, {
    order,
    kind: change.kind,
    by: TRAVELLER,
    replacing: [await readReplacement(tx, order.orderId, change.changeId)],
    money: nothing,
    awaited: { changeId: change.changeId, surcharge: cents(payment.amountCents) },
    now,
  })
  if (swapped.ok) return settleCapture(tx, payment, now)
  await expireChange(tx, order, change)
  return refundAll(tx, order, payment, 'no-seats-left', now)
}

/**
 * Confirms an order with nothing to pay, without a provider (edge case 39). Returns its first
 * ticket.
 */
export async function confirmFree(tx: Tx, order: Order, now: Temporal.Instant): Promise<string> {
  const bookings = await listBookings(tx, order.orderId)
  await sellSeats(
    tx,
    bookings.map(({ bookingId }) => bookingId),
  )
  const [ticketId] = await confirm(tx, order, bookings, { now, isLate: false })
  return ticketId ?? ''
}

/**
 * Sells the held seats; if the hold has expired, takes seats again while any are left (edge case
 * 16).
 */
export async function takeSeats(tx: Tx, bookings: readonly Booking[], now: Temporal.Instant) {
  const bookingIds = bookings.map(({ bookingId }) => bookingId)
  if (!(await areBeingPaid(tx, bookingIds))) return takeSeatsAgain(tx, bookings, now)
  await sellSeats(tx, bookingIds)
  return 'held'
}

async function takeSeatsAgain(tx: Tx, bookings: readonly Booking[], now: Temporal.Instant) {
  const rides = bookings.map(rideOf)
  const held = await holdSeats(tx, { rides, as: { state: 'sold' }, closing: 'for-holders', now })
  return held.ok ? 'taken-again' : 'none-left'
}

type Circumstances = {
  now: Temporal.Instant
  isLate: boolean
  /** Writes that belong to the same statement. */
  bought?: readonly OperationNodeSource[]
}

/**
 * Confirms an order and issues its first tickets. The receipt comes last: all buyers of the site share
 * the row of its counter.
 */
export async function confirm(
  tx: Tx,
  order: Order,
  bookings: readonly Booking[],
  { now, isLate, bought = [] }: Circumstances,
): Promise<string[]> {
  assertMayBecome(order.status, 'confirmed')
  const inWheelchairs = bookings.filter(({ wheelchairUsers }) => wheelchairUsers > 0)
  const { ticketIds, insert } = await prepareFirstTickets(tx, { order, bookings, now })
  const sale = [
    ...bought,
    ...inWheelchairs.map(({ bookingId }) =>
      tx
        .updateTable('bookings')
        .set({ wheelchairNumber: newWheelchairNumber() })
        .where('bookingId', '=', bookingId),
    ),
    insert,
    tx
      .updateTable('orders')
      .set({ status: 'confirmed', confirmedAt: now, late: isLate })
      .where('orderId', '=', order.orderId),
  ]
  await enqueueMail(tx, { order, kind: 'confirmation', now }, sale)
  await issueReceipt(tx, { order, series: 'receipt', lines: linesOf(bookings), now })
  crashPoint('settle:before-commit')
  afterCommit(() => ordersConfirmed.inc({ channel: order.channel }))
  return ticketIds
}

/**
 * Refunds in full and without the fee, since the payment bought nothing; less what people have refunded
 * in the provider's portal before we learned of the payment.
 */
async function refundAll(
  tx: Tx,
  order: Order,
  payment: Payment,
  reason: 'duplicate' | 'no-seats-left' | 'order-changed' | 'order-closed',
  now: Temporal.Instant,
): Promise<void> {
  const { paymentId, capturedCents } = payment
  await raiseAlert(tx, 'money-without-order', { paymentId, orderId: order.orderId, reason })
  const amount = cents(capturedCents - (await sumOfRefunds(tx, paymentId)))
  if (amount <= 0) return
  const refund = { paymentId, amount, from: 'unsettled', reason, source: 'system', now } as const
  const { refundId } = await requestRefund(tx, refund)
  const kind = reason === 'duplicate' ? 'duplicate-refund' : 'refund'
  const attemptNo = await nextAttemptNo(tx, order.orderId, kind)
  await enqueueMail(tx, { order, kind, attemptNo, refundId, now })
}

/**
 * An amount or currency other than asked for: no ticket is issued, and staff decide. The seats stay
 * off sale for the rest of the 60 minutes and are then released, since the decision may take any
 * time.
 */
export async function holdForReview(
  tx: Tx,
  order: Order,
  payment: Payment,
  now: Temporal.Instant,
): Promise<void> {
  const { paymentId, amountCents, capturedCents, currency } = payment
  const facts = { paymentId, asked: amountCents, captured: capturedCents, currency }
  await raiseAlert(tx, 'amount-differs', facts)
  await audit(tx, {
    by: { kind: 'job', name: 'reconcile' },
    subject: `order:${order.orderId}`,
    action: 'payment-review',
    reason: 'the provider captured another amount or currency than asked for',
    now,
  })
  if (order.status === 'confirmed') await lapseAwaited(tx, order, paymentId)
  if (order.status === 'confirmed' || order.status === 'cancelled') return
  const bookingIds = (await listBookings(tx, order.orderId)).map(({ bookingId }) => bookingId)
  if (bookingIds.length > 0) await returnSeatsToCart(tx, bookingIds, lastSecond(order))
  if (order.status !== 'payment-review') await setOrderStatus(tx, order, 'payment-review')
}

/** Ends a failed attempt: the order is a cart again, held long enough to try another card. */
export async function giveUpAttempt(
  tx: Tx,
  order: Order,
  { paymentId }: Pick<Payment, 'paymentId'>,
  now: Temporal.Instant,
): Promise<void> {
  if (order.status === 'confirmed') return lapseAwaited(tx, order, paymentId)
  if (order.status !== 'awaiting-payment') return
  const bookings = await listBookings(tx, order.orderId)
  const wished = now.add({ minutes: ANOTHER_TRY_MINUTES })
  const atLeast = isBefore(order.heldUntil, wished) ? wished : order.heldUntil
  const heldUntil = isBefore(atLeast, lastSecond(order)) ? atLeast : lastSecond(order)
  await returnSeatsToCart(
    tx,
    bookings.map(({ bookingId }) => bookingId),
    heldUntil,
  )
  await tx.updateTable('orders').set({ heldUntil }).where('orderId', '=', order.orderId).execute()
  await setOrderStatus(tx, order, 'cart')
}

/** Ends a surcharge that was not paid: the order stays as it was. */
async function lapseAwaited(tx: Tx, order: Order, paymentId: string): Promise<void> {
  const change = await findAwaitedChange(tx, order.orderId)
  if (change?.paymentId === paymentId) await expireChange(tx, order, change)
}

/** Seats are held for 60 minutes at most, however slow the bank is; its money then arrives late. */
export async function releaseAfterTooLong(
  tx: Tx,
  order: Order,
  now: Temporal.Instant,
): Promise<void> {
  if (order.status === 'confirmed') return releaseOverdueProposal(tx, order, now)
  if (order.status !== 'awaiting-payment' || isBefore(now, lastSecond(order))) return
  const bookings = await listBookings(tx, order.orderId)
  await releaseSeats(
    tx,
    bookings.map(({ bookingId }) => bookingId),
  )
}

/** The moment at which seats are released, paid or not. */
export function lastSecond({
  firstHeldAt,
  extraHoldMinutes,
}: Pick<Order, 'firstHeldAt' | 'extraHoldMinutes'>): Temporal.Instant {
  return maxHoldUntil(firstHeldAt, extraHoldMinutes)
}

export async function setOrderStatus(tx: Tx, order: Order, status: OrderStatus): Promise<void> {
  assertMayBecome(order.status, status)
  await tx.updateTable('orders').set({ status }).where('orderId', '=', order.orderId).execute()
}
