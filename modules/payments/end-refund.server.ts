import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { cents } from '#platform/money.ts'

import type { LedgerAccount } from './ledger-accounts.ts'
import { enterInLedger } from './ledger.server.ts'
import type { LockedRefund } from './record-refunds.server.ts'
import { endRefundAlerts } from './refund-alerts.server.ts'
import { assertRefundMayBecome, type RefundState } from './refund-state.ts'

/*
 * The ends of a refund that the provider did not pay. Each function is given the refund locked by
 * `lockRefund`, and takes the amount owed to the traveller out of `refunds-due`.
 */

/** The company has paid the refund by bank transfer or in cash. */
export async function endAsPaidOtherwise(tx: Tx, refund: LockedRefund, now: Temporal.Instant) {
  await enterPaid(tx, refund, { event: 'refund-paid-otherwise', credit: 'other-means', now })
  await end(tx, refund, 'paid-otherwise', now)
}

/** The traveller has the money from the bank, which took the payment back in a dispute. */
export async function endAsTakenBack(tx: Tx, refund: LockedRefund, now: Temporal.Instant) {
  await enterPaid(tx, refund, { event: 'refund-taken-back', credit: 'disputes', now })
  await end(tx, refund, 'taken-back', now)
}

/**
 * The provider has refused the refund permanently, and its id cannot be used again. The amount owed
 * returns to the account it came from, for the refund that replaces this one.
 */
export async function endAsReplaced(
  tx: Tx,
  refund: LockedRefund,
  now: Temporal.Instant,
): Promise<{ from: LedgerAccount }> {
  const { refundId, paymentId, payableId, amountCents } = refund
  const from = await findAccountOf(tx, refundId)
  await enterInLedger(tx, {
    eventId: `refund-undone:${refundId}`,
    payableId,
    paymentId,
    refundId,
    now,
    debit: 'refunds-due',
    credit: from,
    amount: cents(amountCents),
  })
  await end(tx, refund, 'replaced', now)
  return { from }
}

/**
 * A person has made the refund in the provider's portal. The refund found there had no cause; from
 * now on it is this one, with its cause and out of its account.
 */
export async function endAsMadeAtProvider(
  tx: Tx,
  refund: LockedRefund,
  made: { refundId: string },
  now: Temporal.Instant,
): Promise<void> {
  const { refundId, paymentId, payableId, amountCents, causeId } = refund
  const { from } = await endAsReplaced(tx, refund, now)
  await tx
    .updateTable('refunds')
    .set({ replaces: refundId, causeId })
    .where('refundId', '=', made.refundId)
    .execute()
  if (from === 'unsettled') return
  await enterInLedger(tx, {
    eventId: `refund-claimed:${made.refundId}`,
    payableId,
    paymentId,
    refundId: made.refundId,
    now,
    debit: from,
    credit: 'unsettled',
    amount: cents(amountCents),
  })
}

type Paid = { event: string; credit: LedgerAccount; now: Temporal.Instant }

function enterPaid(tx: Tx, refund: LockedRefund, { event, credit, now }: Paid): Promise<void> {
  const { refundId, paymentId, payableId, amountCents } = refund
  return enterInLedger(tx, {
    eventId: `${event}:${refundId}`,
    payableId,
    paymentId,
    refundId,
    now,
    debit: 'refunds-due',
    credit,
    amount: cents(amountCents),
  })
}

async function end(tx: Tx, refund: LockedRefund, state: RefundState, now: Temporal.Instant) {
  assertRefundMayBecome(refund.state, state)
  await tx
    .updateTable('refunds')
    .set({ state, settledAt: now })
    .where('refundId', '=', refund.refundId)
    .execute()
  await endRefundAlerts(tx, refund.refundId, now)
}

async function findAccountOf(tx: Tx, refundId: string): Promise<LedgerAccount> {
  const row = await tx
    .selectFrom('ledgerEntries')
    .select('account')
    .where('eventId', '=', `refund-due:${refundId}`)
    .where('amountCents', '>', 0)
    .executeTakeFirst()
  invariant(row, 'what is owed came from somewhere')
  return row.account
}
