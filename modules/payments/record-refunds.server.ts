import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { cents } from '#platform/money.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import { accountOf } from './ledger-accounts.ts'
import { enterInLedger } from './ledger.server.ts'
import { lockPayment, type Payment } from './payments.server.ts'
import type { ProviderRefund } from './provider.ts'
import { endRefundAlerts } from './refund-alerts.server.ts'
import { assertRefundMayBecome, isUnderway, type RefundState } from './refund-state.ts'
import { findSentRefundId } from './refunds-without-id.server.ts'

type RefundNews = {
  refundId: string
  state: ProviderRefund['state']
  theirs: string | null
  now: Temporal.Instant
}

/**
 * Records the state of a refund. A repeated report, or an older state after a newer one, changes
 * nothing. Once money arrived and came back (edge case 33), a person decides.
 */
export async function recordRefund(tx: Tx, news: RefundNews): Promise<void> {
  const { refundId, state, theirs, now } = news
  const refund = await lockRefund(tx, refundId)
  const { state: from } = refund
  if (isPaidTwice(refund, state)) return recordPaidTwice(tx, refund, news)
  const to = becomes(from, state, refund.failedAt !== null)
  if (!to) return
  assertRefundMayBecome(from, to)

  const settledAt = to === 'pending' ? null : now
  await tx
    .updateTable('refunds')
    .set({
      state: to,
      providerRef: theirs,
      settledAt,
      ...(state === 'failed' && { failedAt: now }),
    })
    .where('refundId', '=', refundId)
    .execute()
  const { paymentId, amountCents } = refund
  if (to === 'succeeded') await enterPaidRefund(tx, refund, now)
  if (from === 'succeeded') await enterReturnedRefund(tx, refund, now)
  if (to === 'succeeded' && from === 'needs-attention') await endRefundAlerts(tx, refundId, now)
  if (to === 'failed' || to === 'needs-attention') {
    await raiseAlert(tx, 'refund-failed', { refundId, paymentId, amountCents })
  }
}

/** Records that the provider, asked again, has paid a refund that failed by our record. */
export async function recordPaidAfterAll(
  tx: Tx,
  { refundId, theirs, now }: Omit<RefundNews, 'state'>,
): Promise<void> {
  const refund = await lockRefund(tx, refundId)
  if (refund.state !== 'failed') return
  assertRefundMayBecome(refund.state, 'succeeded')
  await tx
    .updateTable('refunds')
    .set({ state: 'succeeded', providerRef: theirs, settledAt: now, failedAt: null })
    .where('refundId', '=', refundId)
    .execute()
  await enterPaidRefund(tx, refund, now)
  await endRefundAlerts(tx, refundId, now)
}

/** Payment first, refund second: the order of locks in the whole program. */
export async function lockRefund(tx: Tx, refundId: string) {
  const { paymentId } = await tx
    .selectFrom('refunds')
    .select('paymentId')
    .where('refundId', '=', refundId)
    .executeTakeFirstOrThrow()
  const payment = await lockPayment(tx, paymentId)
  const refund = await tx
    .selectFrom('refunds')
    .select(['refundId', 'paymentId', 'state', 'amountCents', 'reason', 'source', 'causeId'])
    .select(['failedAt', 'providerRef'])
    .where('refundId', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...refund, payableId: payment.payableId, payment }
}

/** Whether the provider pays a refund that staff have ended. After a failure, such a report is old. */
function isPaidTwice({ state, failedAt }: LockedRefund, told: ProviderRefund['state']): boolean {
  const isEnded = state === 'paid-otherwise' || state === 'taken-back'
  return isEnded && told === 'succeeded' && failedAt === null
}

/** The second payment becomes a refund of its own, which was not owed. */
async function recordPaidTwice(
  tx: Tx,
  { payment, amountCents }: LockedRefund,
  { theirs, state, now }: RefundNews,
): Promise<void> {
  const known = await tx
    .selectFrom('refunds')
    .select('refundId')
    .where('paymentId', '=', payment.paymentId)
    .where('providerRef', '=', theirs)
    .where('source', '=', 'provider')
    .executeTakeFirst()
  if (known) return
  const second = { providerRef: theirs ?? '', state, amount: cents(amountCents), now }
  await recordForeignRefund(tx, payment, second)
}

/** Undefined if the report changes nothing. */
function becomes(
  from: RefundState,
  told: ProviderRefund['state'],
  hasFailed: boolean,
): RefundState | undefined {
  if (from === 'succeeded') return told === 'failed' ? 'needs-attention' : undefined
  if (from === 'needs-attention') return hasFailed || told === 'pending' ? undefined : told
  if (from === told || !isUnderway(from)) return undefined
  return told
}

export type LockedRefund = Awaited<ReturnType<typeof lockRefund>>

async function enterPaidRefund(tx: Tx, refund: LockedRefund, now: Temporal.Instant) {
  const { refundId, paymentId, payableId, amountCents } = refund
  await addToRefunded(tx, paymentId, amountCents)
  await enterInLedger(tx, {
    eventId: `refund-paid:${refundId}`,
    payableId,
    paymentId,
    refundId,
    now,
    debit: 'refunds-due',
    credit: accountOf(refund.payment.provider),
    amount: cents(amountCents),
  })
}

/** The money is back with the provider, and still owed. */
async function enterReturnedRefund(tx: Tx, refund: LockedRefund, now: Temporal.Instant) {
  const { refundId, paymentId, payableId, amountCents } = refund
  await addToRefunded(tx, paymentId, 0 - amountCents)
  await enterInLedger(tx, {
    eventId: `refund-returned:${refundId}`,
    payableId,
    paymentId,
    refundId,
    now,
    debit: accountOf(refund.payment.provider),
    credit: 'refunds-due',
    amount: cents(amountCents),
  })
}

async function addToRefunded(tx: Tx, paymentId: string, amountCents: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set((payment) => ({ refundedCents: payment('refundedCents', '+', amountCents) }))
    .where('paymentId', '=', paymentId)
    .execute()
}

/**
 * Records the provider's list of refunds: ours move on, with or without our ids, and one made in the
 * provider's portal is recorded and raises an alert (edge case 34). Tickets are not changed.
 */
export async function recordProviderRefunds(
  tx: Tx,
  payment: Payment,
  refunds: readonly ProviderRefund[],
  now: Temporal.Instant,
): Promise<void> {
  for (const listed of refunds) {
    const { refundId, providerRef, state, amount } = listed
    const ours =
      (await findRefundId(tx, refundId, providerRef)) ??
      (listed.mayBeOurs && (await findSentRefundId(tx, payment, listed, refunds)))
    if (ours) await recordRefund(tx, { refundId: ours, state, theirs: providerRef, now })
    else await recordForeignRefund(tx, payment, { providerRef, state, amount, now })
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
  { providerRef, state, amount, now }: Omit<ProviderRefund, 'refundId'> & { now: Temporal.Instant },
): Promise<void> {
  const refundId = newAccessToken()
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
  await recordRefund(tx, { refundId, state, theirs: providerRef, now })
  await raiseAlert(tx, 'refund-made-at-provider', { paymentId, refundId, amount })
}
