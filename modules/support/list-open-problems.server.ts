import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import { isOpen, type PaymentState } from '#modules/payments/payment-state.ts'
import type { ProviderId } from '#modules/payments/provider.ts'
import {
  isWithPeople,
  type RefundReason,
  type RefundState,
} from '#modules/payments/refund-state.ts'
import { db } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'

import type { WhyWaiting } from './why-waiting.ts'

/* Payments and refunds that wait for staff. All others are handled automatically. */

/** Hours after which a payment or refund that is still open needs attention. */
const HOURS_WITHOUT_END = 24

export type WaitingPayment = {
  paymentId: string
  reference: string
  orderStatus: OrderStatus
  why: WhyWaiting
  state: PaymentState
  provider: ProviderId
  asked: Cents
  captured: Cents
  refunded: Cents
  createdAt: Temporal.Instant
}

/** Each payment that needs attention, the oldest first; once per decision. */
export async function listWaitingPayments(now: Temporal.Instant): Promise<WaitingPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.orderId', 'payments.payableId')
    .select(['paymentId', 'reference', 'orders.status as orderStatus', 'payments.state'])
    .select(['provider', 'amountCents', 'capturedCents', 'refundedCents', 'payments.createdAt'])
    .select(['decision', 'disputed', 'disputeOutcome'])
    .where((payment) =>
      payment.or([
        payment.and([payment('state', '=', 'review'), payment('decision', 'is', null)]),
        payment.and([payment('disputed', '=', true), payment('disputeOutcome', 'is', null)]),
        payment.and([
          payment('state', 'in', ['created', 'open', 'processing']),
          payment('payments.createdAt', '<', now.subtract({ hours: HOURS_WITHOUT_END })),
        ]),
      ]),
    )
    .orderBy('payments.createdAt')
    .execute()
  return rows.flatMap(({ amountCents, capturedCents, refundedCents, ...row }) => {
    const { decision, disputed, disputeOutcome, ...payment } = row
    const { state } = payment
    const sums = {
      asked: cents(amountCents),
      captured: cents(capturedCents),
      refunded: cents(refundedCents),
    }
    const why = [
      ...(disputed && disputeOutcome === null ? (['disputed'] as const) : []),
      ...(state === 'review' && decision === null ? [whyInReview(sums)] : []),
      ...(isOpen(state) ? (['without-end'] as const) : []),
    ]
    return why.map((one) => ({ ...payment, ...sums, why: one }))
  })
}

/** A difference of a cent is the reason for a review; without one, the payment had been lost. */
function whyInReview({ asked, captured }: Record<'asked' | 'captured', Cents>): WhyWaiting {
  return captured === asked ? 'lost' : 'review'
}

export type WaitingRefund = {
  refundId: string
  paymentId: string
  reference: string
  amount: Cents
  reason: RefundReason
  state: RefundState
  /** The provider has finally rejected it; otherwise its state is unknown. */
  hasFailed: boolean
  failure: string | null
  requestedAt: Temporal.Instant
}

/** Refunds that failed, and those open for more than a day, the oldest first. */
export async function listWaitingRefunds(now: Temporal.Instant): Promise<WaitingRefund[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .innerJoin('orders', 'orders.orderId', 'payments.payableId')
    .select(['refundId', 'refunds.paymentId', 'reference', 'refunds.amountCents', 'reason'])
    .select(['refunds.state', 'failedAt', 'failure', 'requestedAt'])
    .where('refunds.state', 'in', ['requested', 'pending', 'failed', 'needs-attention'])
    .orderBy('requestedAt')
    .execute()
  const before = now.subtract({ hours: HOURS_WITHOUT_END })
  return rows
    .map(({ amountCents, failedAt, ...refund }) => ({
      ...refund,
      amount: cents(amountCents),
      hasFailed: failedAt !== null,
    }))
    .filter(
      ({ state, requestedAt }) =>
        isWithPeople(state) || Temporal.Instant.compare(requestedAt, before) < 0,
    )
}
