import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'

type Owner = {
  accountId: string
  /** In small letters, and proven to be theirs. */
  email: string
  now: Temporal.Instant
}

/** What was bought, whatever became of it since. */
export const BOUGHT: readonly OrderStatus[] = ['confirmed', 'cancelled', 'payment-review']

/** Lists under an account what was bought as a guest with its address. Done twice, it is done once. */
export async function attachOrders(tx: Tx, { accountId, email, now }: Owner): Promise<void> {
  const attached = await tx
    .updateTable('orders')
    .set({ accountId })
    .where('accountId', 'is', null)
    .where((order) => order.fn('lower', ['contactEmail']), '=', email)
    .where('status', 'in', BOUGHT)
    .returning('orderId')
    .execute()
  for (const { orderId } of attached) {
    const change = { actor: 'system', subject: `order:${orderId}`, action: 'attached' }
    await audit(tx, { ...change, reason: 'the account has proven its address', now })
  }
}
