import { findOpenPayment } from '#modules/payments/payments.server.ts'
import type { PriceLine } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { hasSeats } from '#modules/seats/seats.server.ts'
import { LONGEST_HOLD_MINUTES, wheelchairUntil } from '#modules/seats/seats.ts'
import { beThereAt, cancelUntil } from '#modules/tickets/ticket.ts'
import { includedVat } from '#modules/tickets/vat.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, sum, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import {
  findOpenOrder,
  listBookings,
  passengersOf,
  priceLinesOf,
  type Booking,
} from './order-rows.server.ts'

export type CartRide = {
  bookingId: string
  departureId: string
  routeId: string
  from: StopName
  to: StopName
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  beThereAt: Temporal.Instant
  cancelUntil: Temporal.Instant
  passengers: Passengers
  wheelchairUsers: number
  wheelchairUntil: Temporal.Instant
  /** Both stops can be boarded in a wheelchair. */
  accessible: boolean
  priceLines: PriceLine[]
  totalCents: Cents
  isHeld: boolean
}

export type CartView = {
  reference: string
  /** Its payment page is open somewhere. */
  isBeingPaid: boolean
  rides: CartRide[]
  heldUntil: Temporal.Instant
  /** Every seat in the cart is off sale for others until then. */
  isHeld: boolean
  canExtend: boolean
  contactName: string
  contactEmail: string
  totalCents: Cents
  vatPercent: number
  vatCents: Cents
}

/** The cart of this browser; nothing when it has none, or an empty one. */
export async function findCart(
  visitor: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<CartView | undefined> {
  const order = await findOpenOrder(db, visitor)
  if (!order) return undefined
  const bookings = await listBookings(db, order.orderId)
  if (bookings.length === 0) return undefined

  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(db, locale, stops)
  const rides = await Promise.all(bookings.map((booking) => showRide(booking, nameOf, now)))
  const longest = order.firstHeldAt.add({ minutes: LONGEST_HOLD_MINUTES })
  const isHeld = rides.every((ride) => ride.isHeld)
  const isBeingPaid = (await findOpenPayment(db, order.orderId)) !== undefined
  const totalCents = sum(rides.map((ride) => ride.totalCents))
  return {
    reference: order.reference,
    isBeingPaid,
    rides,
    heldUntil: order.heldUntil,
    isHeld,
    canExtend: isHeld && !isBeingPaid && !order.extended && isBefore(order.heldUntil, longest),
    contactName: order.contactName ?? '',
    contactEmail: order.contactEmail ?? '',
    totalCents,
    vatPercent: order.vatPercent,
    vatCents: includedVat(totalCents, order.vatPercent),
  }
}

async function showRide(
  booking: Booking,
  nameOf: (stopId: string) => StopName,
  now: Temporal.Instant,
): Promise<CartRide> {
  const { bookingId, departureId, routeId, departsAt, arrivesAt, wheelchairUsers } = booking
  return {
    bookingId,
    departureId,
    routeId,
    from: nameOf(booking.fromStopId),
    to: nameOf(booking.toStopId),
    departsAt,
    arrivesAt,
    beThereAt: beThereAt(departsAt),
    cancelUntil: cancelUntil(departsAt),
    passengers: passengersOf(booking),
    wheelchairUsers,
    wheelchairUntil: wheelchairUntil(departsAt),
    accessible: booking.accessible,
    priceLines: priceLinesOf(booking),
    totalCents: cents(booking.totalCents),
    isHeld: await hasSeats(db, [bookingId], now),
  }
}
