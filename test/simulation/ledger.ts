import { db } from '#platform/db.server.ts'

/** The balances of the accounts of an order that are not zero. */
export async function balancesOf(orderId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledgerEntries')
    .select(['account', 'amountCents'])
    .where('payableId', '=', orderId)
    .execute()
  const balances = new Map<string, number>()
  for (const { account, amountCents } of rows) {
    balances.set(account, (balances.get(account) ?? 0) + amountCents)
  }
  return Object.fromEntries([...balances].filter(([, total]) => total !== 0))
}
