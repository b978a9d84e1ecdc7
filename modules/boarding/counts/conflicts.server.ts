import { sql } from 'kysely'

import type { Tx } from '#platform/db.server.ts'

/**
 * Notes of which of these bookings more people were let aboard than they have (I18), and forgets the
 * conflicts that a later scan has put right. One that was settled is open again if more people come. The
 * bookings are locked.
 */
export async function noteConflicts(
  tx: Tx,
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    with counted as (
      select booking_id, coalesce((select sum(boarded) from scans
          where scans.booking_id = booking.booking_id), 0)
        - coalesce((select sum(count) from booking_passengers
          where booking_passengers.booking_id = booking.booking_id), 0) as too_many
      from unnest(${[...bookingIds]}::uuid[]) as booking (booking_id)
    ), settled as (
      delete from boarding_conflicts using counted
      where boarding_conflicts.booking_id = counted.booking_id and counted.too_many <= 0
    )
    insert into boarding_conflicts (booking_id, too_many, found_at)
    select booking_id, too_many, ${now} from counted where too_many > 0
    on conflict (booking_id) do update set too_many = excluded.too_many,
      settled_at = case when excluded.too_many <= boarding_conflicts.too_many
        then boarding_conflicts.settled_at end`.execute(tx)
}
