import { raiseAlert } from '#platform/alert.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { newOpeningId } from '#platform/ids.server.ts'
import { invariant } from '#platform/invariant.ts'
import { promiseJob, type Job } from '#platform/jobs.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { transact } from '#platform/transaction.server.ts'

import { enterInLedger, type Account } from './ledger.server.ts'
import { lockPayment } from './payments.server.ts'
import { getProvider } from './providers.server.ts'
import { recordRefund } from './record-refunds.server.ts'

/** Brings a refund to the provider, and asks again until it has an end. */
export const SEND_REFUND: Job<{ refundId: string }> = {
  name: 'send-refund',
  tries: 60,
  firstPause: 5,
  longestPause: 600,
}

type RefundWish = {
  paymentId: string
  amount: Cents
  /** Which account gives the money back: live bookings, or money nobody took. */
  from: Account
  reason:
    | 'duplicate'
    | 'no-seats-left'
    | 'order-changed'
    | 'order-closed'
    | 'cancelled'
    | 'amended'
    | 'departure-cancelled'
  source: 'traveller' | 'staff' | 'system'
  /** What of the caller's gives it back. */
  causeId?: string
  now: Temporal.Instant
}

/**
 * Promises money back. The sum of all refunds never passes what was captured (edge case 35): the
 * payment is locked while it is counted. Of a payment that is disputed nothing is sent by itself,
 * since it would be paid back twice (edge case 38): a person decides.
 */
export async function requestRefund(tx: Tx, wish: RefundWish): Promise<{ refundId: string }> {
  const { paymentId, amount, from, reason, source, causeId = null, now } = wish
  const payment = await lockPayment(tx, paymentId)
  const promised = await sumOfRefunds(tx, paymentId)
  invariant(promised + amount <= payment.capturedCents, 'no more goes back than was captured')

  const refundId = newOpeningId()
  await tx
    .insertInto('refunds')
    .values({
      refundId,
      paymentId,
      amountCents: amount,
      reason,
      source,
      causeId,
      state: payment.disputed ? 'needs-attention' : 'requested',
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
  if (payment.disputed) await raiseAlert(tx, 'refund-of-disputed-payment', { paymentId, refundId })
  else await promiseJob(tx, SEND_REFUND, { refundId })
  return { refundId }
}

/** @throws while the provider cannot be reached or has not decided, so that the job comes again */
export async function sendRefund(refundId: string, now: Temporal.Instant): Promise<void> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['refunds.state', 'refunds.amountCents', 'provider', 'payments.providerRef'])
    .where('refundId', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.state !== 'requested' && refund.state !== 'pending') return
  invariant(refund.providerRef, 'what was captured has a name at the provider')

  const { provider, providerRef, amountCents } = refund
  const answer = await getProvider(provider, 'job').refund({
    providerRef,
    refundId,
    amount: cents(amountCents),
    currency: 'EUR',
  })
  crashPoint('refund:after-answer')
  if (!answer.ok && answer.reason !== 'rejected') {
    throw new Error(`refund ${refundId}: the provider is ${answer.reason}`)
  }
  const state = answer.ok ? answer.state : 'failed'
  const theirs = answer.ok ? answer.providerRef : null
  await transact((tx) => recordRefund(tx, { refundId, state, theirs, now }))
  if (state === 'pending') throw new Error(`refund ${refundId} is under way at the provider`)
}

/** A refund that was tried often enough and got no answer: a person takes it from here. */
export async function parkRefund(refundId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('refunds')
      .set({ state: 'needs-attention', failure: 'no answer from the provider' })
      .where('refundId', '=', refundId)
      .where('state', 'in', ['requested', 'pending'])
      .execute()
    await raiseAlert(tx, 'refund-stuck', { refundId })
  })
}

/** What of a payment is promised back or has gone back. */
export async function sumOfRefunds(tx: Tx, paymentId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('refunds')
    .select((refund) => refund.fn.coalesce(refund.fn.sum('amountCents'), refund.lit(0)).as('total'))
    .where('paymentId', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(total)
}
