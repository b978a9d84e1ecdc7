import { headCount, placesFor } from '#modules/orders/order/party.ts'
import type { Booking, Order } from '#modules/orders/order/rows.server.ts'
import { findBlankCode } from '#modules/tickets/blank-tickets.server.ts'
import {
  issueTickets,
  prepareTickets,
  signTicketsAgain,
} from '#modules/tickets/issue-tickets.server.ts'
import type { Tx } from '#platform/db.server.ts'

type Ticketed = { order: Order; bookings: readonly Booking[]; now: Temporal.Instant }

/**
 * Issues a ticket for each of these bookings of an order. The ticket number contains the position
 * of the ride in the order, and counts the tickets issued for that position, including those of
 * earlier bookings.
 */
export async function ticketBookings(
  tx: Tx,
  { order, bookings, now }: Ticketed,
): Promise<string[]> {
  const issued = await countTickets(tx, order.orderId)
  return issueTickets(tx, describeTickets({ order, bookings, now }, issued))
}

/** The first tickets of an order, as an insert to be written together with its confirmation. */
export async function prepareFirstTickets(tx: Tx, bought: Ticketed) {
  const { channel, reference } = bought.order
  const code = channel === 'on-board' ? await findBlankCode(tx, reference) : undefined
  return prepareTickets(tx, { ...describeTickets(bought, new Map()), code })
}

/** Signs the tickets of these bookings again, whose times have changed. */
export async function retimeTickets(
  tx: Tx,
  bookings: readonly Booking[],
  now: Temporal.Instant,
): Promise<void> {
  const rides = bookings.map((booking) => ({
    bookingId: booking.bookingId,
    ...journeyOf(booking),
  }))
  await signTicketsAgain(tx, rides, now)
}

function describeTickets({ order, bookings, now }: Ticketed, issued: ReadonlyMap<number, number>) {
  return {
    reference: order.reference,
    groupLeader: order.contactName ?? '',
    rides: bookings.map((booking) => ({
      bookingId: booking.bookingId,
      ride: booking.position,
      issue: (issued.get(booking.position) ?? 0) + 1,
      ...journeyOf(booking),
    })),
    now,
  }
}

function journeyOf(booking: Booking) {
  const { departureId, departsAt, passengers, wheelchairUsers, missed } = booking
  const { seats, wheelchairPlaces } = placesFor(passengers, wheelchairUsers)
  return {
    departureId,
    departsAt,
    from: booking.fromPosition,
    to: booking.toPosition,
    people: headCount(passengers),
    seats,
    wheelchairs: wheelchairPlaces,
    missed,
  }
}

async function countTickets(tx: Tx, orderId: string): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select(['position', (ticket) => ticket.fn.countAll<string>().as('issued')])
    .where('orderId', '=', orderId)
    .groupBy('position')
    .execute()
  return new Map(rows.map(({ position, issued }) => [position, Number(issued)]))
}
