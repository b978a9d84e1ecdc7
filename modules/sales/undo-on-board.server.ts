import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { listBookings, lockOrder, rideOf } from '#modules/orders/order/rows.server.ts'
import { settleGivenUp } from '#modules/orders/policy/cancellation.ts'
import { isCompanyCancelled } from '#modules/orders/self-service/changeable-order.server.ts'
import { isUnderway, isWithPeople } from '#modules/payments/refund-state.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { findOpenTillOf, openTill } from '#modules/payments/till/till.server.ts'
import { refillLease } from '#modules/seats/leases.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { cents, sum } from '#platform/money.ts'

import { payOutRefund } from './pay-out.server.ts'

type Undo = {
  orderId: string
  /** Null if its phone may not sell any more. */
  leaseId: string | null
  by: Cashier
  now: Temporal.Instant
}

/**
 * Cancels a sale at the door at its whole price, and gives its seats back to the lease out of which
 * they were sold. An order that is not confirmed, or no longer is, stays as it is: its money is
 * promised back already. The price then has to be paid back (`payBackOnBoard`).
 */
export async function undoOnBoard(tx: Tx, { orderId, leaseId, by, now }: Undo): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const bookings = order.status === 'confirmed' ? await listBookings(tx, orderId) : []
  if (bookings.length === 0) return
  const parts = bookings.map((booking) => ({
    ...booking,
    price: cents(booking.totalCents),
    companyCancelled: isCompanyCancelled(booking),
  }))
  const total = sum(parts.map(({ price }) => price))
  const byRule = settleGivenUp(parts, now)
  const done = await applyChange(tx, {
    order,
    kind: 'cancelled',
    by,
    reason: 'sale undone at the door',
    replacing: bookings.map((before) => ({ before, after: null })),
    money: { refund: total, fee: cents(0), forfeited: cents(0) },
    overruled: { code: 'SALES_STAFF_ERROR', waived: cents(total - byRule.refund) },
    now,
  })
  if (!done.ok) throw new Error(`seats that were given up were refused: ${done.reason}`)
  for (const { departureId, ride, places } of bookings.map(rideOf)) {
    const { seats } = places
    if (leaseId) await refillLease(tx, { leaseId, departureId, ride, seats, now })
  }
}

/**
 * Enters that the seller has given the cash of an order back, in a till that is opened if need be. Told
 * twice, it is paid out once.
 *
 * @returns false if it was paid back by another person, or by other means
 */
export async function payBackOnBoard({ orderId, by, now }: Omit<Undo, 'leaseId'>) {
  for (const { refundId, state, paidBy } of await listTillRefunds(orderId)) {
    const isOwed = isUnderway(state) || isWithPeople(state)
    if (paidBy || !isOwed) continue
    if (!(await findOpenTillOf(by.staffId))) await openTill({ by, float: cents(0), now })
    const paid = await payOutRefund({ refundId, isNoted: true, by, now })
    if (paid.ok || paid.reason === 'refund-ended') continue
    throw new Error(`cash that was given back was refused: ${paid.reason}`)
  }
  // Read again, since another request may have paid it meanwhile.
  const refunds = await listTillRefunds(orderId)
  return refunds.every(({ paidBy }) => paidBy === by.staffId)
}

function listTillRefunds(orderId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .leftJoin('tillEntries', 'tillEntries.refundId', 'refunds.refundId')
    .select(['refunds.refundId', 'refunds.state', 'tillEntries.enteredBy as paidBy'])
    .where('payments.payableId', '=', orderId)
    .where('payments.provider', '=', 'till')
    .execute()
}
