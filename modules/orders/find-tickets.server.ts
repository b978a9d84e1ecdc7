import type { PriceLine } from '#modules/fares/fares.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { listPayments } from '#modules/payments/payments.server.ts'
import {
  beThereAt,
  cancelUntil,
  type ReceiptView,
  type TicketView,
} from '#modules/tickets/ticket.ts'
import { includedVatByLine } from '#modules/tickets/vat.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import { env, siteOrigin } from '#platform/env.server.ts'
import { OPENING_ID } from '#platform/ids.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

import {
  findOrder,
  listBookings,
  listBookingsEver,
  passengersOf,
  priceLinesOf,
  type Booking,
  type Order,
} from './order-rows.server.ts'

/* What the tickets of an order show, and its receipt: the views that modules/tickets draws. */

/** The ticket this id opens, in this language; nothing for any other id, or a replaced ticket. */
export async function findTicket(
  ticketId: string,
  locale: Locale,
): Promise<TicketView | undefined> {
  if (!OPENING_ID.test(ticketId)) return undefined
  const row = await db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select('orderId')
    .where('ticketId', '=', ticketId)
    .where('replacedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const tickets = await listTickets(row.orderId, locale)
  return tickets.find((ticket) => ticket.ticketId === ticketId)
}

/** The valid tickets of an order, in the order of travel. */
export async function listTickets(orderId: string, locale: Locale): Promise<TicketView[]> {
  const order = await findOrder(db, orderId)
  if (!order) return []
  const bookings = await listBookings(db, orderId)
  const rows = await db
    .selectFrom('tickets')
    .selectAll()
    .where('replacedAt', 'is', null)
    .where('bookingId', 'in', ['00000000-0000-0000-0000-000000000000', ...bookings.map(idOf)])
    .execute()
  const nameOf = await namesFor(bookings, locale)
  return bookings.flatMap((booking) => {
    const ticket = rows.find(({ bookingId }) => bookingId === booking.bookingId)
    return ticket ? [showTicket(ticket, { order, booking, locale, nameOf })] : []
  })
}

type IssuedTicket = {
  ticketId: string
  number: string
  code: string
  groupLeader: string
  issuedAt: Temporal.Instant
}
type Surroundings = {
  order: Order
  booking: Booking
  locale: Locale
  nameOf: (stopId: string) => StopName
}

function showTicket(ticket: IssuedTicket, around: Surroundings): TicketView {
  const { order, booking, locale, nameOf } = around
  const { departsAt, arrivesAt, wheelchairUsers, wheelchairNumber } = booking
  const { ticketId, number, code, groupLeader, issuedAt } = ticket
  return {
    ticketId,
    number,
    code,
    groupLeader,
    issuedAt,
    reference: order.reference,
    locale,
    passengers: passengersOf(booking),
    wheelchairUsers,
    wheelchairNumber,
    priceLines: priceLinesOf(booking).map(toTicketLine),
    totalCents: cents(booking.totalCents),
    vatPercent: order.vatPercent,
    from: nameOf(booking.fromStopId),
    to: nameOf(booking.toStopId),
    departsAt,
    arrivesAt,
    beThereAt: beThereAt(departsAt),
    cancelUntil: cancelUntil(departsAt),
    ticketUrl: siteOrigin() + localePath(locale, `/tickets/${ticketId}`),
    demonstration: env().MODE === 'demonstration',
  }
}

/** The receipt of an order, for whoever has its manage id. */
export async function findReceipt(
  manageId: string,
  locale: Locale,
): Promise<ReceiptView | undefined> {
  if (!OPENING_ID.test(manageId)) return undefined
  const row = await db
    .selectFrom('orders')
    .select('orderId')
    .where('manageId', '=', manageId)
    .executeTakeFirst()
  const papers = row ? await listPapers(row.orderId, locale) : []
  return papers.find(({ series }) => series === 'receipt')
}

/** The receipts and credit notes of an order, in the order in which they were issued. */
export async function listPapers(orderId: string, locale: Locale): Promise<ReceiptView[]> {
  const order = await findOrder(db, orderId)
  if (!order) return []
  const papers = await db
    .selectFrom('receipts')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .orderBy('series')
    .orderBy('number')
    .execute()
  const bookings = await listBookingsEver(db, orderId)
  const nameOf = await namesFor(bookings, locale)
  const lines = await db
    .selectFrom('receiptLines')
    .innerJoin('receipts', (join) =>
      join
        .onRef('receipts.series', '=', 'receiptLines.series')
        .onRef('receipts.number', '=', 'receiptLines.number'),
    )
    .selectAll('receiptLines')
    .where('orderId', '=', orderId)
    .orderBy('line')
    .execute()
  const paid = (await listPayments(db, orderId)).find(({ state }) => state === 'paid')
  return papers.map((paper) => {
    const vatPercent = Number(paper.vatPercent)
    const own = lines.filter(
      ({ series, number }) => series === paper.series && number === paper.number,
    )
    const vat = includedVatByLine(
      own.map(({ count, fareCents }) => cents(count * fareCents)),
      vatPercent,
    )
    return {
      series: paper.series as ReceiptView['series'],
      number: paper.number,
      correctsNumber: paper.correctsNumber,
      issuedAt: paper.issuedAt,
      locale,
      reference: order.reference,
      customer: order.contactName ?? '',
      lines: own.flatMap(({ bookingId, category, count, fareCents }, index) => {
        const booking = bookings.find((one) => one.bookingId === bookingId)
        return booking
          ? {
              category: category as PassengerCategory,
              count,
              fareCents: cents(fareCents),
              totalCents: cents(count * fareCents),
              from: nameOf(booking.fromStopId).shortName,
              to: nameOf(booking.toStopId).shortName,
              departsAt: booking.departsAt,
              vatPercent,
              vatCents: vat[index] ?? cents(0),
            }
          : []
      }),
      fee: showFee(paper, sum(vat)),
      totalCents: cents(paper.totalCents),
      card: paid?.cardLast4 ? { brand: paid.cardBrand ?? '', last4: paid.cardLast4 } : null,
      demonstration: env().MODE === 'demonstration',
    }
  })
}

/** The fee takes its part of the VAT with it, so that what is left is that of the total. */
function showFee(
  { feeCents, vatCents }: { feeCents: number; vatCents: number },
  vatOfLines: Cents,
): ReceiptView['fee'] {
  if (feeCents === 0) return null
  return { totalCents: cents(feeCents), vatCents: cents(vatOfLines - vatCents) }
}

function toTicketLine({ category, count, fare, total }: PriceLine) {
  return { category, count, fareCents: fare, totalCents: total }
}

function namesFor(bookings: readonly Booking[], locale: Locale) {
  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  return getStopNames(db, locale, stops)
}

function idOf({ bookingId }: Booking): string {
  return bookingId
}
