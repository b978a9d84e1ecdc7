import { moveMails } from '#modules/mail/forget-mails.server.ts'
import { hasOrders, moveBrowser, type Moving } from '#modules/privacy/move-browser.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/**
 * A visitor who logs in or buys is known by another key from then on, and all that is kept
 * of their browser goes along: who planted the key before, or copied it, sees none of it.
 */
export async function moveVisitor(tx: Tx, { from, to }: Moving): Promise<void> {
  await moveBrowser(tx, { from, to })
  await moveMails(tx, { from, to })
  await tx.updateTable('accounts').set({ visitor: to }).where('visitor', '=', from).execute()
  await tx.updateTable('addressProofs').set({ visitor: to }).where('visitor', '=', from).execute()
}

/** Whether something has been put into a cart, or bought, under this key. */
export function isBuyer(visitor: string): Promise<boolean> {
  return inTransaction((tx) => hasOrders(tx, visitor))
}

/** The same for a buyer. False when there is nothing to be bought, neither before nor now. */
export function moveBuyer(moving: Moving): Promise<boolean> {
  return inTransaction(async (tx) => {
    await moveVisitor(tx, moving)
    return hasOrders(tx, moving.to)
  })
}
