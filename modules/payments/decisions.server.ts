import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { cents } from '#platform/money.ts'

import { accountOf } from './ledger-accounts.ts'
import { enterInLedger } from './ledger.server.ts'
import type { DisputeOutcome, PaymentDecision } from './payment-state.ts'
import type { Payment } from './payments.server.ts'

/* Records staff decisions about a payment. Each function is given the payment locked. */

/** Records a decision on a payment in review. It stays in review, as the provider reports it. */
export async function recordDecision(
  tx: Tx,
  { paymentId, state, decision }: Payment,
  made: PaymentDecision,
): Promise<void> {
  invariant(state === 'review' && decision === null, 'a payment is decided once')
  await tx
    .updateTable('payments')
    .set({ decision: made })
    .where('paymentId', '=', paymentId)
    .execute()
}

/** Covers a shortfall: less was captured than asked for, and the company pays the rest of the fare. */
export async function writeOff(tx: Tx, payment: Payment, now: Temporal.Instant): Promise<void> {
  const { paymentId, payableId, amountCents, capturedCents } = payment
  await enterInLedger(tx, {
    eventId: `made-good:${paymentId}`,
    payableId,
    paymentId,
    now,
    debit: 'made-good',
    credit: 'unsettled',
    amount: cents(amountCents - capturedCents),
  })
}

/** Records the end of a dispute. If it is lost, the provider has taken back all it still held. */
export async function recordDisputeOutcome(
  tx: Tx,
  payment: Payment,
  outcome: DisputeOutcome,
  now: Temporal.Instant,
): Promise<{ takenBack: number }> {
  const { paymentId, payableId, capturedCents, refundedCents } = payment
  const takenBack = outcome === 'lost' ? Math.max(0, capturedCents - refundedCents) : 0
  await tx
    .updateTable('payments')
    .set({ disputeOutcome: outcome, takenBackCents: takenBack })
    .where('paymentId', '=', paymentId)
    .execute()
  if (takenBack === 0) return { takenBack }
  await enterInLedger(tx, {
    eventId: `taken-back:${paymentId}`,
    payableId,
    paymentId,
    now,
    debit: 'disputes',
    credit: accountOf(payment.provider),
    amount: cents(takenBack),
  })
  return { takenBack }
}
