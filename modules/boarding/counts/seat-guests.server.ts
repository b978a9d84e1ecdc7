import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { placesOfSome } from '#modules/boarding/package/places.ts'
import { passengersOf } from '#modules/orders/order/booking-passengers.server.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import { holdAboard } from '#modules/seats/hold-aboard.server.ts'
import { lockDepartures } from '#modules/seats/seats.server.ts'
import { placeCount, type Ride } from '#modules/seats/seats.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/*
 * Seats for people whom a driver took along from another bus. Only the departure is locked here, never
 * a booking, so that a change of the booking and this cannot wait for each other.
 */

/**
 * Takes the places of these bookings off sale on the buses that took them along, from the stop
 * where they stepped aboard to their own last stop. Places that were sold before are noted as
 * short, and asked for again whenever a scan of that bus arrives. Calling it twice is harmless.
 */
export async function seatGuests(
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const buses = await listBuses(bookingIds)
  if (buses.length === 0) return
  await inTransaction(async (tx) => {
    await lockDepartures(tx, buses)
    for (const guest of await listGuests(tx, { bookingIds, buses })) await seat(tx, guest, now)
  })
}

type Guest = Ride & {
  bookingId: string
  departureId: string
  guestId: string | null
  /** The number of people aboard; 0 if all have stepped off again. */
  people: number
  wheelchairUsers: number
  passengerRows: Parameters<typeof passengersOf>[0]
}

async function seat(tx: Tx, guest: Guest, now: Temporal.Instant): Promise<void> {
  const { bookingId, departureId, fromPosition, toPosition } = guest
  const guestId = guest.guestId ?? randomUUID()
  const party = placesFor(passengersOf(guest.passengerRows), guest.wheelchairUsers)
  const places = placesOfSome(party, guest.people)
  const ride = { fromPosition, toPosition }
  const held = await holdAboard(tx, { holderId: guestId, departureId, ride, places, now })
  const row = { ...ride, short: placeCount(places) - placeCount(held) }
  const known = { bookingId, departureId }
  await (
    guest.people > 0
      ? tx
          .insertInto('takenAlong')
          .values({ guestId, ...known, ...row })
          .onConflict((same) => same.columns(['bookingId', 'departureId']).doUpdateSet(row))
      : tx.deleteFrom('takenAlong').where('guestId', '=', guestId)
  ).execute()
}

/** The buses of other departures that people of these bookings were ever let aboard, by id. */
async function listBuses(bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const { rows } = await sql<{ departureId: string }>`
    select distinct bus.departure_id from scans as bus join bookings using (booking_id)
    where bus.departure_id <> bookings.departure_id and booking_id = any(${[...bookingIds]}::uuid[])
    union select distinct bus.departure_id from scans as bus
    join taken_along on taken_along.departure_id = bus.departure_id and short > 0
    where bus.booking_id = any(${[...bookingIds]}::uuid[])
    order by departure_id`.execute(db)
  return rows.map(({ departureId }) => departureId)
}

/** The people of these bookings on these buses, and how many are still short of places there. */
async function listGuests(
  tx: Tx | Database,
  { bookingIds, buses }: { bookingIds: readonly string[]; buses: readonly string[] },
): Promise<Guest[]> {
  const { rows } = await sql<Guest>`
    with aboard as (
      select scans.booking_id, scans.departure_id, bookings.to_stop_id, wheelchair_users,
        sum(boarded)::int as people, min(scans.position) as from_position
      from scans join bookings using (booking_id)
      where scans.departure_id = any(${[...buses]}::uuid[])
        and scans.departure_id <> bookings.departure_id
        and (booking_id = any(${[...bookingIds]}::uuid[]) or exists (select from taken_along
          where taken_along.booking_id = scans.booking_id
            and taken_along.departure_id = scans.departure_id and short > 0))
      group by scans.booking_id, scans.departure_id, bookings.to_stop_id, wheelchair_users
    )
    select aboard.booking_id, aboard.departure_id, guest_id, people, wheelchair_users,
      aboard.from_position, coalesce(own_stop.position, last_stop.position) as to_position,
      (select json_object_agg(category, json_build_array(count, fare_cents)) from booking_passengers
        where booking_passengers.booking_id = aboard.booking_id) as passenger_rows
    from aboard
    left join taken_along on taken_along.booking_id = aboard.booking_id
      and taken_along.departure_id = aboard.departure_id
    cross join lateral (select max(position) as position from departure_stops
      where departure_stops.departure_id = aboard.departure_id) as last_stop
    cross join lateral (select min(position) as position from departure_stops
      where departure_stops.departure_id = aboard.departure_id and stop_id = aboard.to_stop_id
        and position > aboard.from_position) as own_stop
    where aboard.from_position < last_stop.position
    order by aboard.departure_id, aboard.booking_id`.execute(tx)
  return rows
}

export type ShortGuests = {
  departureId: string
  ticketNumber: string
  /** When the bus leaves its first stop. */
  leavesAt: Temporal.Instant
  firstStopId: string
  lastStopId: string
  /** Places that they sit on and that were sold to others. */
  short: number
}

/** People taken along on buses still on the road whose places were sold by the time we heard of them. */
export async function listShortGuests(now: Temporal.Instant): Promise<ShortGuests[]> {
  const { rows } = await sql<ShortGuests>`
    select taken_along.departure_id, short, number as ticket_number,
      first_call.departs_at as leaves_at, first_call.stop_id as first_stop_id,
      last_call.stop_id as last_stop_id
    from taken_along
    join departure_stops first_call
      on first_call.departure_id = taken_along.departure_id and first_call.position = 0
    cross join lateral (select stop_id from departure_stops
      where departure_stops.departure_id = taken_along.departure_id
      order by position desc limit 1) as last_call
    join departure_stops alights on alights.departure_id = taken_along.departure_id
      and alights.position = to_position
    join tickets on tickets.booking_id = taken_along.booking_id and replaced_at is null
    where short > 0 and alights.arrives_at > ${now}
    order by leaves_at, number`.execute(db)
  return rows
}

/** The ids under which places are held for people of these bookings on other buses. */
export async function listGuestIds(tx: Tx, bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const rows = await tx
    .selectFrom('takenAlong')
    .select('guestId')
    .where('bookingId', 'in', bookingIds)
    .execute()
  return rows.map(({ guestId }) => guestId)
}
