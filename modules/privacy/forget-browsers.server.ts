import type { Tx } from '#platform/db.server.ts'

/** Stands where a browser's key was, so that no browser lists an order any more. */
export const NO_BROWSER = 'none'

/**
 * Whoever logs out everywhere, or sets a new password, may have lost a device: what was bought is
 * listed under the account alone from then on. Carts stay with their browsers.
 */
export async function forgetBrowsers(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ visitor: NO_BROWSER })
    .where('accountId', '=', accountId)
    .where('status', 'not in', ['cart', 'awaiting-payment'])
    .execute()
}
