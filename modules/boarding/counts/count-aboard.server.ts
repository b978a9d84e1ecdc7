import { sql, type ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'
import { db } from '#platform/db.server.ts'

/*
 * The people aboard. The list in the office and the phones add to the same sums, so every page has
 * the same number. A party never counts more people than it has.
 */

/**
 * The ids of a booking and of those that it replaced on the same bus, as from another stop: people who boarded with
 * any of them are aboard with it. `of`: the bookings of the query, or a table with their order, position and departure.
 */
export function ofSameRide(of: string) {
  const booking = sql.table(of)
  return sql`(select ride.booking_id from bookings ride
    where ride.order_id = ${booking}.order_id and ride.position = ${booking}.position
      and ride.departure_id = ${booking}.departure_id)`
}

/** The people of a booking aboard its own bus, as a lateral join beside `bookings`. */
export function aboardOwnBus(from: ExpressionBuilder<DB, 'bookings'>) {
  return from
    .selectFrom('scans')
    .select(({ fn }) => fn.sum<number | null>('boarded').as('boarded'))
    .select([
      sql<Temporal.Instant | null>`max(scanned_at)`.as('tickedAt'),
      sql<string | null>`(array_agg(scanned_by order by scanned_at desc, seq desc))[1]`.as(
        'tickedBy',
      ),
    ])
    .where(sql<boolean>`scans.booking_id in ${ofSameRide('bookings')}`)
    .whereRef('scans.departureId', '=', 'bookings.departureId')
    .as('aboard')
}

/** The people of a booking whom other buses took along, as a lateral join beside `bookings`. */
export function aboardOtherBuses(from: ExpressionBuilder<DB, 'bookings'>) {
  return from
    .selectFrom('scans')
    .select(({ fn }) => fn.sum<number | null>('boarded').as('takenAlong'))
    .where(sql<boolean>`scans.booking_id in ${ofSameRide('bookings')}`)
    .whereRef('scans.departureId', '!=', 'bookings.departureId')
    .as('others')
}

export type Aboard = {
  /** People aboard, with those who were taken along from other buses; and all who are booked. */
  aboard: number
  booked: number
  lastTickAt: Temporal.Instant | null
}

/**
 * The number of people aboard each of these departures; a departure without bookings and people is
 * missing.
 */
export async function countAboard(departureIds: readonly string[]): Promise<Map<string, Aboard>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<Aboard & { departureId: string }>`
    with booked as (
      select departure_id, departure_id as booked_on, order_id, position, booking_id
      from bookings join orders using (order_id)
      where departure_id = any(${[...departureIds]}::uuid[])
        and bookings.state = 'live' and orders.status = 'confirmed'
    ), boarded as (
      select scans.departure_id, bookings.departure_id as booked_on, order_id, bookings.position,
        (array_agg(booking_id order by received_at desc))[1] as booking_id,
        sum(boarded) as people, max(scanned_at) as last_tick_at
      from scans join bookings using (booking_id)
      where scans.departure_id = any(${[...departureIds]}::uuid[])
      group by scans.departure_id, order_id, bookings.position, bookings.departure_id
    )
    select departure_id,
      coalesce(sum(party.people) filter (where booked.booking_id is not null), 0)::int as booked,
      coalesce(sum(greatest(0, least(coalesce(boarded.people, 0), party.people))), 0)::int as aboard,
      max(last_tick_at) as last_tick_at
    from booked full join boarded using (departure_id, booked_on, order_id, position)
    cross join lateral (select sum(count) as people from booking_passengers
      where booking_passengers.booking_id = coalesce(booked.booking_id, boarded.booking_id)) as party
    group by departure_id`.execute(db)
  return new Map(rows.map(({ departureId, ...counts }) => [departureId, counts]))
}
