import type { PriceLine } from '#modules/fares/fares.ts'
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
import { cents } from '#platform/money.ts'

import {
  findOrder,
  listBookings,
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
  return row && getReceipt(row.orderId, locale)
}

/** The receipt of a confirmed order; nothing before it is one. */
export async function getReceipt(
  orderId: string,
  locale: Locale,
): Promise<ReceiptView | undefined> {
  const order = await findOrder(db, orderId)
  const receipt = await db
    .selectFrom('receipts')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('series', '=', 'receipt')
    .executeTakeFirst()
  if (!order || !receipt) return undefined

  const bookings = await listBookings(db, orderId)
  const nameOf = await namesFor(bookings, locale)
  const priced = bookings.flatMap((booking) =>
    priceLinesOf(booking).map((line) => ({ booking, line: toTicketLine(line) })),
  )
  const vatPercent = Number(receipt.vatPercent)
  const vat = includedVatByLine(
    priced.map(({ line }) => line.totalCents),
    vatPercent,
  )
  const paid = (await listPayments(db, orderId)).find(({ state }) => state === 'paid')
  return {
    series: 'receipt',
    number: receipt.number,
    correctsNumber: null,
    issuedAt: receipt.issuedAt,
    locale,
    reference: order.reference,
    customer: order.contactName ?? '',
    lines: priced.map(({ booking, line }, index) => ({
      ...line,
      from: nameOf(booking.fromStopId).shortName,
      to: nameOf(booking.toStopId).shortName,
      departsAt: booking.departsAt,
      vatPercent,
      vatCents: vat[index] ?? cents(0),
    })),
    totalCents: cents(receipt.totalCents),
    card: paid?.cardLast4 ? { brand: paid.cardBrand ?? '', last4: paid.cardLast4 } : null,
    demonstration: env().MODE === 'demonstration',
  }
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
