import { moveToBrowser } from '#modules/orders/order/buyers.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { moveMessages } from '#platform/mailbox.server.ts'

/** The former and the new key of a browser. */
export type Moving = { from: string; to: string }

/**
 * Moves cart, bookings and the demonstration's mailbox to a browser's next key; the former key
 * finds none of them. Sending the form a second time has no effect: orders made under the former
 * key since then stay there.
 */
export async function moveBrowser(tx: Tx, { from, to }: Moving): Promise<void> {
  const isDone = await hasOrders(tx, to)
  if (isDone) return
  await moveToBrowser(tx, { from, to })
  await moveMessages(tx, { from, to })
}

/** Whether any order, also a cart, exists under this key. */
export async function hasOrders(tx: Tx, visitor: string): Promise<boolean> {
  const found = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', visitor)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
