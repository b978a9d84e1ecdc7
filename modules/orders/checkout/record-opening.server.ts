import { lockOrder } from '#modules/orders/order/rows.server.ts'
import { giveUpAttempt } from '#modules/orders/settlement/settle-order.server.ts'
import { isOpen } from '#modules/payments/payment-state.ts'
import {
  lockPayment,
  recordNeverOpened,
  recordOpened,
  type Payment,
} from '#modules/payments/payments.server.ts'
import type { OpenedCheckout } from '#modules/payments/provider.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction, retryConflicts } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

/** `page-lost`: it is open at the provider, which tells nobody where any more. */
export type Opened =
  | OpenedCheckout
  | { ok: false; reason: 'rejected' | 'unavailable' }
  | { ok: false; reason: 'page-lost'; providerRef: string }

/**
 * Records the result of opening the page. If there was no answer, the job or the next click looks
 * for the page again. Returns whether the page can be used; if not, the caller closes it: its cart
 * may have changed in another tab meanwhile, or its address was lost and no other request has it.
 */
export async function recordOpening(
  payment: Payment,
  opened: Opened,
  now: Temporal.Instant,
): Promise<boolean> {
  if (!opened.ok) return inTransaction((tx) => recordTrouble(tx, payment, opened, now))
  return isOpen(await retryConflicts(() => recordOpened(db, payment.paymentId, opened)))
}

async function recordTrouble(
  tx: Tx,
  { paymentId, payableId }: Payment,
  opened: Extract<Opened, { ok: false }>,
  now: Temporal.Instant,
): Promise<boolean> {
  const order = await lockOrder(tx, payableId)
  const payment = await lockPayment(tx, paymentId)
  const isLost = opened.reason === 'page-lost' && payment.redirectUrl === null
  if (opened.reason === 'page-lost') {
    await recordOpened(tx, paymentId, { ...opened, redirectUrl: null })
  } else if (opened.reason === 'rejected' && isOpen(payment.state)) {
    await recordNeverOpened(tx, payment, { state: 'cancelled', now })
    await giveUpAttempt(tx, order, payment, now)
    await raiseAlert(tx, 'checkout-rejected', { paymentId })
  }
  return isOpen(payment.state) && !isLost
}
