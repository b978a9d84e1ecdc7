import type { MoneyStory } from '#modules/support/find-payment-history.server.ts'

import { euros, moment } from './command.ts'

/** Prints every record about the money of an order, in the order in which staff ask for it. */
export function printStory({ order, payments, refunds, ledger, audit }: MoneyStory): void {
  console.log(`Order ${order.reference}, ${order.status}, since ${moment(order.createdAt)}`)
  for (const payment of payments) printPayment(payment)
  for (const refund of refunds) printRefund(refund)
  console.log('Ledger')
  for (const { enteredAt, eventId, account, amountCents } of ledger) {
    console.log(`  ${moment(enteredAt)}  ${euros(amountCents).padStart(9)}  ${account}  ${eventId}`)
  }
  console.log('Audit')
  for (const { enteredAt, actor, subject, action, reason, before, after } of audit) {
    const why = reason ? ` “${reason}”` : ''
    const change = `${JSON.stringify(before)} to ${JSON.stringify(after)}`
    console.log(`  ${moment(enteredAt)}  ${actor}: ${subject} ${action}${why}, ${change}`)
  }
}

function printPayment(payment: MoneyStory['payments'][number]): void {
  const { paymentId, provider, providerRef, merchantRef, state, decision, notices } = payment
  const { amountCents, capturedCents, refundedCents, takenBackCents, checkedAt } = payment
  const { disputed, disputeOutcome, declineReason } = payment
  const words = [
    state,
    decision,
    declineReason && state !== 'paid' && `declined: ${declineReason}`,
    disputed && `disputed${disputeOutcome ? `, ${disputeOutcome}` : ''}`,
  ].filter((word) => word)
  console.log(`Payment ${paymentId}: ${words.join(', ')}`)
  console.log(`  at ${provider} ${providerRef ?? '(never opened)'}, our reference ${merchantRef}`)
  const sums = `asked ${euros(amountCents)}, captured ${euros(capturedCents)}, refunded ${euros(refundedCents)}`
  console.log(`  ${sums}, taken back ${euros(takenBackCents)}`)
  console.log(`  provider last asked: ${checkedAt ? moment(checkedAt) : 'never'}`)
  for (const { noticeId, kind, receivedAt, processedAt } of notices) {
    const end = processedAt ? `read ${moment(processedAt)}` : 'not read'
    console.log(`  notice ${noticeId}: ${kind}, received ${moment(receivedAt)}, ${end}`)
  }
}

function printRefund(refund: MoneyStory['refunds'][number]): void {
  const { refundId, paymentId, amountCents, state, reason, source, providerRef } = refund
  const { requestedAt, settledAt, failedAt, failure, replaces } = refund
  console.log(`Refund ${refundId}: ${euros(amountCents)} ${state}, ${reason}, by ${source}`)
  console.log(`  of payment ${paymentId}, at the provider ${providerRef ?? '(no reference yet)'}`)
  const times = [
    `requested ${moment(requestedAt)}`,
    settledAt && `ended ${moment(settledAt)}`,
    failedAt && `refused ${moment(failedAt)}`,
    failure,
    replaces && `replaces ${replaces}`,
  ]
  console.log(`  ${times.filter((time) => time).join(', ')}`)
}
