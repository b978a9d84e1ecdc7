import { forgetBuyer } from '#modules/orders/order/buyers.server.ts'
import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import { listBookingIds } from '#modules/orders/order/rows.server.ts'
import { forgetGroupLeaders } from '#modules/tickets/forget-tickets.server.ts'
import type { Tx } from '#platform/db.server.ts'

/**
 * Takes names, addresses and browsers out of these orders, their tickets and their mails. What was
 * bought and paid stays. Links that were handed out lead nowhere any more; an open cart goes on.
 *
 * @returns the mails that were sent about them
 */
export async function forgetHolders(
  tx: Tx,
  orders: readonly { orderId: string; status: OrderStatus }[],
): Promise<string[]> {
  const orderIds = orders.map(({ orderId }) => orderId)
  if (orderIds.length === 0) return []
  for (const order of orders) await forgetBuyer(tx, order)
  await forgetGroupLeaders(tx, await listBookingIds(tx, orderIds))
  return forgetMails(tx, orderIds)
}

/** That they were promised stays; where they went does not, and none goes there any more. */
async function forgetMails(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  await tx
    .updateTable('mails')
    .set({ state: 'parked' })
    .where('orderId', 'in', orderIds)
    .where('state', '=', 'queued')
    .execute()
  const forgotten = await tx
    .updateTable('mails')
    .set({ address: '', lastProblem: null })
    .where('orderId', 'in', orderIds)
    .returning('mailId')
    .execute()
  return forgotten.map(({ mailId }) => mailId)
}
