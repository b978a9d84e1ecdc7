import { translation } from '#app/i18n/translation.ts'
import {
  listWaitingPayments,
  listWaitingRefunds,
  type WaitingPayment,
  type WaitingRefund,
} from '#modules/support/list-open-problems.server.ts'
import * as paths from '#paths'
import { shortDate } from '#platform/format/dates.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { WaitingView } from './view.ts'

/** Everything that waits for a decision about money, the oldest first. */
export async function showWaiting(now: Temporal.Instant): Promise<WaitingView[]> {
  const [payments, refunds] = await Promise.all([listWaitingPayments(now), listWaitingRefunds(now)])
  const lines = [
    ...payments.map((payment) => ({ at: payment.createdAt, line: showPayment(payment) })),
    ...refunds.map((refund) => ({ at: refund.requestedAt, line: showRefund(refund) })),
  ]
  return lines
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
    .map(({ line }) => line)
}

function showPayment(payment: WaitingPayment): WaitingView {
  const { money } = translation().messages.office
  const { paymentId, reference, why, asked, captured, createdAt } = payment
  const paid = why === 'review' ? money.story.change(euros(asked), euros(captured)) : euros(asked)
  return {
    id: `${paymentId}-${why}`,
    to: paths.officePayment(paymentId),
    reference,
    what: money.list.payment,
    why: money.why[why],
    since: moment(createdAt),
    sum: paid,
    toDo: money.toDo[why],
    isGrave: why !== 'without-end',
  }
}

function showRefund(refund: WaitingRefund): WaitingView {
  const { list } = translation().messages.office.money
  const { refundId, reference, amount, state, hasFailed, requestedAt } = refund
  const isSlow = state === 'requested' || state === 'pending'
  return {
    id: refundId,
    to: paths.officeMoneyRefund(refundId),
    reference,
    what: list.refund,
    why: isSlow ? list.slow : hasFailed ? list.refused : list.unknown,
    since: moment(requestedAt),
    sum: euros(amount),
    toDo: list.retry,
    isGrave: !isSlow,
  }
}

export function euros(amount: number): string {
  return formatEuros(cents(amount), translation().locale)
}

export function moment(at: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(at), translation().locale)}, ${clockTime(at)}`
}
