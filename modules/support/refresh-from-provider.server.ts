import { lockOrder, type Order } from '#modules/orders/order/rows.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { findPayment, lockPayment, type Payment } from '#modules/payments/payments.server.ts'
import type { Actor } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'

/** Who decides something about money, and why; both are kept. */
export type Decision = { by: Actor; reason: string; now: Temporal.Instant }

export type NotAsked =
  | { ok: false; reason: 'no-such-payment' }
  /** What it said last may be old, and money cannot be called back: nothing is decided. */
  | { ok: false; reason: 'provider-silent' }

/** A person decides by what is true at the provider now. Writes down whatever is new there. */
export async function refreshFromProvider(
  paymentId: string,
  now: Temporal.Instant,
): Promise<{ ok: true; payment: Payment } | NotAsked> {
  const asked = await reconcile(paymentId, { now, patience: 'job' })
  const payment = await findPayment(db, paymentId)
  if (!asked || !payment) return { ok: false, reason: 'no-such-payment' }
  return asked.unreachable ? { ok: false, reason: 'provider-silent' } : { ok: true, payment }
}

/** Two people who decide at once meet here, in the order of locks that everybody keeps. */
export async function lockBoth(
  tx: Tx,
  { payableId, paymentId }: Payment,
): Promise<{ order: Order; payment: Payment }> {
  const order = await lockOrder(tx, payableId)
  return { order, payment: await lockPayment(tx, paymentId) }
}
