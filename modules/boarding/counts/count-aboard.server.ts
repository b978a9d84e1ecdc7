import { sql, type ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'
import { db } from '#platform/db.server.ts'

/*
 * The people aboard. The list in the office and the phones add to the same sums, so every page has
 * the same number. Of a party no more are counted than it has.
 */

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
    .whereRef('scans.bookingId', '=', 'bookings.bookingId')
    .whereRef('scans.departureId', '=', 'bookings.departureId')
    .as('aboard')
}

/** The people of a booking whom other buses took along, as a lateral join beside `bookings`. */
export function aboardOtherBuses(from: ExpressionBuilder<DB, 'bookings'>) {
  return from
    .selectFrom('scans')
    .select(({ fn }) => fn.sum<number | null>('boarded').as('takenAlong'))
    .whereRef('scans.bookingId', '=', 'bookings.bookingId')
    .whereRef('scans.departureId', '!=', 'bookings.departureId')
    .as('others')
}

export type Aboard = {
  /** People aboard, with those who were taken along from other buses; and all who are booked. */
  aboard: number
  booked: number
  lastTickAt: Temporal.Instant | null
}

/** The number of people aboard each of these departures; one that nobody booked or boarded is missing. */
export async function countAboard(departureIds: readonly string[]): Promise<Map<string, Aboard>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<Aboard & { departureId: string }>`
    with booked as (
      select departure_id, booking_id from bookings join orders using (order_id)
      where departure_id = any(${[...departureIds]}::uuid[])
        and bookings.state = 'live' and orders.status = 'confirmed'
    ), boarded as (
      select departure_id, booking_id, sum(boarded) as people, max(scanned_at) as last_tick_at
      from scans where departure_id = any(${[...departureIds]}::uuid[])
      group by departure_id, booking_id
    )
    select departure_id,
      coalesce(sum(party.people) filter (where booked.booking_id is not null), 0)::int as booked,
      coalesce(sum(greatest(0, least(coalesce(boarded.people, 0), party.people))), 0)::int as aboard,
      max(last_tick_at) as last_tick_at
    from booked full join boarded using (departure_id, booking_id)
    cross join lateral (select sum(count) as people from booking_passengers
      where booking_passengers.booking_id = coalesce(booked.booking_id, boarded.booking_id)) as party
    group by departure_id`.execute(db)
  return new Map(rows.map(({ departureId, ...counts }) => [departureId, counts]))
}
