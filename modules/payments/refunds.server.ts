import { raiseAlert } from '#platform/alert.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { newOpeningId } from '#platform/ids.server.ts'
import { invariant } from '#platform/invariant.ts'
import { promiseJob, type Job } from '#platform/jobs.server.ts'
import { cents, type Cents } from '#platform/money.ts'

import { enterInLedger, type Account } from './ledger.server.ts'
import { lockPayment, type Payment } from './payments.server.ts'
import type { ProviderRefund } from './provider.ts'
import { getProvider } from './providers.server.ts'
import { assertRefundMayBecome, type RefundState } from './refund-state.ts'

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
  reason: 'duplicate' | 'no-seats-left' | 'order-changed' | 'order-closed'
  source: 'traveller' | 'staff' | 'system'
  now: Temporal.Instant
}

/**
 * Promises money back. The sum of all refunds never passes what was captured (edge case 35): the
 * payment is locked while it is counted.
 */
export async function requestRefund(tx: Tx, wish: RefundWish): Promise<{ refundId: string }> {
  const { paymentId, amount, from, reason, source, now } = wish
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
      state: 'requested',
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
  await promiseJob(tx, SEND_REFUND, { refundId })
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
  await db.transaction().execute((tx) => recordRefund(tx, { refundId, state, theirs, now }))
  if (state === 'pending') throw new Error(`refund ${refundId} is under way at the provider`)
}

type RefundNews = {
  refundId: string
  state: ProviderRefund['state']
  theirs: string | null
  now: Temporal.Instant
}

/** Writes down what became of a refund. Told twice, it is written once. */
export async function recordRefund(tx: Tx, news: RefundNews): Promise<void> {
  const { refundId, state, theirs, now } = news
  const refund = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['refunds.state', 'refunds.amountCents', 'refunds.paymentId', 'payments.payableId'])
    .where('refundId', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const from = refund.state as RefundState
  const to = from === 'succeeded' && state === 'failed' ? 'needs-attention' : state
  if (from === to || (from === 'succeeded' && to === 'pending')) return
  assertRefundMayBecome(from, to)

  const settledAt = to === 'pending' ? null : now
  await tx
    .updateTable('refunds')
    .set({ state: to, providerRef: theirs, settledAt })
    .where('refundId', '=', refundId)
    .execute()
  const { paymentId, payableId, amountCents } = refund
  if (to === 'succeeded') {
    await tx
      .updateTable('payments')
      .set((payment) => ({ refundedCents: payment('refundedCents', '+', amountCents) }))
      .where('paymentId', '=', paymentId)
      .execute()
    await enterInLedger(tx, {
      eventId: `refund-paid:${refundId}`,
      payableId,
      paymentId,
      refundId,
      now,
      debit: 'refunds-due',
      credit: 'provider',
      amount: cents(amountCents),
    })
  }
  if (to === 'failed' || to === 'needs-attention') {
    await raiseAlert(tx, 'refund-failed', { refundId, paymentId, amountCents })
  }
}

/**
 * What the provider knows of refunds: ours move on, and one that somebody made in the provider's
 * portal is written down and told (edge case 34). Tickets are not touched by it.
 */
export async function recordProviderRefunds(
  tx: Tx,
  payment: Payment,
  refunds: readonly ProviderRefund[],
  now: Temporal.Instant,
): Promise<void> {
  for (const { refundId, providerRef, state, amount } of refunds) {
    const ours = await findRefundId(tx, refundId, providerRef)
    if (ours) await recordRefund(tx, { refundId: ours, state, theirs: providerRef, now })
    else await recordForeignRefund(tx, payment, { providerRef, amount, now })
  }
}

async function findRefundId(tx: Tx, refundId: string | null, providerRef: string) {
  const row = await tx
    .selectFrom('refunds')
    .select('refundId')
    .where((refund) =>
      refund.or([refund('refundId', '=', refundId ?? ''), refund('providerRef', '=', providerRef)]),
    )
    .executeTakeFirst()
  return row?.refundId
}

async function recordForeignRefund(
  tx: Tx,
  { paymentId, payableId }: Payment,
  { providerRef, amount, now }: { providerRef: string; amount: Cents; now: Temporal.Instant },
): Promise<void> {
  const refundId = newOpeningId()
  const row = { refundId, paymentId, amountCents: amount, providerRef, requestedAt: now }
  await tx
    .insertInto('refunds')
    .values({ ...row, reason: 'made-at-provider', source: 'provider', state: 'pending' })
    .execute()
  await enterInLedger(tx, {
    eventId: `refund-due:${refundId}`,
    payableId,
    paymentId,
    refundId,
    now,
    debit: 'unsettled',
    credit: 'refunds-due',
    amount,
  })
  await recordRefund(tx, { refundId, state: 'succeeded', theirs: providerRef, now })
  await raiseAlert(tx, 'refund-made-at-provider', { paymentId, refundId, amount })
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

async function sumOfRefunds(tx: Tx, paymentId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('refunds')
    .select((refund) => refund.fn.coalesce(refund.fn.sum('amountCents'), refund.lit(0)).as('total'))
    .where('paymentId', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(total)
}
