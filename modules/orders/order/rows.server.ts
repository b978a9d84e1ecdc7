import { sql, type InferResult } from 'kysely'

import type { Ending } from '#modules/dispatch/ending.ts'
import { priceParty, type PriceLine } from '#modules/fares/fares.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import { holdsOfBooking, readHolds } from '#modules/seats/holds.server.ts'
import { releaseSeats, type HeldRide } from '#modules/seats/seats.server.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { accessOfAll, accessOfBus } from '#modules/timetable/wheelchair-access.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'

import { faresOf, passengerRows, passengersOf } from './booking-passengers.server.ts'
import type { BookingState } from './booking-state.ts'
import type { Contact } from './contact.ts'
import { placesFor } from './party.ts'

/* Orders and their bookings as the other modules read them. */

export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>
export type Booking = Awaited<ReturnType<typeof listBookings>>[number]

export async function findOrder(tx: Tx | Database, orderId: string) {
  const row = await selectOrders(tx).where('orderId', '=', orderId).executeTakeFirst()
  return row && toOrder(row)
}

/** The order of a ticket; undefined for an unknown or replaced one. */
export async function findOrderOfTicket(
  tx: Tx | Database,
  ticketId: string,
): Promise<Order | undefined> {
  const row = await selectOrders(tx)
    .where('orderId', '=', (order) =>
      order
        .selectFrom('tickets')
        .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
        .select('bookings.orderId')
        .where('ticketId', '=', ticketId)
        .where('replacedAt', 'is', null),
    )
    .executeTakeFirst()
  return row && toOrder(row)
}

/**
 * Every change of an order or its payments locks the order first, so that no deadlock can arise.
 */
export async function lockOrder(tx: Tx, orderId: string) {
  const row = await selectOrders(tx)
    .where('orderId', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

/** The order that this browser has not paid yet; there is at most one. */
export async function findOpenOrder(tx: Tx | Database, visitor: string) {
  const row = await selectOrders(tx)
    .where('visitor', '=', visitor)
    .where('status', 'in', ['cart', 'awaiting-payment'])
    .executeTakeFirst()
  return row && toOrder(row)
}

/**
 * The same, locked. Undefined if it was paid while this call waited: a bought order is no longer a
 * cart. A change of a cart therefore uses this result, and no row that was read before.
 */
export async function lockOpenOrder(tx: Tx, visitor: string) {
  const row = await selectOrders(tx)
    .where('visitor', '=', visitor)
    .where('status', 'in', ['cart', 'awaiting-payment'])
    .forUpdate()
    .executeTakeFirst()
  return row && toOrder(row)
}

/**
 * The valid bookings, in the order of travel: those of a cart, or those that an order still buys.
 */
export function listBookings(tx: Tx | Database, orderId: string) {
  return selectBookings(tx, orderId, ['live'])
}

/** The live bookings, and all that were replaced or cancelled since the purchase. */
export function listBookingsEver(tx: Tx | Database, orderId: string) {
  return selectBookings(tx, orderId, ['live', 'replaced', 'cancelled'])
}

/** The bookings that are to replace live ones, and have not yet. */
export function listProposed(tx: Tx | Database, orderId: string) {
  return selectBookings(tx, orderId, ['proposed'])
}

/** The valid bookings with all their holds, whether those still count or not, read in one statement. */
export async function listBookingsAndHolds(tx: Tx | Database, orderId: string) {
  const rows = await bookingsOf(tx, orderId, ['live']).select(holdsOfBooking).execute()
  return {
    bookings: rows.map(({ holds: _holds, ...row }) => toBooking(row)),
    held: rows.flatMap(({ holds }) => readHolds(holds)),
  }
}

async function selectBookings(tx: Tx | Database, orderId: string, states: readonly BookingState[]) {
  return (await bookingsOf(tx, orderId, states).execute()).map(toBooking)
}

/** Whether somebody was let aboard with this ride, on any bus and with any ticket that it has had. */
export const isAboard = sql<boolean>`(select coalesce(sum(boarded), 0) > 0
  from scans join bookings ticketed using (booking_id)
  where ticketed.order_id = bookings.order_id and ticketed.position = bookings.position)`

/** Scans are looked up for such departures alone: "and" ends at what is false, not at null. */
const brokeDownBefore = sql<boolean>`departures.broken_from is not null
  and bookings.from_position >= departures.broken_from and not ${isAboard}`

/**
 * The status of a departure for the holder of a booking: one that broke down before their stop
 * counts as cancelled, unless they are aboard, for instance of the bus that was sent instead.
 */
export const statusForHolder = sql<DepartureStatus>`case
  when ${brokeDownBefore} then 'cancelled' else departures.status end`

/** Whether the bus of a booking is still to leave the stop where its passengers board, late as it is. */
export const isToBoard = (now: Temporal.Instant) => sql<boolean>`bookings.departs_at
  + interval '1 minute' * greatest(0, (select minutes from departure_delays as report
    where report.departure_id = bookings.departure_id and from_position <= bookings.from_position
    order by delay_no desc limit 1)) > ${now}`

/**
 * Why the bus of a booking does not run for its holder; null if it runs. Only its incident knows
 * that a cancelled bus never came.
 */
export const endingForHolder = sql<Ending | null>`case
  when departures.status = 'cancelled' then case when exists (
    select from incident_departures join incidents using (incident_id)
    where incident_departures.departure_id = departures.departure_id and open and never_came)
    then 'never-came' else 'cancelled' end
  when ${brokeDownBefore} then 'broke-down' end`

function bookingsOf(tx: Tx | Database, orderId: string, states: readonly BookingState[]) {
  return tx
    .selectFrom('bookings')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .innerJoin('stops as fromStop', 'fromStop.stopId', 'bookings.fromStopId')
    .innerJoin('stops as toStop', 'toStop.stopId', 'bookings.toStopId')
    .selectAll('bookings')
    .select([
      passengerRows,
      'departures.routeId',
      'departures.serviceDate',
      'departures.status as statusOfBus',
      endingForHolder.as('ending'),
      'departures.wheelchairPlaces as busWheelchairPlaces',
      'fromStop.wheelchairBoarding as fromAccessible',
      'toStop.wheelchairBoarding as toAccessible',
    ])
    .where('orderId', '=', orderId)
    .where('bookings.state', 'in', states)
    .orderBy('bookings.departsAt')
    .orderBy('position')
}

type BookingRow = InferResult<ReturnType<typeof bookingsOf>>[number]

function toBooking({
  fromAccessible,
  toAccessible,
  noticeHours,
  refundFeeCents,
  passengerRows: party,
  statusOfBus,
  ...booking
}: BookingRow) {
  const { busWheelchairPlaces, ending } = booking
  // As statusForHolder says, which would look for those aboard a second time.
  const departureStatus: DepartureStatus = ending ? 'cancelled' : statusOfBus
  return {
    ...booking,
    departureStatus,
    passengers: passengersOf(party),
    fares: faresOf(party),
    busWheelchairPlaces: busWheelchairPlaces ?? 0,
    accessible: accessOfAll(fromAccessible, toAccessible, accessOfBus(busWheelchairPlaces)),
    refundTerms: { noticeHours, fee: cents(refundFeeCents) } satisfies RefundTerms,
  }
}

/** The contact as typed so far; empty fields where it is missing. */
export function contactOf({
  contactName,
  contactEmail,
  contactPhone,
}: Pick<Order, 'contactName' | 'contactEmail' | 'contactPhone'>): Contact {
  return { name: contactName ?? '', email: contactEmail ?? '', phone: contactPhone ?? '' }
}

/** The terms of the sale. The booking keeps them: no later rule changes them. */
export function refundTermColumns({ noticeHours, fee }: RefundTerms) {
  return { noticeHours, refundFeeCents: fee }
}

export function priceLinesOf(booking: Booking): PriceLine[] {
  return priceParty(booking.fares, booking.passengers)
}

/** The seats to be held for a booking. */
export function rideOf(booking: Booking): HeldRide {
  const { bookingId, departureId, fromPosition, toPosition, departsAt, accessible } = booking
  return {
    bookingId,
    departureId,
    ride: { fromPosition, toPosition },
    boardsAt: departsAt,
    accessible,
    places: placesFor(booking.passengers, booking.wheelchairUsers),
    wheelchairGranted: true,
  }
}

/** Deletes bookings that were never paid, and puts their seats back on sale. */
export async function dropBookings(tx: Tx, bookings: readonly Booking[]): Promise<void> {
  const bookingIds = bookings.map(({ bookingId }) => bookingId)
  if (bookingIds.length === 0) return
  await releaseSeats(tx, bookingIds)
  await tx.deleteFrom('bookings').where('bookingId', 'in', bookingIds).execute()
}

/**
 * Marks the content of an order as changed: a payment for the previous version no longer buys it.
 */
export async function raiseVersion(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('orderId', '=', orderId)
    .execute()
}

function selectOrders(tx: Tx | Database) {
  return tx.selectFrom('orders').selectAll()
}

/** An order as its row has it. */
export function toOrder<Row extends { vatPercent: string }>(row: Row) {
  return { ...row, vatPercent: Number(row.vatPercent) }
}

/** The ids of all bookings of some orders, in every state. */
export async function listBookingIds(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const bookings = await tx
    .selectFrom('bookings')
    .select('bookingId')
    .where('orderId', 'in', orderIds)
    .execute()
  return bookings.map(({ bookingId }) => bookingId)
}

/** Marks bookings as cancelled. Their seats, tickets and money are not touched. */
export async function markBookingsCancelled(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ state: 'cancelled' })
    .where('bookingId', 'in', bookingIds)
    .execute()
}
