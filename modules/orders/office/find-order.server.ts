import { findOrder, type Order } from '#modules/orders/order/rows.server.ts'
import { db } from '#platform/db.server.ts'

/** The order with this reference, in whatever state; undefined for an unknown one. */
export async function findOrderByReference(reference: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('orderId')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && findOrder(db, row.orderId)
}
