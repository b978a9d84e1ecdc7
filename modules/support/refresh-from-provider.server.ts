import { lockOrder, type Order } from '#modules/orders/order/rows.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { findPayment, lockPayment, type Payment } from '#modules/payments/payments.server.ts'
import type { Actor } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'

/** The actor and the reason of a decision about money; both are recorded. */
export type Decision = { by: Actor; reason: string; now: Temporal.Instant }

export type NotAsked =
  | { ok: false; reason: 'no-such-payment' }
  /**
   * The provider did not answer. Its last state may be old, and money cannot be recalled, so no
   * decision is made.
   */
  | { ok: false; reason: 'provider-silent' }

/** Asks the provider for the present state before a decision, and records any news. */
export async function refreshFromProvider(
  paymentId: string,
  now: Temporal.Instant,
): Promise<{ ok: true; payment: Payment } | NotAsked> {
  const asked = await reconcile(paymentId, { now, patience: 'job' })
  const payment = await findPayment(db, paymentId)
  if (!asked || !payment) return { ok: false, reason: 'no-such-payment' }
  return asked.unreachable ? { ok: false, reason: 'provider-silent' } : { ok: true, payment }
}

/**
 * Locks order and payment, in the same order as everywhere, so that simultaneous decisions wait for
 * each other.
 */
export async function lockBoth(
  tx: Tx,
  { payableId, paymentId }: Payment,
): Promise<{ order: Order; payment: Payment }> {
  const order = await lockOrder(tx, payableId)
  return { order, payment: await lockPayment(tx, paymentId) }
}
