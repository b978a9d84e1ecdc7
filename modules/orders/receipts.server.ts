import { includedVat } from '#modules/tickets/vat.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents, sum } from '#platform/money.ts'

import type { Booking, Order } from './order-rows.server.ts'

type NewReceipt = {
  order: Order
  series: 'receipt' | 'credit-note'
  bookings: readonly Booking[]
  now: Temporal.Instant
}

/**
 * Takes the next number of a series. The counter stays locked until the transaction ends, and one
 * that fails gives its number back: that is what makes the series gapless.
 */
export async function issueReceipt(tx: Tx, receipt: NewReceipt): Promise<number> {
  const { order, series, bookings, now } = receipt
  const total = sum(bookings.map(({ totalCents }) => cents(totalCents)))
  const { lastNumber } = await tx
    .updateTable('receiptCounters')
    .set((counter) => ({ lastNumber: counter('lastNumber', '+', 1) }))
    .where('series', '=', series)
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('receipts')
    .values({
      series,
      number: lastNumber,
      orderId: order.orderId,
      issuedAt: now,
      totalCents: total,
      vatPercent: order.vatPercent,
      vatCents: includedVat(total, order.vatPercent),
    })
    .execute()
  return lastNumber
}
