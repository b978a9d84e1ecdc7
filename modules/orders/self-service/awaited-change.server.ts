import { findAwaitedChange, findChangeOf } from '#modules/orders/apply/proposals.server.ts'
import type { ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { isOpen } from '#modules/payments/payment-state.ts'
import { listPayments } from '#modules/payments/payments.server.ts'
import { db } from '#platform/db.server.ts'

import { endAwaitedChange, findManagedOrder } from './changeable-order.server.ts'

/** Asks the provider about every open attempt, so that its current state can be shown. */
export async function askAboutPayments(manageId: string, now: Temporal.Instant): Promise<void> {
  const order = await findManagedOrder(manageId)
  const payments = order ? await listPayments(db, order.orderId) : []
  for (const { paymentId, state } of payments) {
    if (isOpen(state)) await reconcile(paymentId, { now, patience: 'request' })
  }
}

export type GiveUpOutcome =
  /** `changeId`: the surcharge turned out to be paid, and the change was applied instead. */
  | { ok: true; changeId: string | null }
  | Extract<ChangeRefusal, { reason: 'no-such-booking' | 'being-paid' }>

/**
 * Cancels a change that is waiting for its surcharge: its payment page is closed, and the order
 * stays as it was.
 */
export async function giveUpChange(
  manageId: string,
  now: Temporal.Instant,
): Promise<GiveUpOutcome> {
  const order = await findManagedOrder(manageId)
  if (!order) return { ok: false, reason: 'no-such-booking' }
  const awaited = await findAwaitedChange(db, order.orderId)
  const ended = await endAwaitedChange(order.orderId, now)
  if (!ended.ok) return ended
  const change = awaited && (await findChangeOf(db, awaited.paymentId))
  return { ok: true, changeId: change?.state === 'done' ? change.changeId : null }
}
