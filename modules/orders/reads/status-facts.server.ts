import type { ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'

/** The facts that refine the status of each order of a list, as columns to select beside it. */
export function statusFacts(order: ExpressionBuilder<DB, 'orders'>) {
  const payments = order
    .selectFrom('payments')
    .whereRef('payments.payableId', '=', 'orders.orderId')
  const refunds = payments.innerJoin('refunds', 'refunds.paymentId', 'payments.paymentId')
  const givenUp = order
    .selectFrom('changes')
    .select('changeId')
    .whereRef('changes.orderId', '=', 'orders.orderId')
    .where('changes.state', '=', 'done')
    .where('changes.kind', 'in', ['cancelled', 'company-refunded'])
  const returned = givenUp.where((change) =>
    change.or([
      change('refundCents', '>', 0),
      change('portalCents', '>', 0),
      change('goodwillCents', '<', 0),
    ]),
  )
  return [
    order.exists(payments.select('paymentId').where('state', '=', 'processing')).as('isProcessing'),
    order.exists(givenUp).as('hasGivenUp'),
    order
      .or([
        order.exists(returned),
        order.and([order.not(order.exists(givenUp)), order.exists(refunds.select('refundId'))]),
      ])
      .as('hasReturned'),
  ] as const
}

/** `exists` is typed as a value of SQL; it is a boolean. */
export type StatusFactColumns = {
  isProcessing: boolean
  hasGivenUp: boolean
  hasReturned: boolean
}
