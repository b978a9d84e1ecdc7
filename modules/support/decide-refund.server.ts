import {
  endAsMadeAtProvider,
  endAsPaidOtherwise,
  endAsReplaced,
} from '#modules/payments/end-refund.server.ts'
import { awaitsDispute } from '#modules/payments/payment-state.ts'
import type { Payment } from '#modules/payments/payments.server.ts'
import type { ProviderRefund } from '#modules/payments/provider.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { lockRefund, type LockedRefund } from '#modules/payments/record-refunds.server.ts'
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
 * What a person decides about money that is owed to a traveller and did not go. The provider is
 * asked first what became of it; what it has paid, or is about to pay, nobody pays again.
 */

type RefundDecision = Decision & { refundId: string }

export type RefundRefusal =
  | NotAsked
  | { ok: false; reason: 'no-such-refund' }
  /** It is on its way by itself, or has an end. */
  | { ok: false; reason: 'not-with-people'; state: RefundState }
  /** The provider has it, and may yet pay it. */
  | { ok: false; reason: 'under-way-at-provider' }
  /** The dispute may give the money back; how it ends is told first. */
  | { ok: false; reason: 'disputed' }

export type RetryRefusal =
  | RefundRefusal
  /** Other refunds have taken what was left of the payment: it can only be paid otherwise. */
  | { ok: false; reason: 'not-so-much-left'; left: Cents }

/** `refundId`: under which it goes now. `isNew`: its old id was used up. */
type Retried = { ok: true; refundId: string; isNew: boolean }

/**
 * Sends a refund again. While nobody knows what became of it, under the same id, which the provider
 * pays once; after the provider has finally refused it, as a new one in its place.
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

type Settled = { ok: true; amount: Cents }

/** The traveller has had the money by a bank transfer or in cash; the provider has no part in it. */
export function settleRefundOtherwise(wish: RefundDecision): Promise<Settled | RefundRefusal> {
  return decide<Settled | RefundRefusal>(wish, async (tx, refund) => {
    await endAsPaidOtherwise(tx, refund, wish.now)
    await auditRefund(tx, wish, refund, { state: 'paid-otherwise' })
    return { ok: true, amount: cents(refund.amountCents) }
  })
}

export type PortalRefusal =
  | RefundRefusal
  /** No refund of this amount that was made in the portal and stands for no other. */
  | { ok: false; reason: 'not-in-portal' }

type FoundThere = { ok: true; madeThere: string }

/** Somebody has made it in the provider's portal, where it was found and belongs to nothing yet. */
export function settleRefundInPortal(wish: RefundDecision): Promise<FoundThere | PortalRefusal> {
  return decide<FoundThere | PortalRefusal>(wish, async (tx, refund) => {
    const made = await findMadeInPortal(tx, refund)
    if (!made) return { ok: false, reason: 'not-in-portal' }
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

type Act<Outcome> = (tx: Tx, refund: LockedRefund) => Promise<Outcome>

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
  const told = await findAtProvider(asked.payment, { refundId, providerRef: known.providerRef })
  if (told === 'silent') return { ok: false, reason: 'provider-silent' }

  return inTransaction(async (tx): Promise<Outcome | RefundRefusal> => {
    await lockBoth(tx, asked.payment)
    const refund = await lockRefund(tx, refundId)
    const { state } = refund
    if (!isWithPeople(state)) return { ok: false, reason: 'not-with-people', state }
    if (told === 'pending') return { ok: false, reason: 'under-way-at-provider' }
    return awaitsDispute(refund.payment) ? { ok: false, reason: 'disputed' } : act(tx, refund)
  })
}

/** What the provider says of this refund at this moment; nothing, when it does not know it. */
async function findAtProvider(
  { provider, providerRef: ref }: Payment,
  { refundId, providerRef }: { refundId: string; providerRef: string | null },
): Promise<ProviderRefund['state'] | 'silent' | undefined> {
  const snapshot = await getProvider(provider, 'job').fetch(ref ?? '')
  if (!snapshot.ok) return 'silent'
  const found = snapshot.refunds.find(
    (one) => one.refundId === refundId || one.providerRef === providerRef,
  )
  return found?.state
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

/** What of its payment neither went back nor is promised, this refund left aside. */
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
