import { db } from '#platform/db.server.ts'

/** The references of some orders by their ids; those that were removed are missing. */
export async function listReferences(orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('orders')
    .select(['orderId', 'reference'])
    .where('orderId', 'in', [...new Set(orderIds)])
    .execute()
  return new Map(rows.map(({ orderId, reference }) => [orderId, reference]))
}
