import { findAwaitedChange, findChangeOf } from '#modules/orders/apply/proposals.server.ts'
import type { ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { isOpen } from '#modules/payments/payment-state.ts'
import { listPayments } from '#modules/payments/payments.server.ts'
import { db } from '#platform/db.server.ts'

import { endAwaitedChange, findManagedOrder } from './changeable-order.server.ts'

/** Asks the provider about every attempt that has no end yet, so that its truth can be shown. */
export async function askAboutPayments(manageId: string, now: Temporal.Instant): Promise<void> {
  const order = await findManagedOrder(manageId)
  const payments = order ? await listPayments(db, order.orderId) : []
  for (const { paymentId, state } of payments) {
    if (isOpen(state)) await reconcile(paymentId, { now, patience: 'request' })
  }
}

export type GiveUpOutcome =
  /** `changeId`: it turned out to be paid, and was carried out instead. */
  | { ok: true; changeId: string | null }
  | Extract<ChangeRefusal, { reason: 'no-such-booking' | 'being-paid' }>

/** Gives up a change that waits for its surcharge: the page to pay it is closed, and all stays as it was. */
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
