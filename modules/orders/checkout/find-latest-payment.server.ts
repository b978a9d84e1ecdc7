import { db } from '#platform/db.server.ts'

const HOURS_REMEMBERED = 24

/**
 * The payment of the last order of this browser, if it is less than a day old: a buyer who returns
 * to an empty cart is probably looking for the tickets.
 */
export async function findLatestPayment(
  visitor: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.payableId', 'orders.orderId')
    .select('paymentId')
    .where('visitor', '=', visitor)
    .where('status', '=', 'confirmed')
    .where((payment) =>
      payment.or([payment('payments.state', '=', 'paid'), payment('decision', '=', 'accepted')]),
    )
    .where('confirmedAt', '>', now.subtract({ hours: HOURS_REMEMBERED }))
    .orderBy('confirmedAt', 'desc')
    .executeTakeFirst()
  return row?.paymentId
}
