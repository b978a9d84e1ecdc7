import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'

import type { OrderStatus } from './order-status.ts'

/* Whose orders are: the account, the browser and the address that an order keeps of its buyer. */

/** What was bought, whatever became of it since. */
export const BOUGHT: readonly OrderStatus[] = ['confirmed', 'cancelled', 'payment-review']

/** The value in place of a browser's key, so that no browser lists the order any more. */
const NO_BROWSER = 'none'

/**
 * Gives an account what was bought as a guest with its address.
 *
 * @param email in small letters
 * @returns the orders that no account had
 */
export async function attachToAccount(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<string[]> {
  const attached = await tx
    .updateTable('orders')
    .set({ accountId })
    .where('accountId', 'is', null)
    .where((order) => order.fn('lower', ['contactEmail']), '=', email)
    .where('status', 'in', BOUGHT)
    .returning('orderId')
    .execute()
  return attached.map(({ orderId }) => orderId)
}

/** Takes the browsers out of what an account has bought. Carts keep theirs. */
export async function detachBrowsers(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ visitor: NO_BROWSER })
    .where('accountId', '=', accountId)
    .where('status', 'not in', ['cart', 'awaiting-payment'])
    .execute()
}

/** Gives the orders of one browser's key to another key. */
export async function moveToBrowser(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.updateTable('orders').set({ visitor: to }).where('visitor', '=', from).execute()
}

/**
 * Takes name, address and account out of an order. What was bought loses its browser as well, and
 * the link that opened it; an open cart goes on.
 */
export async function forgetBuyer(
  tx: Tx,
  { orderId, status }: { orderId: string; status: string },
): Promise<void> {
  const isCart = status === 'cart'
  await tx
    .updateTable('orders')
    .set({ contactName: null, contactEmail: null, accountId: null })
    .$if(!isCart, (bought) => bought.set({ visitor: NO_BROWSER, manageId: newAccessToken() }))
    .where('orderId', '=', orderId)
    .execute()
}

/** Sets another address, once: the order keeps when. The order is locked. */
export async function writeCorrectedEmail(
  tx: Tx,
  { orderId, email, now }: { orderId: string; email: string; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ contactEmail: email, emailCorrectedAt: now })
    .where('orderId', '=', orderId)
    .execute()
}
