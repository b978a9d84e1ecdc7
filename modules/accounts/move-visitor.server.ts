import { moveMails } from '#modules/mail/forget-mails.server.ts'
import { hasOrders, moveBrowser, type Moving } from '#modules/privacy/move-browser.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/**
 * Gives the browser of a visitor who logs in or buys a new key, and moves its data along. A person
 * who planted or copied the old key sees none of it.
 */
export async function moveVisitor(tx: Tx, { from, to }: Moving): Promise<void> {
  await moveBrowser(tx, { from, to })
  await moveMails(tx, { from, to })
  await tx.updateTable('accounts').set({ visitor: to }).where('visitor', '=', from).execute()
  await tx.updateTable('addressProofs').set({ visitor: to }).where('visitor', '=', from).execute()
}

/** Whether a cart or an order has this key. */
export function isBuyer(visitor: string): Promise<boolean> {
  return inTransaction((tx) => hasOrders(tx, visitor))
}

/** The same for a buyer. False if there is no cart or order to buy, neither before nor now. */
export function moveBuyer(moving: Moving): Promise<boolean> {
  return inTransaction(async (tx) => {
    await moveVisitor(tx, moving)
    return hasOrders(tx, moving.to)
  })
}
