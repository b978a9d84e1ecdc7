import { sql } from 'kysely'

import type { Database } from '#platform/db.server.ts'

/**
 * Two phones that boarded, one of them blocked, and a booking of which they let one more aboard than it has: the
 * acts of the page of phones have something to act on.
 */
export async function makePhones(books: Database): Promise<void> {
  await sql`
    with phones as (
      insert into boarding_devices (device_id, staff_id, last_seen_at, kind, revoked_at)
      select gen_random_uuid(), 'demonstration-driver', now(), 'Android', revoked_at
      from (values (null::timestamptz), (now())) as phone (revoked_at)
      returning device_no), booking as (
      select booking_id, departure_id, from_position, (select sum(count)::int from booking_passengers
        where booking_passengers.booking_id = bookings.booking_id) as people
      from bookings join orders using (order_id)
      where bookings.state = 'live' and orders.status = 'confirmed'
      order by departure_id, booking_id limit 1), counted as (
      insert into scans (device_no, seq, booking_id, departure_id, position, boarded, scanned_at, received_at, scanned_by)
      select min(device_no), 1, booking_id, departure_id, from_position, people + 1, now(), now(),
        'staff:demonstration-driver'
      from phones cross join booking group by booking_id, departure_id, from_position, people
      returning booking_id)
    insert into boarding_conflicts (booking_id, too_many, found_at)
    select booking_id, 1, now() from counted`.execute(books)
}
