import { PAY_OUT_DAYS } from '#modules/rules/rules.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { invariant } from '#platform/invariant.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import { endAsTakenBack } from './end-refund.server.ts'
import type { LedgerAccount } from './ledger-accounts.ts'
import { enterInLedger } from './ledger.server.ts'
import { awaitsDispute } from './payment-state.ts'
import { lockPayment } from './payments.server.ts'
import { getProvider } from './providers.server.ts'
import { lockRefund, recordRefund } from './record-refunds.server.ts'
import { endRefundAlerts } from './refund-alerts.server.ts'
import { isUnderway, type RefundReason, type RefundSource } from './refund-state.ts'
import { noteSending } from './refunds-without-id.server.ts'

/** Sends a refund to the provider, and asks again until it has ended. */
export const SEND_REFUND: Job<{ refundId: string }> = {
  name: 'send-refund',
  tries: 60,
  firstPause: 5,
  longestPause: 600,
}

const SECONDS_PER_DAY = 24 * 60 * 60

export type RefundWish = {
  paymentId: string
  amount: Cents
  /** The account that returns the money: live bookings, or money that bought nothing. */
  from: LedgerAccount
  reason: RefundReason
  source: Exclude<RefundSource, 'provider'>
  /** The change or payment, in the caller's table, that causes the refund. */
  causeId?: string | null
  /** The refund that it replaces, since the provider has finally refused that one. */
  replaces?: string
  now: Temporal.Instant
}

/**
 * Enqueues a refund. The sum of all refunds never exceeds the captured amount (edge case 35): the
 * payment is locked while it is counted. A disputed payment is never refunded automatically, since
 * the money would be returned twice (edge case 38): a person decides. After a lost dispute the
 * traveller has the money already.
 */
export async function requestRefund(tx: Tx, wish: RefundWish): Promise<{ refundId: string }> {
  const { paymentId, amount, from, reason, source, causeId = null, replaces = null, now } = wish
  const payment = await lockPayment(tx, paymentId)
  const promised = await sumOfRefunds(tx, paymentId)
  invariant(promised + amount <= payment.capturedCents, 'no more goes back than was captured')

  const isLost = payment.disputeOutcome === 'lost'
  const refundId = newAccessToken()
  await tx
    .insertInto('refunds')
    .values({
      refundId,
      paymentId,
      amountCents: amount,
      reason,
      source,
      causeId,
      replaces,
      state: awaitsDispute(payment) || isLost ? 'needs-attention' : 'requested',
      requestedAt: now,
    })
    .execute()
  await enterInLedger(tx, {
    eventId: `refund-due:${refundId}`,
    payableId: payment.payableId,
    paymentId,
    refundId,
    now,
    debit: from,
    credit: 'refunds-due',
    amount,
  })
  if (isLost) await endAsTakenBack(tx, await lockRefund(tx, refundId), now)
  else if (awaitsDispute(payment)) {
    await raiseAlert(tx, 'refund-of-disputed-payment', { paymentId, refundId })
  } else await enqueueJob(tx, SEND_REFUND, { refundId })
  return { refundId }
}

/** @throws while the provider is unreachable or undecided, so that the job is retried */
export async function sendRefund(refundId: string, now: Temporal.Instant): Promise<void> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['refunds.state', 'refunds.amountCents', 'provider', 'payments.providerRef'])
    .select(['disputed', 'disputeOutcome'])
    .where('refundId', '=', refundId)
    .executeTakeFirstOrThrow()
  if (!isUnderway(refund.state)) return
  if (awaitsDispute(refund) && refund.state === 'requested') return holdBack(refundId)
  invariant(refund.providerRef, 'a captured payment has an id at the provider')

  const { providerRef, amountCents } = refund
  const provider = getProvider(refund.provider, 'job')
  const namesOfOthers = provider.mayOmitRefundIds && (await noteSending(refundId, now))
  crashPoint('refund:before-asking')
  const answer = await provider.refund({
    providerRef,
    refundId,
    amount: cents(amountCents),
    currency: 'EUR',
    isDisputeOver: refund.disputeOutcome !== null,
    ...(namesOfOthers && { namesOfOthers }),
  })
  crashPoint('refund:after-answer')
  if (!answer.ok && answer.reason !== 'rejected') {
    throw new Error(`refund ${refundId}: the provider is ${answer.reason}`)
  }
  const state = answer.ok ? answer.state : 'failed'
  const theirs = answer.ok ? answer.providerRef : null
  await inTransaction((tx) => recordRefund(tx, { refundId, state, theirs, now }))
  crashPoint('refund:after-commit')
  if (state !== 'pending') return
  if (provider.refundsByHand) return askTomorrow(refundId, now)
  throw new Error(`refund ${refundId} is under way at the provider`)
}

/** A refund that a person pays by hand has some days for it; then staff find another way. */
async function askTomorrow(refundId: string, now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    const { requestedAt } = await tx
      .selectFrom('refunds')
      .select((refund) => refund.fn.coalesce('resentAt', 'requestedAt').as('requestedAt'))
      .where('refundId', '=', refundId)
      .executeTakeFirstOrThrow()
    if (isBefore(now, requestedAt.add({ hours: 24 * PAY_OUT_DAYS }))) {
      await enqueueJob(tx, SEND_REFUND, { refundId }, { afterSeconds: SECONDS_PER_DAY })
      return
    }
    await handToPeople(tx, refundId, 'not paid out at a till in time', 'refund-stuck')
  })
}

/** A refund without a response after all its tries: a person takes over. */
export async function parkRefund(refundId: string): Promise<void> {
  await inTransaction((tx) =>
    handToPeople(tx, refundId, 'no answer from the provider', 'refund-stuck'),
  )
}

/** The payment was disputed while the refund waited to be sent. */
async function holdBack(refundId: string): Promise<void> {
  await inTransaction((tx) =>
    handToPeople(tx, refundId, 'the payment is disputed', 'refund-of-disputed-payment'),
  )
}

/** No alert is raised for a refund whose end a webhook has just recorded: nothing would end it. */
async function handToPeople(
  tx: Tx,
  refundId: string,
  failure: string,
  alert: 'refund-stuck' | 'refund-of-disputed-payment',
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'needs-attention', failure })
    .where('refundId', '=', refundId)
    .where('state', 'in', ['requested', 'pending'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await raiseAlert(tx, alert, { refundId })
}

/** The sum of refunds owed or paid. A failed refund is not counted. */
export async function sumOfRefunds(tx: Tx | Database, paymentId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('refunds')
    .select((refund) => refund.fn.coalesce(refund.fn.sum('amountCents'), refund.lit(0)).as('total'))
    .where('paymentId', '=', paymentId)
    .where('state', 'not in', ['failed', 'replaced'])
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Sends a refund again under the id it has, which the provider pays once. The refund is locked. */
export async function resendRefund(tx: Tx, refundId: string, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'requested', failure: null, resentAt: now })
    .where('refundId', '=', refundId)
    .execute()
  await endRefundAlerts(tx, refundId, now)
  await enqueueJob(tx, SEND_REFUND, { refundId })
}
