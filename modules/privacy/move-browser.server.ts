import { moveToBrowser } from '#modules/orders/order/buyers.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { moveMessages } from '#platform/mailbox.server.ts'

/** The keys under which a browser was known, and is known from here on. */
export type Moving = { from: string; to: string }

/**
 * Cart, bookings and the demonstration's mailbox go with a browser to its next key; under the one
 * before nothing is found. A second press of the same form finds it done: what has come under the
 * key before since then stays there.
 */
export async function moveBrowser(tx: Tx, { from, to }: Moving): Promise<void> {
  const isDone = await hasOrders(tx, to)
  if (isDone) return
  await moveToBrowser(tx, { from, to })
  await moveMessages(tx, { from, to })
}

/** Whether anything was put into a cart, or bought, under this key. */
export async function hasOrders(tx: Tx, visitor: string): Promise<boolean> {
  const found = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', visitor)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
