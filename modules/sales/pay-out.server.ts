import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { lockRefund } from '#modules/payments/record-refunds.server.ts'
import { isUnderway, isWithPeople, type RefundState } from '#modules/payments/refund-state.ts'
import { enterRefund, type HandedOver } from '#modules/payments/till/enter-payment.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { keepTillOpen } from '#modules/payments/till/till.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type PayOut = { refundId: string; handedOver: HandedOver; by: Cashier; now: Temporal.Instant }

export type PayOutRefusal =
  | { ok: false; reason: 'till-closed' }
  | { ok: false; reason: 'slip-missing' }
  | { ok: false; reason: 'no-such-refund' }
  /** It is paid out already, or staff have ended it otherwise. */
  | { ok: false; reason: 'refund-ended'; state: RefundState }

/**
 * Enters that a refund of the till was paid out, and settles it. A person hands over the money, so no
 * refund is paid out without this press. Pressed twice, it is paid out once.
 */
export async function payOutRefund(wish: PayOut): Promise<{ ok: true } | PayOutRefusal> {
  const { refundId, handedOver, by, now } = wish
  if (handedOver.means === 'card-terminal' && handedOver.slip === '') {
    return { ok: false, reason: 'slip-missing' }
  }
  const known = await findTillRefund(refundId)
  if (!known) return { ok: false, reason: 'no-such-refund' }
  const outcome = await inTransaction(async (tx): Promise<{ ok: true } | PayOutRefusal> => {
    const refund = await lockRefund(tx, refundId)
    const { state } = refund
    if (!isUnderway(state) && !isWithPeople(state))
      return { ok: false, reason: 'refund-ended', state }
    const entered = await tx
      .selectFrom('tillEntries')
      .select('entryId')
      .where('refundId', '=', refundId)
      .executeTakeFirst()
    if (entered) return { ok: true }
    const session = await keepTillOpen(tx, by.staffId)
    if (!session) return { ok: false, reason: 'till-closed' }
    await enterRefund(tx, { sessionId: session.sessionId, refund, handedOver, by, now })
    const after = { amountCents: refund.amountCents, ...handedOver }
    await audit(tx, { by, subject: `refund:${refundId}`, action: 'paid-out', after, now })
    return { ok: true }
  })
  if (outcome.ok) await reconcile(known.paymentId, { now, patience: 'request' })
  return outcome
}

function findTillRefund(refundId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select('payments.paymentId')
    .where('refundId', '=', refundId)
    .where('provider', '=', 'till')
    .executeTakeFirst()
}

/**
 * Refunds that wait to be paid out at a till, oldest first: of one booking, or the first fifty of all.
 *
 * @param reference in capitals; empty for all bookings
 */
export function listToPayOut(reference = '') {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .innerJoin('orders', 'orders.orderId', 'payments.payableId')
    .innerJoin('tillEntries', 'tillEntries.paymentId', 'payments.paymentId')
    .select(['refunds.refundId', 'refunds.amountCents', 'refunds.requestedAt', 'means'])
    .select(['reference', 'contactName'])
    .where('refunds.state', '=', 'pending')
    .where('provider', '=', 'till')
    .$if(reference !== '', (refund) => refund.where('reference', '=', reference))
    .orderBy('refunds.requestedAt')
    .limit(50)
    .execute()
}
