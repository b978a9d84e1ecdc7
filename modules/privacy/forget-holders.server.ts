import { forgetMailsAbout } from '#modules/mail/forget-mails.server.ts'
import { forgetBuyer } from '#modules/orders/order/buyers.server.ts'
import { removeNotes } from '#modules/orders/order/notes.server.ts'
import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import { listBookingIds } from '#modules/orders/order/rows.server.ts'
import { forgetGroupLeaders } from '#modules/tickets/forget-tickets.server.ts'
import type { Tx } from '#platform/db.server.ts'

/**
 * Erases names, addresses, telephone numbers and browsers from these orders, their tickets and their
 * mails, and what staff noted about them. Purchases and payments stay. Shared links stop working; an open cart stays usable.
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
  await removeNotes(tx, orderIds)
  await forgetGroupLeaders(tx, await listBookingIds(tx, orderIds))
  return forgetMailsAbout(tx, orderIds)
}
