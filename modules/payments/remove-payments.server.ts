import type { Tx } from '#platform/db.server.ts'

/**
 * Removes the payments of orders that are removed themselves, with their refunds and the provider's
 * reports. The ledger keeps every cent.
 */
export async function removePayments(tx: Tx, payableIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('refunds')
    .using('payments')
    .whereRef('refunds.paymentId', '=', 'payments.paymentId')
    .where('payableId', 'in', payableIds)
    .execute()
  const payments = await tx
    .deleteFrom('payments')
    .where('payableId', 'in', payableIds)
    .returning(['merchantRef', 'provider'])
    .execute()
  for (const { merchantRef, provider } of payments) {
    await tx
      .deleteFrom('paymentNotices')
      .where('merchantRef', '=', merchantRef)
      .where('provider', '=', provider)
      .execute()
  }
}
