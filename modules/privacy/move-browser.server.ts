import { sql } from 'kysely'

import { updateBrowser } from '#modules/orders/order/buyers.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { updateMessages } from '#platform/mail/mailbox.server.ts'

/** The former and the new key of a browser. */
export type Moving = { from: string; to: string }

/**
 * The writes that move cart, bookings and the demonstration's mailbox to a browser's next key; the
 * former key finds none of them. The last one returns an order for each that was moved. Sending the
 * form a second time has no effect: orders made under the former key since then stay there.
 */
export function movesOfBrowser(tx: Tx | Database, { from, to }: Moving) {
  const isFirst = sql<boolean>`not exists (select from orders where visitor = ${to})`
  return [
    updateMessages(tx, { from, to }).where(isFirst),
    updateBrowser(tx, { from, to }).where(isFirst).returning('orderId'),
  ]
}

/** Whether any order, also a cart, exists under this key. */
export async function hasOrders(tx: Tx | Database, visitor: string): Promise<boolean> {
  const found = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', visitor)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
