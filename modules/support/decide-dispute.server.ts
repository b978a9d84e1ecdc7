import { recordDecision, recordDisputeOutcome } from '#modules/payments/decisions.server.ts'
import { endAsTakenBack } from '#modules/payments/end-refund.server.ts'
import { awaitsDispute, type DisputeOutcome } from '#modules/payments/payment-state.ts'
import { lockPayment } from '#modules/payments/payments.server.ts'
import { lockRefund } from '#modules/payments/record-refunds.server.ts'
import { isUnderway, isWithPeople } from '#modules/payments/refund-state.ts'
import { requestRefund, sumOfRefunds } from '#modules/payments/refunds.server.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import { closeOrder } from './decide-payment.server.ts'
import {
  refreshFromProvider,
  lockBoth,
  type Decision,
  type NotAsked,
} from './refresh-from-provider.server.ts'

type DisputeDecision = Decision & { paymentId: string; outcome: DisputeOutcome }

export type DisputeRefusal =
  | NotAsked
  | { ok: false; reason: 'not-disputed' }
  | { ok: false; reason: 'decided-already'; outcome: DisputeOutcome }
  /**
   * The payment may still arrive and the provider would have paid twice, so its end has to come
   * first.
   */
  | { ok: false; reason: 'refund-under-way'; refundId: string }

/** `blocked`: refunds that were held back and can be sent now. */
type DisputeEnded = { ok: true; takenBack: Cents; blocked: number }

/**
 * Records the outcome of a dispute, which only the provider's letters contain (edge case 38). Won:
 * the company keeps the money, and refunds that were held back can be sent. Lost: the provider has
 * taken back the whole payment, including any part that was owed to the traveller; the rest is a
 * loss. The tickets are not changed.
 */
export async function endDispute(wish: DisputeDecision): Promise<DisputeEnded | DisputeRefusal> {
  const { paymentId, outcome, by, reason, now } = wish
  const asked = await refreshFromProvider(paymentId, now)
  if (!asked.ok) return asked
  return inTransaction(async (tx): Promise<DisputeEnded | DisputeRefusal> => {
    const { order, payment } = await lockBoth(tx, asked.payment)
    const { disputeOutcome } = payment
    if (disputeOutcome) return { ok: false, reason: 'decided-already', outcome: disputeOutcome }
    if (!awaitsDispute(payment)) return { ok: false, reason: 'not-disputed' }
    const refunds = await listOpenRefunds(tx, paymentId)
    const underway = refunds.find(({ state }) => isUnderway(state))
    if (underway) {
      return { ok: false, reason: 'refund-under-way', refundId: underway.refundId }
    }

    const { takenBack } = await recordDisputeOutcome(tx, payment, outcome, now)
    const subject = `payment:${paymentId}`
    await endAlerts(tx, { kinds: ['payment-disputed', 'amount-differs'], subject, now })
    await audit(tx, {
      by,
      subject: `payment:${paymentId}`,
      action: `dispute-${outcome}`,
      reason,
      before: { disputed: true, outcome: null },
      after: { outcome, takenBack },
      now,
    })
    const blocked = refunds.filter(({ state }) => isWithPeople(state))
    if (outcome === 'won') return { ok: true, takenBack: cents(0), blocked: blocked.length }
    for (const { refundId } of blocked)
      await endAsTakenBack(tx, await lockRefund(tx, refundId), now)
    if (payment.state === 'review' && !payment.decision) {
      await returnUndecided(tx, paymentId, wish)
      await closeOrder(tx, order)
    }
    return { ok: true, takenBack: cents(takenBack), blocked: 0 }
  })
}

/**
 * Ends a payment that was still in review, and now cannot buy its order. The program decides this,
 * since a lost dispute leaves no choice.
 */
async function returnUndecided(tx: Tx, paymentId: string, { reason, now }: Decision) {
  const payment = await lockPayment(tx, paymentId)
  await recordDecision(tx, payment, 'returned')
  await audit(tx, {
    by: { kind: 'job', name: 'reconcile' },
    subject: `payment:${paymentId}`,
    action: 'returned',
    reason,
    before: { decision: null },
    after: { decision: 'returned' },
    now,
  })
  const left = cents(payment.capturedCents - (await sumOfRefunds(tx, paymentId)))
  if (left <= 0) return
  const refund = { paymentId, amount: left, from: 'unsettled', reason: 'other-sum' } as const
  await requestRefund(tx, { ...refund, source: 'staff', now })
}

function listOpenRefunds(tx: Tx, paymentId: string) {
  return tx
    .selectFrom('refunds')
    .select(['refundId', 'state'])
    .where('paymentId', '=', paymentId)
    .orderBy('requestedAt')
    .execute()
}
