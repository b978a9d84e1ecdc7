import { sql, type OperationNodeSource } from 'kysely'

import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { enqueueJob, writeWithJob, type Job } from '#platform/jobs/jobs.server.ts'
import { capturedCents, captures } from '#platform/metrics/metrics.server.ts'
import { cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { afterCommit } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'
import { writeAhead } from '#platform/write-together.server.ts'

import { accountOf } from './ledger-accounts.ts'
import { insertInLedger } from './ledger.server.ts'
import { assertMayBecome, isOpen, type PaymentState } from './payment-state.ts'
import type { ProviderId, ProviderSnapshot } from './provider.ts'

/*
 * Attempts to pay. The effect of a payment on an order is decided in `orders/reconcile`, not here.
 */

/** `check`: the number of checks before it. */
type PaymentCheck = { paymentId: string; check: number }

/** Asks the provider again later, with growing pauses, until the attempt has ended. */
export const RECONCILE_PAYMENT: Job<PaymentCheck> = {
  name: 'reconcile-payment',
  tries: 100,
  firstPause: 5,
  longestPause: 600,
}
const FIRST_CHECK_SECONDS = 15
const MAX_PAUSE_SECONDS = 600

const COLUMNS = [
  'paymentId',
  'payableId',
  'payableVersion',
  'provider',
  'merchantRef',
  'providerRef',
  'amountCents',
  'currency',
  'state',
  'declineReason',
  'redirectUrl',
  'cardBrand',
  'cardLast4',
  'capturedCents',
  'refundedCents',
  'disputed',
  'disputeOutcome',
  'takenBackCents',
  'decision',
  'createdAt',
  'sessionExpiresAt',
  'checkedAt',
  'settledAt',
] as const

export type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

export function findPayment(tx: Tx | Database, paymentId: string) {
  return selectPayments(tx).where('paymentId', '=', paymentId).executeTakeFirst()
}

/** The attempt of this order that has no end yet; there is at most one (edge case 14). */
export function findOpenPayment(tx: Tx | Database, payableId: string) {
  return selectPayments(tx)
    .where('payableId', '=', payableId)
    .where('state', 'in', ['created', 'open', 'processing'])
    .executeTakeFirst()
}

export function listPayments(tx: Tx | Database, payableId: string): Promise<Payment[]> {
  return selectPayments(tx).where('payableId', '=', payableId).orderBy('createdAt').execute()
}

type ProviderNames = {
  provider: ProviderId
  providerRef: string | null
  merchantRef: string | null
}

/** The attempt that a webhook refers to, by the provider's name for it or by ours. */
export async function findPaymentId(tx: Tx | Database, names: ProviderNames) {
  const { provider, providerRef, merchantRef } = names
  const row = await tx
    .selectFrom('payments')
    .select('paymentId')
    .where('provider', '=', provider)
    .where((payment) =>
      payment.or([
        payment('providerRef', '=', providerRef ?? ''),
        payment('merchantRef', '=', merchantRef ?? ''),
      ]),
    )
    .executeTakeFirst()
  return row?.paymentId
}

export function lockPayment(tx: Tx, paymentId: string): Promise<Payment> {
  return selectPayments(tx).where('paymentId', '=', paymentId).forUpdate().executeTakeFirstOrThrow()
}

type NewPayment = {
  paymentId: string
  payableId: string
  payableVersion: number
  provider: ProviderId
  /** The purchase that the attempt pays for, as the provider names it together with the number of the attempt. */
  reference: string
  /** The provider's name for an attempt that it knows already; otherwise the next one of `reference`. */
  merchantRef?: string
  amountCents: number
  sessionExpiresAt: Temporal.Instant
  now: Temporal.Instant
}

/**
 * Records the attempt before any outside call, and enqueues its first check. The payable is locked,
 * so no other attempt takes its number. `besides` is written in the same statement.
 */
export async function recordPayment(
  tx: Tx,
  { now, reference, merchantRef, ...payment }: NewPayment,
  besides: readonly OperationNodeSource[] = [],
): Promise<Payment> {
  const { paymentId, payableId } = payment
  const next = sql<string>`${reference}::text || '-' ||
    (select count(*) + 1 from payments where payable_id = ${payableId})`
  const name = merchantRef ?? next
  const attempt = tx
    .insertInto('payments')
    .values({ ...payment, merchantRef: name, currency: 'EUR', state: 'created', createdAt: now })
    .returning(COLUMNS)
  const [recorded] = await writeWithJob<Payment, PaymentCheck>(tx, {
    writes: [...besides, attempt],
    job: RECONCILE_PAYMENT,
    data: { paymentId, check: 0 },
    afterSeconds: FIRST_CHECK_SECONDS,
  })
  invariant(recorded, 'an attempt that was written is returned')
  return recorded
}

/** `withinSeconds`: time until a deadline, which must not be noticed late. */
export function enqueueNextCheck(
  tx: Tx,
  paymentId: string,
  check: number,
  withinSeconds = MAX_PAUSE_SECONDS,
): Promise<void> {
  const pause = Math.min(FIRST_CHECK_SECONDS * 2 ** check, MAX_PAUSE_SECONDS)
  const afterSeconds = Math.min(pause, withinSeconds)
  return enqueueJob(tx, RECONCILE_PAYMENT, { paymentId, check }, { afterSeconds })
}

/**
 * The provider has opened its page. A response that arrives after the end of the attempt is kept.
 * Returns the state of the attempt from then on.
 */
export async function recordOpened(
  tx: Tx | Database,
  paymentId: string,
  { providerRef, redirectUrl }: { providerRef: string; redirectUrl: string | null },
): Promise<PaymentState> {
  const { state } = await tx
    .updateTable('payments')
    .set({
      providerRef,
      ...(redirectUrl !== null && { redirectUrl }),
      state: sql<PaymentState>`case state when 'created' then 'open' else state end`,
    })
    .where('paymentId', '=', paymentId)
    .returning('state')
    .executeTakeFirstOrThrow()
  return state
}

/** Ends an attempt that never reached the provider, or that it refuses permanently. */
export async function recordNeverOpened(
  tx: Tx,
  payment: Payment,
  { state, now }: { state: 'cancelled' | 'expired'; now: Temporal.Instant },
): Promise<void> {
  assertMayBecome(payment.state, state)
  await tx
    .updateTable('payments')
    .set({ state })
    .where('paymentId', '=', payment.paymentId)
    .execute()
  await endAlertOf(tx, payment, now)
}

/**
 * Records the provider's snapshot. Captured money enters the ledger as `unsettled`, until an order
 * takes it or it is refunded. What was asked first may be recorded last, so a card or a dispute that is known
 * stays: staff alone end a dispute.
 */
export async function recordSnapshot(
  tx: Tx,
  payment: Payment,
  { snapshot, to, now }: { snapshot: ProviderSnapshot; to: PaymentState; now: Temporal.Instant },
): Promise<void> {
  if (to !== payment.state) assertMayBecome(payment.state, to)
  const isCaptured = to === 'paid' || to === 'review'
  // The ledger has euro cents only; a payment in another currency is reviewed by a person.
  const captured = isCaptured && snapshot.currency === 'EUR' ? snapshot.captured : 0
  // Entered once: a later snapshot may report less, after a refund.
  const isFirst = captured > 0 && payment.capturedCents === 0
  const { paymentId, payableId } = payment
  const recorded = tx
    .updateTable('payments')
    .set({
      state: to,
      providerRef: snapshot.providerRef,
      checkedAt: now,
      declineReason: snapshot.lastDecline,
      cardBrand: snapshot.card?.brand ?? payment.cardBrand,
      cardLast4: snapshot.card?.last4 ?? payment.cardLast4,
      disputed: payment.disputed || snapshot.disputed,
      ...(isFirst && { capturedCents: captured }),
      ...(!isOpen(to) && payment.settledAt === null && { settledAt: now }),
    })
    .where('paymentId', '=', paymentId)
  const capture = {
    eventId: `capture:${paymentId}`,
    payableId,
    paymentId,
    now,
    debit: accountOf(payment.provider),
    credit: 'unsettled',
    amount: cents(captured),
  } as const
  await writeAhead(tx, [...(isFirst ? [insertInLedger(tx, capture)] : []), recorded])
  if (isOpen(payment.state) && !isOpen(to)) await endAlertOf(tx, payment, now)
  if (snapshot.disputed && !payment.disputed) {
    await raiseAlert(tx, 'payment-disputed', { paymentId })
  }
  if (!isFirst) return

  const { provider } = payment
  afterCommit(() => {
    captures.inc({ provider })
    capturedCents.inc({ provider }, captured)
  })
}

/** Only an attempt of many hours may have raised the alert that it has no end. */
const HOURS_UNTIL_OLD = 12

async function endAlertOf(
  tx: Tx,
  { paymentId, createdAt }: Payment,
  now: Temporal.Instant,
): Promise<void> {
  if (!isBefore(createdAt.add({ hours: HOURS_UNTIL_OLD }), now)) return
  await endAlerts(tx, { kinds: ['payment-without-end'], subject: `payment:${paymentId}`, now })
}

/** An order takes the money: from now on it is the price of live bookings. */
export async function settleCapture(
  tx: Tx,
  payment: Payment,
  now: Temporal.Instant,
): Promise<void> {
  await insertSettlement(tx, payment, now).execute()
}

/** The same as an insert, to be written together with what the money buys. */
export function insertSettlement(
  tx: Tx,
  { paymentId, payableId, amountCents }: Payment,
  now: Temporal.Instant,
) {
  return insertInLedger(tx, {
    eventId: `settle:${paymentId}`,
    payableId,
    paymentId,
    now,
    debit: 'unsettled',
    credit: 'fares',
    amount: cents(amountCents),
  })
}

function selectPayments(tx: Tx | Database) {
  return tx.selectFrom('payments').select(COLUMNS)
}
