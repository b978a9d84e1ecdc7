import { db } from '#platform/db.server.ts'

/** The ids of all mails about orders of an account. */
export async function listMailIds(accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .innerJoin('orders', 'orders.orderId', 'mails.orderId')
    .select('mailId')
    .where('accountId', '=', accountId)
    .execute()
  return rows.map(({ mailId }) => mailId)
}
