import { sql } from 'kysely'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariant of the tick list; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

/** I18: nobody is aboard who was not booked. */
export function invariantsOfBoarding(): Invariant[] {
  return invariants('orders', [
    query`
      select format('I18: %s people of booking %s are ticked, and it has %s', aboard, booking_id, people) as breach
      from boarding_ticks cross join lateral (
        select coalesce(sum(count), 0) as people from booking_passengers
        where booking_passengers.booking_id = boarding_ticks.booking_id) as party
      where aboard > people`,
  ])
}
