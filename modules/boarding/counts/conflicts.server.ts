import { sql } from 'kysely'

import type { Tx } from '#platform/db.server.ts'

import { ofSameRide } from './count-aboard.server.ts'

/**
 * Records a conflict for each of these bookings of which more people were let aboard than it has
 * (I18), and deletes the conflicts that a later scan has put right. People who boarded with a
 * booking that one of these replaced on the same bus count as well. A conflict that was settled is
 * open again if more people come. The bookings are locked.
 */
export async function noteConflicts(
  tx: Tx,
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    with counted as (
      select booking_id, order_id, position, departure_id,
        coalesce((select sum(boarded) from scans
          where scans.booking_id in ${ofSameRide('bookings')}), 0)
        - coalesce((select sum(count) from booking_passengers
          where booking_passengers.booking_id = bookings.booking_id), 0) as too_many
      from bookings where booking_id = any(${[...bookingIds]}::uuid[])
    ), settled as (
      delete from boarding_conflicts using counted
      where boarding_conflicts.booking_id in ${ofSameRide('counted')}
        and (boarding_conflicts.booking_id <> counted.booking_id or counted.too_many <= 0)
    )
    insert into boarding_conflicts (booking_id, too_many, found_at)
    select booking_id, too_many, ${now} from counted where too_many > 0
    on conflict (booking_id) do update set too_many = excluded.too_many,
      settled_at = case when excluded.too_many <= boarding_conflicts.too_many
        then boarding_conflicts.settled_at end`.execute(tx)
}
