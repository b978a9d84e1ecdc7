import { findOpenOrder } from '#modules/orders/order/rows.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { findOpenPayment } from '#modules/payments/payments.server.ts'
import { db } from '#platform/db.server.ts'

type Editable = { ok: true } | { ok: false; reason: 'being-paid' }

/**
 * An order never changes while its payment page is open somewhere, so the page is closed first. If
 * it turns out to be paid already, that payment counts and the next ride starts a new cart (edge
 * case 13).
 */
export async function reopenCart(visitor: string, now: Temporal.Instant): Promise<Editable> {
  const order = await findOpenOrder(db, visitor)
  if (order?.status !== 'awaiting-payment') return { ok: true }

  const payment = await findOpenPayment(db, order.orderId)
  if (payment) await reconcile(payment.paymentId, { now, patience: 'request', close: true })
  const after = await findOpenOrder(db, visitor)
  return after?.status === 'awaiting-payment' ? { ok: false, reason: 'being-paid' } : { ok: true }
}
