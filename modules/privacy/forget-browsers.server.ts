import { detachBrowsers } from '#modules/orders/order/buyers.server.ts'
import type { Tx } from '#platform/db.server.ts'

/**
 * Whoever logs out everywhere, or sets a new password, may have lost a device: what was bought is
 * listed under the account alone from then on. Carts stay with their browsers.
 */
export async function forgetBrowsers(tx: Tx, accountId: string): Promise<void> {
  await detachBrowsers(tx, accountId)
}
