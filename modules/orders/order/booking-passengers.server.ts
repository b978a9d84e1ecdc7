import { sql, type Insertable } from 'kysely'

import type { Bookings } from '#db/types.ts'
import { priceParty, totalOf, type FareTable } from '#modules/fares/fares.ts'
import type { FoundFares } from '#modules/fares/find-fares.server.ts'
import {
  mapPassengers,
  PASSENGER_CATEGORIES,
  type ByCategory,
  type Passengers,
} from '#modules/fares/passengers.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'

/*
 * The passengers of a booking and their fares, which are frozen: no later price list changes them.
 */

type PassengerRows = Partial<ByCategory<readonly [count: number, fareCents: number]>>

/**
 * A column to select beside those of `bookings`, so that one statement reads any number of
 * bookings.
 */
export const passengerRows = sql<PassengerRows>`(
  select json_object_agg(category, json_build_array(count, fare_cents)) from booking_passengers
  where booking_passengers.booking_id = bookings.booking_id)`.as('passengerRows')

export function passengersOf(rows: PassengerRows): Passengers {
  return mapPassengers((category) => rows[category]?.[0] ?? 0)
}

/**
 * A category that is newer than the booking pays the adult fare, since no discount was promised for
 * it.
 */
export function faresOf(rows: PassengerRows): FareTable {
  const adult = rows.adult?.[1] ?? 0
  return mapPassengers((category) => cents(rows[category]?.[1] ?? adult))
}

type Party = { bookingId: string; passengers: Passengers; fares: FareTable }
type NewBooking = Omit<Insertable<Bookings>, 'totalCents'> & Party

/** The inserts of bookings and of their passengers, to be written together. */
export function insertBookings(tx: Tx, bookings: readonly NewBooking[]) {
  const rows = bookings.map(({ passengers, fares, ...booking }) => {
    return { ...booking, totalCents: totalOf(priceParty(fares, passengers)) }
  })
  return [
    tx.insertInto('bookings').values(rows),
    tx.insertInto('bookingPassengers').values(bookings.flatMap(rowsOf)),
  ]
}

/** Applies the fares that hold now to an unpaid booking. */
export async function repriceBooking(tx: Tx, repriced: Party & FoundFares): Promise<void> {
  const { bookingId, passengers, fares, fareEdition } = repriced
  const totalCents = totalOf(priceParty(fares, passengers))
  await tx
    .with('booked', (booking) =>
      booking
        .updateTable('bookings')
        .set({ totalCents, fareEdition })
        .where('bookingId', '=', bookingId),
    )
    .insertInto('bookingPassengers')
    .values(rowsOf(repriced))
    .onConflict((conflict) =>
      conflict
        .columns(['bookingId', 'category'])
        .doUpdateSet((row) => ({ fareCents: row.ref('excluded.fareCents') })),
    )
    .execute()
}

/** One row per category, also for those with no passengers, so that their fares are frozen too. */
function rowsOf({ bookingId, passengers, fares }: Party) {
  return PASSENGER_CATEGORIES.map((category) => {
    return { bookingId, category, count: passengers[category], fareCents: fares[category] }
  })
}
