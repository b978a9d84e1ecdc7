import type { Tx } from '#platform/db.server.ts'

import { removeNotes } from './notes.server.ts'

/*
 * Deletes orders and bookings. Their payments, seats, tickets and mails are removed by their own
 * modules.
 */

/** Removes the bookings of some orders, with their changes. Receipts stay, without lines. */
export async function removeBookings(
  tx: Tx,
  { orderIds, bookingIds }: { orderIds: readonly string[]; bookingIds: readonly string[] },
): Promise<void> {
  if (bookingIds.length > 0) {
    await tx.deleteFrom('receiptLines').where('bookingId', 'in', bookingIds).execute()
    await tx.deleteFrom('changedBookings').where('beforeBookingId', 'in', bookingIds).execute()
  }
  await tx.deleteFrom('changes').where('orderId', 'in', orderIds).execute()
  await tx.deleteFrom('bookings').where('orderId', 'in', orderIds).execute()
}

/** Removes orders that have neither bookings nor payments any more. */
export async function removeOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await removeNotes(tx, orderIds)
  await tx.deleteFrom('orders').where('orderId', 'in', orderIds).execute()
}

/**
 * Removes the wheelchair users from bookings that arrived, or were changed or cancelled, before
 * `limit`.
 *
 * @returns the bookings that had any
 */
export function forgetWheelchairUsers(
  tx: Tx,
  limit: Temporal.Instant,
): Promise<{ bookingId: string; orderId: string }[]> {
  return tx
    .updateTable('bookings')
    .set({ wheelchairUsers: 0, wheelchairNumber: null })
    .where('wheelchairUsers', '>', 0)
    .where((booking) =>
      booking.or([
        booking('arrivesAt', '<', limit),
        booking.exists(
          booking
            .selectFrom('changedBookings')
            .innerJoin('changes', 'changes.changeId', 'changedBookings.changeId')
            .select('beforeBookingId')
            .whereRef('beforeBookingId', '=', 'bookings.bookingId')
            .where('changes.state', '=', 'done')
            .where('doneAt', '<', limit),
        ),
      ]),
    )
    .returning(['bookingId', 'orderId'])
    .execute()
}

/**
 * Turns a later request for a wheelchair space into a plain change, so that only the change stays
 * known.
 */
export async function renameWheelchairChanges(
  tx: Tx,
  bookingIds: readonly string[],
): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('changes')
    .set({ kind: 'amended' })
    .where('kind', '=', 'wheelchair')
    .where('changeId', 'in', (change) =>
      change
        .selectFrom('changedBookings')
        .select('changedBookings.changeId')
        .where('afterBookingId', 'in', bookingIds),
    )
    .execute()
}

/**
 * Unpaid orders whose last hold ended before `limit` and for which no payment was ever tried, at
 * most `most` of them, locked.
 */
export async function lockAbandonedOrders(
  tx: Tx,
  { limit, most }: { limit: Temporal.Instant; most: number },
): Promise<string[]> {
  const orders = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('status', '=', 'expired')
    .where('heldUntil', '<', limit)
    .where('confirmedAt', 'is', null)
    .where((order) =>
      order.not(
        order.exists(
          order
            .selectFrom('payments')
            .select('paymentId')
            .whereRef('payableId', '=', 'orders.orderId'),
        ),
      ),
    )
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  return orders.map(({ orderId }) => orderId)
}
