import { sql } from 'kysely'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariant of boarding; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

/** I18: nobody is aboard who was not booked, or a conflict says how many too many. */
export function invariantsOfBoarding(): Invariant[] {
  return invariants('orders', [
    query`
      select format('I18: %s people of booking %s were let aboard, and it has %s',
        boarded, booking_id, coalesce(people, 0)) as breach
      from (select booking_id, sum(boarded) as boarded from scans group by booking_id) as counted
      left join (select booking_id, sum(count) as people from booking_passengers
        group by booking_id) as party using (booking_id)
      where boarded > coalesce(people, 0) and not exists (
        select from boarding_conflicts where boarding_conflicts.booking_id = counted.booking_id
          and too_many = boarded - coalesce(people, 0))`,
    query`
      select format('I18: booking %s has a conflict of %s people, and its scans have none', booking_id, too_many) as breach
      from boarding_conflicts cross join lateral (
        select coalesce(sum(boarded), 0) as boarded from scans
        where scans.booking_id = boarding_conflicts.booking_id) as counted
      cross join lateral (
        select coalesce(sum(count), 0) as people from booking_passengers
        where booking_passengers.booking_id = boarding_conflicts.booking_id) as party
      where boarded - people <> too_many`,
  ])
}
