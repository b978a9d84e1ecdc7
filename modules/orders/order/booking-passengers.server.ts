import { sql, type Insertable } from 'kysely'

import type { Bookings } from '#db/types.ts'
import { priceParty, totalOf, type FareTable } from '#modules/fares/fares.ts'
import {
  mapPassengers,
  PASSENGER_CATEGORIES,
  type ByCategory,
  type Passengers,
} from '#modules/fares/passengers.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'

/* Who travels on a booking, and at which fares. These are its own: no later price list changes them. */

type PassengerRows = Partial<ByCategory<readonly [count: number, fareCents: number]>>

/** A column beside those of `bookings`, so that any number of them is read in one statement. */
export const passengerRows = sql<PassengerRows>`(
  select json_object_agg(category, json_build_array(count, fare_cents)) from booking_passengers
  where booking_passengers.booking_id = bookings.booking_id)`.as('passengerRows')

export function passengersOf(rows: PassengerRows): Passengers {
  return mapPassengers((category) => rows[category]?.[0] ?? 0)
}

/** A category that is newer than the booking pays what an adult paid: nothing less was promised. */
export function faresOf(rows: PassengerRows): FareTable {
  const adult = rows.adult?.[1] ?? 0
  return mapPassengers((category) => cents(rows[category]?.[1] ?? adult))
}

type Party = { bookingId: string; passengers: Passengers; fares: FareTable }
type NewBooking = Omit<Insertable<Bookings>, 'totalCents'> & Party

/** Writes bookings with their passengers, all in one statement. */
export async function insertBookings(tx: Tx, bookings: readonly NewBooking[]): Promise<void> {
  const rows = bookings.map(({ passengers, fares, ...booking }) => {
    return { ...booking, totalCents: totalOf(priceParty(fares, passengers)) }
  })
  await tx
    .with('booked', (booking) => booking.insertInto('bookings').values(rows))
    .insertInto('bookingPassengers')
    .values(bookings.flatMap(rowsOf))
    .execute()
}

/** Puts an unpaid booking at the fares of today. */
export async function repriceBooking(tx: Tx, repriced: Party): Promise<void> {
  const { bookingId, passengers, fares } = repriced
  const totalCents = totalOf(priceParty(fares, passengers))
  await tx
    .with('booked', (booking) =>
      booking.updateTable('bookings').set({ totalCents }).where('bookingId', '=', bookingId),
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

/** A row for every category: the fares of those who are missing were frozen with the others. */
function rowsOf({ bookingId, passengers, fares }: Party) {
  return PASSENGER_CATEGORIES.map((category) => {
    return { bookingId, category, count: passengers[category], fareCents: fares[category] }
  })
}
