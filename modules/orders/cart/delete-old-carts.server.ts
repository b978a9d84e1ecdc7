import { NO_CONTACT } from '#modules/orders/order/buyers.server.ts'
import { CART_HOURS_KEPT } from '#modules/rules/kept.ts'
import { forgetNetworks } from '#modules/seats/unpaid.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** Deletes the personal data of abandoned carts. Their seats were released long before. */
export const DELETE_OLD_CARTS: Job<object> = {
  name: 'tidy-carts',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
}

/**
 * A cart is kept for a day after its last hold, with everything typed into it. Then it expires, and
 * its name and address are erased unless a payment was tried: that money may arrive late, and its
 * sender has to be informed. Those carts are erased later, by forget-travellers.
 */
export function deleteOldCarts(now: Temporal.Instant): Promise<void> {
  return inTransaction(async (tx) => {
    await forgetNetworks(tx, now)
    const closed = await tx
      .updateTable('orders')
      .set({ status: 'expired' })
      .where('status', '=', 'cart')
      .where('heldUntil', '<', now.subtract({ hours: CART_HOURS_KEPT }))
      .returning('orderId')
      .execute()
    if (closed.length === 0) return
    const orderIds = closed.map(({ orderId }) => orderId)
    await tx
      .updateTable('orders')
      .set(NO_CONTACT)
      .where('orderId', 'in', orderIds)
      .where((order) =>
        order.not(
          order.exists(
            order
              .selectFrom('payments')
              .select('paymentId')
              .whereRef('payments.payableId', '=', 'orders.orderId'),
          ),
        ),
      )
      .execute()
  })
}
