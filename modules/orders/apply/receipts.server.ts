import { sql } from 'kysely'

import { NEWEST_COMPANY } from '#modules/company/company-editions.server.ts'
import { includedVat } from '#modules/documents/vat.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { priceLinesOf, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents, sum, type Cents } from '#platform/money.ts'
import { writeAhead } from '#platform/write-together.server.ts'

export type ReceiptLine = {
  bookingId: string
  category: PassengerCategory
  count: number
  fareCents: number
}

type NewReceipt = {
  order: Order
  lines: readonly ReceiptLine[]
  /** The change that made the document necessary; none for the purchase itself. */
  changeId?: string
  now: Temporal.Instant
} & (
  | { series: 'receipt' }
  /**
   * `fee`: deducted from the total of the lines. `reduction`: added to it, without taking a fare back;
   * negative for what an earlier credit note had already reduced.
   */
  | { series: 'credit-note'; correctsNumber: number; fee: Cents; reduction: Cents }
)

/**
 * Takes the next number of a series and writes its document, all in one statement: other buyers of the
 * site wait for the counter, which stays locked until the transaction ends. A transaction that fails
 * returns its number, so the series has no gaps.
 */
export async function issueReceipt(tx: Tx, receipt: NewReceipt): Promise<void> {
  const { order, series, lines, changeId = null, now } = receipt
  const isCredit = receipt.series === 'credit-note'
  const fee = isCredit ? receipt.fee : cents(0)
  const reduction = isCredit ? receipt.reduction : cents(0)
  const total = cents(totalOfLines(lines) - fee + reduction)
  const number = sql<number>`(select last_number from counted)`
  const rows = lines.map((line, index) => ({ series, number, line: index + 1, ...line }))
  const counter = tx
    .updateTable('receiptCounters')
    .set((row) => ({ lastNumber: row('lastNumber', '+', 1) }))
    .where('series', '=', series)
    .returning('lastNumber')
  const document = tx.insertInto('receipts').values({
    series,
    number,
    orderId: order.orderId,
    changeId,
    correctsNumber: isCredit ? receipt.correctsNumber : null,
    issuedAt: now,
    totalCents: total,
    feeCents: fee,
    reductionCents: reduction,
    vatPercent: order.vatPercent,
    vatCents: includedVat(total, order.vatPercent),
    companyEdition: NEWEST_COMPANY,
  })
  await writeAhead(tx, {
    counted: counter,
    ...(rows.length > 0 && { lined: tx.insertInto('receiptLines').values(rows) }),
    document,
  })
}

export function totalOfLines(lines: readonly ReceiptLine[]): Cents {
  return sum(lines.map(({ count, fareCents }) => cents(count * fareCents)))
}

/** The receipt lines of whole bookings: passengers by category, and their fares. */
export function linesOf(bookings: readonly Booking[]): ReceiptLine[] {
  return bookings.flatMap((booking) =>
    priceLinesOf(booking).map(({ category, count, fare }) => ({
      bookingId: booking.bookingId,
      category,
      count,
      fareCents: fare,
    })),
  )
}

/**
 * The receipt on which these rides were last charged: that of the purchase, or of a later change of
 * price. A credit note names it. Rides are matched by their position in the order, which no change
 * alters; without a ride, all of the order are meant.
 */
export async function getLastReceiptNumber(
  tx: Tx,
  { orderId }: Order,
  bookings: readonly Booking[],
): Promise<number> {
  const places = bookings.map(({ position }) => position)
  const { number } = await tx
    .selectFrom('receiptLines')
    .innerJoin('bookings', 'bookings.bookingId', 'receiptLines.bookingId')
    .select((line) => line.fn.max('number').as('number'))
    .where('series', '=', 'receipt')
    .where('orderId', '=', orderId)
    .$if(places.length > 0, (line) => line.where('position', 'in', places))
    .executeTakeFirstOrThrow()
  return number
}
