import { includedVat } from '#modules/documents/vat.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { priceLinesOf, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

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
  /** `fee`: deducted from the total of the lines. */
  | { series: 'credit-note'; correctsNumber: number; fee: Cents }
)

/**
 * Takes the next number of a series. The counter stays locked until the transaction ends, and a
 * transaction that fails returns its number, so the series has no gaps.
 */
export async function issueReceipt(tx: Tx, receipt: NewReceipt): Promise<number> {
  const { order, series, lines, changeId = null, now } = receipt
  const fee = receipt.series === 'credit-note' ? receipt.fee : cents(0)
  const listed = sum(lines.map(({ count, fareCents }) => cents(count * fareCents)))
  const total = cents(listed - fee)
  const { lastNumber: number } = await tx
    .updateTable('receiptCounters')
    .set((counter) => ({ lastNumber: counter('lastNumber', '+', 1) }))
    .where('series', '=', series)
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('receipts')
    .values({
      series,
      number,
      orderId: order.orderId,
      changeId,
      correctsNumber: receipt.series === 'credit-note' ? receipt.correctsNumber : null,
      issuedAt: now,
      totalCents: total,
      feeCents: fee,
      vatPercent: order.vatPercent,
      vatCents: includedVat(total, order.vatPercent),
    })
    .execute()
  await tx
    .insertInto('receiptLines')
    .values(lines.map((line, index) => ({ series, number, line: index + 1, ...line })))
    .execute()
  return number
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
 * alters.
 */
export async function getLastReceiptNumber(tx: Tx, bookings: readonly Booking[]): Promise<number> {
  const [{ orderId } = { orderId: '' }] = bookings
  const places = bookings.map(({ position }) => position)
  const { number } = await tx
    .selectFrom('receiptLines')
    .innerJoin('bookings', 'bookings.bookingId', 'receiptLines.bookingId')
    .select((line) => line.fn.max('number').as('number'))
    .where('series', '=', 'receipt')
    .where('orderId', '=', orderId)
    .where('position', 'in', places)
    .executeTakeFirstOrThrow()
  return number
}
