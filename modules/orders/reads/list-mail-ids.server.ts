import { db } from '#platform/db.server.ts'

/** All mails about what is listed under an account. */
export async function listMailIds(accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .innerJoin('orders', 'orders.orderId', 'mails.orderId')
    .select('mailId')
    .where('accountId', '=', accountId)
    .execute()
  return rows.map(({ mailId }) => mailId)
}
