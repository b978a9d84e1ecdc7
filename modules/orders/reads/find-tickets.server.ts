import { sql } from 'kysely'

import { todayOf, toToday, type Today } from '#modules/dispatch/today.server.ts'
import type { PriceLine } from '#modules/fares/fares.ts'
import { pairOf, type PairOfBuses } from '#modules/fleet/relief-bus.server.ts'
import { bookedTime } from '#modules/orders/order/booked-time.ts'
import {
  findOrder,
  findOrderOfTicket,
  listBookings,
  priceLinesOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { stopsToday } from '#modules/orders/reads/stops-today.server.ts'
import { beThereAt, cancelUntil } from '#modules/rules/deadlines.ts'
import { type TicketView } from '#modules/tickets/ticket.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'

/* The views of tickets that modules/tickets draws. */

/** The ticket with this id, in this language; undefined for an unknown id or a replaced ticket. */
export async function findTicket(
  ticketId: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<TicketView | undefined> {
  return (await openTicket(ticketId, { holder: {}, locale, now }))?.ticket
}

/** A browser is known as the buyer, by an account, or by the link of the order. */
export type Holder = {
  visitor?: string | undefined
  accountId?: string | undefined
  manageId?: string | undefined
}

/**
 * The same with the ids that a browser stores when it opens it, in the order of travel: those of all
 * tickets of the order for its buyer or a holder of its link. A person with one shared ticket gets no
 * other.
 */
export async function openTicket(
  ticketId: string,
  { holder, locale, now }: { holder: Holder; locale: Locale; now: Temporal.Instant },
): Promise<{ ticket: TicketView; kept: string[] } | undefined> {
  if (!ACCESS_TOKEN.test(ticketId)) return undefined
  const order = await findOrderOfTicket(db, ticketId)
  const tickets = order ? await listTicketsOf(order, locale, now) : []
  const ticket = tickets.find((one) => one.ticketId === ticketId)
  if (!order || !ticket) return undefined
  const inOrder = tickets.toSorted((one, two) =>
    Temporal.Instant.compare(one.departsAt, two.departsAt),
  )
  const kept = holds(holder, order) ? inOrder : [ticket]
  return { ticket, kept: kept.map((one) => one.ticketId) }
}

function holds({ visitor, accountId, manageId }: Holder, order: Order): boolean {
  return (
    (visitor !== undefined && visitor === order.visitor) ||
    (accountId !== undefined && accountId === order.accountId) ||
    (manageId !== undefined && manageId === order.manageId)
  )
}

/** Whether the ticket was valid once, and has been replaced or cancelled since. */
export async function isVoidTicket(ticketId: string): Promise<boolean> {
  if (!ACCESS_TOKEN.test(ticketId)) return false
  const row = await db
    .selectFrom('tickets')
    .select('ticketId')
    .where('ticketId', '=', ticketId)
    .where('replacedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The valid tickets of an order, in the order of travel. */
export async function listTickets(
  orderId: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<TicketView[]> {
  const order = await findOrder(db, orderId)
  return order ? listTicketsOf(order, locale, now) : []
}

/** The same for an order that was read already. */
export async function listTicketsOf(
  order: Order,
  locale: Locale,
  now: Temporal.Instant,
): Promise<TicketView[]> {
  const bookings = await listBookings(db, order.orderId)
  const shown = await showTickets(order, { bookings, locale, now })
  return shown.flatMap(({ view, isValid }) => (isValid ? [view] : []))
}

/** The last ticket of each of these bookings, valid or not, by the booking. */
export async function listLastTickets(
  order: Order,
  bookings: readonly Booking[],
  now: Temporal.Instant,
): Promise<Map<string, TicketView>> {
  const shown = await showTickets(order, { bookings, locale: order.locale, now })
  return new Map(shown.map(({ bookingId, view }) => [bookingId, view]))
}

const DEPARTURE_OF_TICKET = sql<string>`
  (select departure_id from bookings where bookings.booking_id = tickets.booking_id)`

type Wanted = { bookings: readonly Booking[]; locale: Locale; now: Temporal.Instant }

/** The bookings that have had a ticket, with the last one. */
async function showTickets(order: Order, { bookings, locale, now }: Wanted) {
  if (bookings.length === 0) return []
  const rows = await db
    .selectFrom('tickets')
    .selectAll()
    .select([pairOf(DEPARTURE_OF_TICKET).as('buses'), todayOf(DEPARTURE_OF_TICKET).as('today')])
    .where(
      'bookingId',
      'in',
      bookings.map(({ bookingId }) => bookingId),
    )
    .orderBy('issuedAt', 'desc')
    // Of two of the same moment, the one that replaced the other.
    .orderBy('replacedAt', (replaced) => replaced.asc().nullsFirst())
    .execute()
  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  const today = toToday(rows.map((row) => row.today))
  return bookings.flatMap((booking) => {
    const { bookingId } = booking
    const ticket = rows.find((row) => row.bookingId === bookingId)
    if (!ticket) return []
    const view = showTicket(ticket, { order, booking, locale, nameOf, today, now })
    return [{ bookingId, view, isValid: ticket.replacedAt === null }]
  })
}

type IssuedTicket = {
  ticketId: string
  number: string
  code: string
  signedCode: string | null
  groupLeader: string
  issuedAt: Temporal.Instant
  buses: PairOfBuses | null
}
type Surroundings = {
  order: Order
  booking: Booking
  locale: Locale
  nameOf: (stopId: string) => StopName
  today: Today
  now: Temporal.Instant
}

function showTicket(ticket: IssuedTicket, around: Surroundings): TicketView {
  const { order, booking, locale, today, now } = around
  const { departsAt, arrivesAt, noticeFrom, missed, refundTerms } = booking
  const { retimings } = booking
  const { wheelchairUsers, wheelchairNumber } = booking
  const { ticketId, number, code, signedCode, groupLeader, issuedAt } = ticket
  return {
    ticketId,
    number,
    code,
    signedCode,
    groupLeader,
    issuedAt,
    shownAt: now,
    reference: order.reference,
    locale,
    passengers: booking.passengers,
    wheelchairUsers,
    wheelchairNumber,
    priceLines: priceLinesOf(booking).map(toTicketLine),
    totalCents: cents(booking.totalCents),
    vatPercent: order.vatPercent,
    ending: booking.ending,
    ...stopsToday(around),
    departsAt,
    arrivesAt,
    retimings,
    retimedFrom: bookedTime(booking),
    beThereAt: beThereAt(departsAt),
    delayMinutes: today.delayAt(booking.departureId, booking.fromPosition),
    buses: ticket.buses ?? [],
    cancelUntil: cancelUntil(noticeFrom ?? departsAt, refundTerms),
    refundTerms,
    missed,
    ticketUrl: siteOrigin() + localePath(locale, paths.ticket(ticketId)),
    demonstration: env().MODE === 'demonstration',
  }
}

function toTicketLine({ category, count, fare, total }: PriceLine) {
  return { category, count, fareCents: fare, totalCents: total }
}
