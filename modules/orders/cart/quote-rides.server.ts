import type { OperationNodeSource } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { FareTable } from '#modules/fares/fares.ts'
import { faresBetween, fareTableOf } from '#modules/fares/find-fares.server.ts'
import { insertBookings } from '#modules/orders/order/booking-passengers.server.ts'
import type { CartRefusal, RideWish } from '#modules/orders/order/limits.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import type { Booking } from '#modules/orders/order/rows.server.ts'
import { placesTaken } from '#modules/seats/holds.server.ts'
import type { HeldRide, quoteSeen } from '#modules/seats/seats.server.ts'
import { selectRide, toRide, type FoundRide } from '#modules/timetable/find-ride.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { writeAhead } from '#platform/write-together.server.ts'

/* Rides at the fares of their day, and the bookings made of them: for a cart, and for a sale by staff. */

export type QuotedRide = {
  ok: true
  wish: RideWish
  ride: FoundRide
  fares: FareTable
  /** Null if the fares are not those of the ride: of a phone, or another ride. */
  fareEdition: number | null
  /** The bus and its places at that moment, without a lock. */
  seen: Parameters<typeof quoteSeen>[0][number]
}

/** A ride with the fares at which it is sold. */
export type PricedRide = Pick<QuotedRide, 'wish' | 'ride' | 'fares' | 'fareEdition'>

/** The ride that is wished for, with the fares of its day and the places of its bus. */
export async function quoteRide(
  tx: Tx | Database,
  wish: RideWish,
  now: Temporal.Instant,
): Promise<QuotedRide | CartRefusal> {
  const found = await selectRide(tx, wish)
    .select(['departures.seats', 'departures.closedAt', 'closedStops', placesTaken(now)])
    .select(faresBetween('boarding.stopId', 'leaving.stopId', 'boarding.departsAt'))
    .executeTakeFirst()
  if (!found) return { ok: false, reason: 'no-such-ride' }
  const { fareRow, fareEdition, seats, closedAt, closedStops, taken, ...ride } = found
  const fares = fareTableOf(fareRow)
  if (!fares) return { ok: false, reason: 'no-fare' }
  const { departureId, status } = ride
  const wheelchairPlaces = ride.wheelchairPlaces ?? 0
  const seen = { departureId, status, seats, closedAt, closedStops, wheelchairPlaces, taken }
  return { ok: true, wish, ride: toRide(ride), fares, fareEdition, seen }
}

type NewBookings = {
  orderId: string
  /** The bookings that the order has already. */
  kept: readonly Booking[]
  quoted: readonly PricedRide[]
  besides?: readonly OperationNodeSource[]
}

/**
 * Writes the bookings of quoted rides, with what else changes of the order, and returns the seats that
 * are to be held for them.
 */
export async function writeBookings(
  tx: Tx,
  { orderId, kept, quoted, besides = [] }: NewBookings,
): Promise<HeldRide[]> {
  const lastPosition = Math.max(0, ...kept.map(({ position }) => position))
  const rows = quoted.map(({ wish, ride, fares, fareEdition }, index) => {
    return {
      bookingId: randomUUID(),
      orderId,
      position: lastPosition + index + 1,
      departureId: ride.departureId,
      fromStopId: ride.fromStopId,
      toStopId: ride.toStopId,
      fromPosition: ride.fromPosition,
      toPosition: ride.toPosition,
      departsAt: ride.departsAt,
      arrivesAt: ride.arrivesAt,
      passengers: wish.passengers,
      wheelchairUsers: wish.wheelchairUsers,
      fares,
      fareEdition,
    }
  })
  await writeAhead(tx, [...insertBookings(tx, rows), ...besides])
  return quoted.map((one, index) => heldRideOf(one, rows[index]?.bookingId ?? ''))
}

/** The seats that a quoted ride takes. */
export function heldRideOf({ wish, ride }: PricedRide, bookingId: string): HeldRide {
  return {
    bookingId,
    departureId: ride.departureId,
    ride: { fromPosition: ride.fromPosition, toPosition: ride.toPosition },
    boardsAt: ride.departsAt,
    accessible: ride.accessible,
    places: placesFor(wish.passengers, wish.wheelchairUsers),
    wheelchairGranted: false,
  }
}
