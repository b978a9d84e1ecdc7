import { sql } from 'kysely'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariant of boarding; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

/**
 * I18: nobody is aboard who was not booked, or a conflict says how many too many. Bookings of one ride that replaced
 * each other on the same bus count together.
 */
export function invariantsOfBoarding(): Invariant[] {
  return invariants('orders', [
    query`
      select format('I18: %s people of ride %s of order %s were let aboard, and it has %s',
        boarded, position, order_id, coalesce(people, 0)) as breach
      from (
        select order_id, bookings.position, bookings.departure_id, sum(boarded) as boarded,
          max(people) as people
        from scans join bookings using (booking_id)
        left join (select booking_id, sum(count) as people from booking_passengers
          group by booking_id) as party using (booking_id)
        group by order_id, bookings.position, bookings.departure_id) as counted
      where boarded > coalesce(people, 0) and not exists (
        select from boarding_conflicts join bookings held using (booking_id)
        where (held.order_id, held.position, held.departure_id)
            = (counted.order_id, counted.position, counted.departure_id)
          and too_many = boarded - coalesce((select sum(count) from booking_passengers
            where booking_passengers.booking_id = held.booking_id), 0))`,
    query`
      select format('I18: booking %s has a conflict of %s people, and its scans have none', booking_id, too_many) as breach
      from boarding_conflicts cross join lateral (
        select coalesce(sum(boarded), 0) as boarded
        from bookings held join bookings ride using (order_id, position, departure_id)
        join scans on scans.booking_id = ride.booking_id
        where held.booking_id = boarding_conflicts.booking_id) as counted
      cross join lateral (
        select coalesce(sum(count), 0) as people from booking_passengers
        where booking_passengers.booking_id = boarding_conflicts.booking_id) as party
      where boarded - people <> too_many`,
  ])
}
