import type { ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'

/**
 * The open money of an order: a payment without an end, one in review that nobody has decided, a
 * disputed one, or a refund still owed. While there is any, the holder may have to be asked.
 */
export function openMoneyOf(order: ExpressionBuilder<DB, 'orders'>) {
  return order
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.paymentId', 'payments.paymentId')
    .select('payments.paymentId')
    .whereRef('payableId', '=', 'orders.orderId')
    .where((row) =>
      row.or([
        row('payments.state', 'in', ['created', 'open', 'processing']),
        row.and([row('payments.state', '=', 'review'), row('decision', 'is', null)]),
        row.and([row('disputed', '=', true), row('disputeOutcome', 'is', null)]),
        row('refunds.state', 'in', ['requested', 'pending', 'needs-attention', 'failed']),
      ]),
    )
}
