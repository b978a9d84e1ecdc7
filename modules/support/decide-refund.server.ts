import { noteGiven } from '#modules/approvals/given.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import { countInPortal } from '#modules/orders/apply/goodwill.server.ts'
import { listSettled } from '#modules/orders/apply/start-refund.server.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import {
  endAsMadeAtProvider,
  endAsPaidOtherwise,
  endAsReplaced,
} from '#modules/payments/end-refund.server.ts'
import { awaitsDispute } from '#modules/payments/payment-state.ts'
import type { Payment } from '#modules/payments/payments.server.ts'
import type { ProviderRefund } from '#modules/payments/provider.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import {
  lockRefund,
  recordPaidAfterAll,
  type LockedRefund,
} from '#modules/payments/record-refunds.server.ts'
import { isWithPeople, type RefundState } from '#modules/payments/refund-state.ts'
import { requestRefund, resendRefund, sumOfRefunds } from '#modules/payments/refunds.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  refreshFromProvider,
  lockBoth,
  type Decision,
  type NotAsked,
} from './refresh-from-provider.server.ts'

/*
 * The decisions of staff about refunds that failed. The provider is asked for the state first, so
 * that a refund that it has paid or is about to pay is not paid again.
 */

type RefundDecision = Decision & { refundId: string }

export type RefundRefusal =
  | NotAsked
  | { ok: false; reason: 'no-such-refund' }
  /** It is sent automatically, or is final. */
  | { ok: false; reason: 'not-with-people'; state: RefundState }
  /** The provider is processing it, and may still pay it. */
  | { ok: false; reason: 'under-way-at-provider' }
  /** The dispute may return the money, so its outcome is recorded first. */
  | { ok: false; reason: 'disputed' }

export type RetryRefusal =
  | RefundRefusal
  /**
   * Other refunds have used the rest of the payment, so this one can only be paid by other means.
   */
  | { ok: false; reason: 'not-so-much-left'; left: Cents }

/** `refundId`: the id of the refund sent now. `isNew`: the old id could not be used again. */
type Retried = { ok: true; refundId: string; isNew: boolean }

/**
 * Sends a refund again: under the same id while its state is unknown, since the provider pays an id
 * once; as a new one in its place after the provider has finally rejected it.
 */
export async function retryRefund(wish: RefundDecision): Promise<Retried | RetryRefusal> {
  return decide<Retried | RetryRefusal>(wish, async (tx, refund) => {
    const { refundId, failedAt } = refund
    if (failedAt === null) {
      await resendRefund(tx, refundId, wish.now)
      await auditRefund(tx, wish, refund, { state: 'requested' })
      return { ok: true, refundId, isNew: false }
    }
    const left = await leftBeside(tx, refund)
    if (left < refund.amountCents) return { ok: false, reason: 'not-so-much-left', left }
    const successor = await replace(tx, refund, wish.now)
    await auditRefund(tx, wish, refund, { state: 'replaced', by: successor })
    return { ok: true, refundId: successor, isNew: true }
  })
}

export type OtherwiseRefusal = RefundRefusal | ColleagueRefusal

type Settled = { ok: true; amount: Cents }

/**
 * Records that the traveller received the money by bank transfer or in cash, without the provider. Nobody sees
 * whether that is true, so a colleague confirms it above the limit of a day.
 */
export function settleRefundOtherwise(wish: RefundDecision): Promise<Settled | OtherwiseRefusal> {
  return decide<Settled | OtherwiseRefusal>(wish, async (tx, refund, order) => {
    const { amountCents } = refund
    const wanted = {
      kind: 'paid-otherwise',
      subject: `order:${order.orderId}`,
      amountCents,
    } as const
    const noted = await noteGiven(tx, { ...wanted, by: wish.by, now: wish.now })
    if (!noted.ok) return noted
    await endAsPaidOtherwise(tx, refund, wish.now)
    await auditRefund(tx, wish, refund, { state: 'paid-otherwise' })
    return { ok: true, amount: cents(refund.amountCents) }
  })
}

export type PortalRefusal =
  | RefundRefusal
  /** The portal has no refund of this amount that no other one, and no change, has counted. */
  | { ok: false; reason: 'not-in-portal' }

type FoundThere = { ok: true; madeThere: string }

/**
 * Assigns a refund that staff made in the provider's portal, and that belongs to no other one yet.
 */
export function settleRefundInPortal(wish: RefundDecision): Promise<FoundThere | PortalRefusal> {
  return decide<FoundThere | PortalRefusal>(wish, async (tx, refund, order) => {
    const made = await findMadeInPortal(tx, refund)
    if (!made || (await isCountedByChange(tx, refund, order))) {
      return { ok: false, reason: 'not-in-portal' }
    }
    await endAsMadeAtProvider(tx, refund, made, wish.now)
    await auditRefund(tx, wish, refund, { state: 'replaced', by: made.refundId })
    return { ok: true, madeThere: made.refundId }
  })
}

function findMadeInPortal(tx: Tx, { paymentId, amountCents }: LockedRefund) {
  return tx
    .selectFrom('refunds')
    .select('refundId')
    .where('paymentId', '=', paymentId)
    .where('amountCents', '=', amountCents)
    .where('source', '=', 'provider')
    .where('state', '=', 'succeeded')
    .where('replaces', 'is', null)
    .orderBy('requestedAt')
    .executeTakeFirst()
}

/**
 * Whether changes made since have counted so much of the portal's money as their own refund that the
 * rest is less than this one. Money that bought nothing is never counted.
 */
async function isCountedByChange(
  tx: Tx,
  { paymentId, amountCents }: LockedRefund,
  order: Order,
): Promise<boolean> {
  const settled = await listSettled(tx, order)
  if (!settled.some((payment) => payment.paymentId === paymentId)) return false
  return (await countInPortal(tx, order)) < amountCents
}

type Act<Outcome> = (tx: Tx, refund: LockedRefund, order: Order) => Promise<Outcome>

async function decide<Outcome>(
  { refundId, now }: RefundDecision,
  act: Act<Outcome>,
): Promise<Outcome | RefundRefusal> {
  const known = await db
    .selectFrom('refunds')
    .select(['paymentId', 'providerRef'])
    .where('refundId', '=', refundId)
    .executeTakeFirst()
  if (!known) return { ok: false, reason: 'no-such-refund' }
  const asked = await refreshFromProvider(known.paymentId, now)
  if (!asked.ok) return asked
  const listed = await findAtProvider(asked.payment, { refundId, providerRef: known.providerRef })
  if (listed === 'silent') return { ok: false, reason: 'provider-silent' }
  if (listed?.state === 'succeeded') {
    const news = { refundId, theirs: listed.providerRef, now }
    await inTransaction((tx) => recordPaidAfterAll(tx, news))
  }

  return inTransaction(async (tx): Promise<Outcome | RefundRefusal> => {
    const { order } = await lockBoth(tx, asked.payment)
    const refund = await lockRefund(tx, refundId)
    const { state } = refund
    if (!isWithPeople(state)) return { ok: false, reason: 'not-with-people', state }
    if (listed?.state === 'pending') return { ok: false, reason: 'under-way-at-provider' }
    return awaitsDispute(refund.payment)
      ? { ok: false, reason: 'disputed' }
      : act(tx, refund, order)
  })
}

/** This refund as the provider lists it; undefined if the provider does not know it. */
async function findAtProvider(
  { provider, providerRef: ref }: Payment,
  { refundId, providerRef }: { refundId: string; providerRef: string | null },
): Promise<ProviderRefund | 'silent' | undefined> {
  const snapshot = await getProvider(provider, 'job').fetch(ref ?? '')
  if (!snapshot.ok) return 'silent'
  return snapshot.refunds.find(
    (one) => one.refundId === refundId || one.providerRef === providerRef,
  )
}

async function replace(tx: Tx, refund: LockedRefund, now: Temporal.Instant): Promise<string> {
  const { refundId, paymentId, amountCents, reason, source, causeId } = refund
  const { from } = await endAsReplaced(tx, refund, now)
  const successor = await requestRefund(tx, {
    paymentId,
    amount: cents(amountCents),
    from,
    reason,
    source: source === 'provider' ? 'staff' : source,
    causeId,
    replaces: refundId,
    now,
  })
  return successor.refundId
}

/** The part of its payment that is neither refunded nor owed, apart from this refund. */
async function leftBeside(tx: Tx, { paymentId, payment, state, amountCents }: LockedRefund) {
  const own = state === 'needs-attention' ? amountCents : 0
  return cents(payment.capturedCents - (await sumOfRefunds(tx, paymentId)) + own)
}

function auditRefund(
  tx: Tx,
  { refundId, by, reason, now }: RefundDecision,
  { state, amountCents: amount }: LockedRefund,
  after: { state: RefundState; by?: string },
): Promise<void> {
  const action = after.state === 'paid-otherwise' ? 'settled-otherwise' : 'retried'
  const before = { state, amount }
  return audit(tx, { by, subject: `refund:${refundId}`, action, reason, before, after, now })
}
