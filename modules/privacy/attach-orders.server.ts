import { attachToAccount } from '#modules/orders/order/buyers.server.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'

type Owner = {
  accountId: string
  /** In lower case, and verified as belonging to the account. */
  email: string
  now: Temporal.Instant
}

/** Lists orders that a guest bought with the account's address under the account. Idempotent. */
export async function attachOrders(tx: Tx, { accountId, email, now }: Owner): Promise<void> {
  const attached = await attachToAccount(tx, { accountId, email })
  for (const orderId of attached) {
    const by = { kind: 'job', name: 'attach-orders' } as const
    const change = { by, subject: `order:${orderId}`, action: 'attached' }
    await audit(tx, { ...change, reason: 'the account has proven its address', now })
  }
}
