import { detachBrowsers } from '#modules/orders/order/buyers.server.ts'
import type { Tx } from '#platform/db.server.ts'

/**
 * Removes the browsers from the orders of an account. A traveller who logs out everywhere or sets a
 * new password may have lost a device, so from then on only the account lists the orders. Carts
 * stay with their browsers.
 */
export async function forgetBrowsers(tx: Tx, accountId: string): Promise<void> {
  await detachBrowsers(tx, accountId)
}
