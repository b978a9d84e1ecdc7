import { updateMailVisitor } from '#modules/mail/forget-mails.server.ts'
import { hasOrders, movesOfBrowser, type Moving } from '#modules/privacy/move-browser.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { retryConflicts } from '#platform/transaction.server.ts'
import { writeTogether } from '#platform/write-together.server.ts'

/**
 * Gives the browser of a visitor who logs in or buys a new key, and moves its data along in one
 * statement. A person who planted or copied the old key sees none of it.
 *
 * @returns whether a cart or an order was moved
 */
export async function moveVisitor(tx: Tx | Database, { from, to }: Moving): Promise<boolean> {
  const orders = await writeTogether(tx, [
    updateMailVisitor(tx, { from, to }),
    tx.updateTable('accounts').set({ visitor: to }).where('visitor', '=', from),
    tx.updateTable('addressProofs').set({ visitor: to }).where('visitor', '=', from),
    ...movesOfBrowser(tx, { from, to }),
  ])
  return orders.length > 0
}

/** Whether a cart or an order has this key. */
export function isBuyer(visitor: string): Promise<boolean> {
  return hasOrders(db, visitor)
}

/** The same for a buyer. False if there is no cart or order to buy, neither before nor now. */
export async function moveBuyer(moving: Moving): Promise<boolean> {
  return (await retryConflicts(() => moveVisitor(db, moving))) || hasOrders(db, moving.to)
}
