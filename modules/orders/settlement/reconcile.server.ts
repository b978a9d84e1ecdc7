import { findOrder, lockOrder, type Order } from '#modules/orders/order/rows.server.ts'
import { isOpen, nextPaymentState, type PaymentState } from '#modules/payments/payment-state.ts'
import {
  findPayment,
  lockPayment,
  enqueueNextCheck,
  recordNeverOpened,
  recordOpened,
  recordSnapshot,
  type Payment,
} from '#modules/payments/payments.server.ts'
import type { PaymentProvider, ProviderSnapshot } from '#modules/payments/provider.ts'
import { getProvider, type Patience } from '#modules/payments/providers.server.ts'
import { recordProviderRefunds } from '#modules/payments/record-refunds.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction, retryConflicts } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import {
  acceptMoney,
  giveUpAttempt,
  holdForReview,
  lastSecond,
  releaseAfterTooLong,
} from './settle-order.server.ts'

/*
 * The only place where the state of a payment changes. The returning browser, the webhook, the
 * poller, the end of a hold and the command line all call `reconcile`, which asks the provider for
 * the current state, lets a pure function derive the next one and records the consequences. The
 * order and number of these calls therefore do not matter (invariant I8).
 */

type Asked = {
  now: Temporal.Instant
  patience: Patience
  /** Ends the attempt: the page is closed at the provider unless it was paid. */
  close?: boolean
}

/** The state after asking; `unreachable` if the provider did not answer. */
export type Reconciled = { state: PaymentState; unreachable: boolean }

export async function reconcile(paymentId: string, asked: Asked): Promise<Reconciled | undefined> {
  const payment = await findPayment(db, paymentId)
  if (!payment) return undefined

  const provider = getProvider(payment.provider, asked.patience)
  const known = await findAtProvider(payment, provider, asked)
  if (known.is === 'unreachable') return waitOn(payment, asked.now)
  if (known.is === 'never-opened') return { state: known.state, unreachable: false }

  const snapshot = await askTruth(payment, known.providerRef, provider, asked)
  if (!snapshot) return waitOn(payment, asked.now)
  crashPoint('reconcile:after-asking')
  const state = await inTransaction((tx) => apply(tx, payment, snapshot, asked.now))
  crashPoint('reconcile:after-commit')
  return { state, unreachable: false }
}

type AtProvider =
  | { is: 'known'; providerRef: string }
  | { is: 'unreachable' }
  | { is: 'never-opened'; state: PaymentState }

/** An attempt whose opening got no answer is looked up by our own reference (edge case 23). */
async function findAtProvider(
  payment: Payment,
  provider: PaymentProvider,
  { now, close }: Asked,
): Promise<AtProvider> {
  if (payment.providerRef) return { is: 'known', providerRef: payment.providerRef }

  const found = await provider.findByMerchantRef(payment.merchantRef, payment.createdAt)
  if (!found.ok) return { is: 'unreachable' }
  if (found.providerRef !== null) {
    // Since it was read it may have been opened, and even paid.
    await retryConflicts(() => recordOpened(db, payment.paymentId, found))
    return { is: 'known', providerRef: found.providerRef }
  }
  // The opening may be on its way at this moment; only after its time is over can it no longer
  // arrive.
  const isOver = close || !isBefore(now, payment.sessionExpiresAt)
  if (!isOpen(payment.state) || !isOver) return { is: 'never-opened', state: payment.state }
  return { is: 'never-opened', state: await endUnopened(payment, now) }
}

function endUnopened({ paymentId, payableId }: Payment, now: Temporal.Instant) {
  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, payableId)
    const payment = await lockPayment(tx, paymentId)
    if (!isOpen(payment.state)) return payment.state
    await recordNeverOpened(tx, payment, { state: 'expired', now })
    await giveUpAttempt(tx, order, payment, now)
    return 'expired' as const
  })
}

/** The provider did not answer, but seats are still not held beyond the limit. */
function waitOn({ paymentId, payableId }: Payment, now: Temporal.Instant): Promise<Reconciled> {
  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, payableId)
    const { state } = await lockPayment(tx, paymentId)
    if (isOpen(state)) await releaseAfterTooLong(tx, order, now)
    return { state, unreachable: true }
  })
}

/**
 * Fetches the provider's state, and closes an overdue page there before seats are released: our
 * clock alone never decides that a page can no longer be paid (edge case 45).
 */
async function askTruth(
  payment: Payment,
  providerRef: string,
  provider: PaymentProvider,
  { now, close }: Asked,
): Promise<ProviderSnapshot | undefined> {
  const snapshot = await provider.fetch(providerRef)
  if (!snapshot.ok) return undefined

  const isOver = close || !isOpen(payment.state) || !isBefore(now, payment.sessionExpiresAt)
  if (snapshot.status !== 'open' || !isOver) return snapshot
  const closing = await provider.closeCheckout(providerRef)
  if (!closing.ok) return undefined
  const after = await provider.fetch(providerRef)
  return after.ok ? after : undefined
}

/** Locks in the same order everywhere: order, payment, departures. */
async function apply(
  tx: Tx,
  { paymentId, payableId }: Payment,
  snapshot: ProviderSnapshot,
  now: Temporal.Instant,
): Promise<PaymentState> {
  const order = await lockOrder(tx, payableId)
  const payment = await lockPayment(tx, paymentId)
  const verdict = nextPaymentState(payment, snapshot)
  if (verdict.is === 'foreign') {
    const { merchantRef } = snapshot
    await raiseAlert(tx, 'foreign-payment', { paymentId, merchantRef })
    return endForeign(tx, order, payment, now)
  }

  const to = verdict.is === 'changed' ? verdict.to : payment.state
  await recordSnapshot(tx, payment, { snapshot, to, now })
  await recordProviderRefunds(tx, payment, snapshot.refunds, now)
  if (verdict.is === 'changed') {
    const after = { ...payment, state: to, capturedCents: snapshot.captured }
    if (to === 'paid') await acceptMoney(tx, order, after, now)
    if (to === 'review') await holdForReview(tx, order, after, now)
    if (to === 'declined' || to === 'expired' || to === 'cancelled') {
      await giveUpAttempt(tx, order, payment, now)
    }
  }
  if (isOpen(to)) await releaseAfterTooLong(tx, order, now)
  return to
}

/**
 * The provider shows a payment that is not ours, so our attempt never existed there; it ends with
 * its time.
 */
async function endForeign(tx: Tx, order: Order, payment: Payment, now: Temporal.Instant) {
  if (!isOpen(payment.state) || isBefore(now, payment.sessionExpiresAt)) return payment.state
  await recordNeverOpened(tx, payment, { state: 'expired', now })
  await giveUpAttempt(tx, order, payment, now)
  return 'expired' as const
}

/** Number of checks in a day, with the longest pause between them (edge case 25). */
const CHECKS_IN_A_DAY = 150

/**
 * The job: reconciles, and enqueues the next check while the attempt is open. After a day without a
 * result it raises an alert, and keeps checking.
 */
export async function reconcileLater(
  { paymentId, check }: { paymentId: string; check: number },
  now: Temporal.Instant,
): Promise<void> {
  const result = await reconcile(paymentId, { now, patience: 'job' })
  const payment = await findPayment(db, paymentId)
  if (!payment || !(result?.unreachable || isOpen(payment.state))) return
  await inTransaction(async (tx) => {
    const order = await findOrder(tx, payment.payableId)
    const ends = [payment.sessionExpiresAt, order && lastSecond(order)]
    const seconds = ends.flatMap((end) => (end ? [now.until(end).total('seconds')] : []))
    const next = seconds.filter((left) => left > 0).map((left) => Math.ceil(left) + 1)
    if (check === CHECKS_IN_A_DAY) await raiseAlert(tx, 'payment-without-end', { paymentId })
    await enqueueNextCheck(
      tx,
      paymentId,
      check + 1,
      next.length > 0 ? Math.min(...next) : undefined,
    )
  })
}
