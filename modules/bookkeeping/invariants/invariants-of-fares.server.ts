import { sql } from 'kysely'

import { TIME_ZONE } from '#platform/time.ts'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariants of fares and what was sold at them; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

/** The rows of all editions, each until the next of its pair and category. */
const KEPT = sql`
  select edition, kept.*, lead(valid_from, 1, 'infinity') over (
    partition by edition, from_stop_id, to_stop_id, passenger_category order by valid_from) as valid_until
  from fare_editions, jsonb_to_recordset(fare_editions.fares) as kept (
    from_stop_id text, to_stop_id text, passenger_category text, valid_from date, fare_cents int)`

/**
 * I21: the fares on sale are the newest edition. I24: each fare of a booking was that of its edition for the day of
 * boarding, which a bus that runs at another time does not change.
 */
export function invariantsOfFares(): Invariant[] {
  return [
    ...invariants('everything', [
      query`
      select format('I21: the fare from %s to %s for one %s from %s on is not that of edition %s', from_stop_id,
        to_stop_id, passenger_category, valid_from, edition) as breach
      from (
        select fares.*, (select max(edition) from fare_editions) as edition from fares
      ) as sold full join (
        select kept.* from (${KEPT}) as kept
        where edition = (select max(edition) from fare_editions)
      ) as published using (from_stop_id, to_stop_id, passenger_category, valid_from, edition)
      where edition is not null and sold.fare_cents is distinct from published.fare_cents
        or edition is not null and (sold is null or published is null)`,
    ]),
    ...invariants('orders', [
      query`
      select format('I24: booking %s: one %s pays %s cents, and the fare was %s', booking_id, category,
        passenger.fare_cents, coalesce(kept.fare_cents::text, 'none')) as breach
      from bookings join booking_passengers as passenger using (booking_id)
        left join (${KEPT}) as kept on kept.edition = fare_edition
          and kept.from_stop_id = bookings.from_stop_id and kept.to_stop_id = bookings.to_stop_id
          and kept.passenger_category = category
          and (coalesce(retimed_from, departs_at) at time zone ${TIME_ZONE})::date
            between valid_from and valid_until - 1
      where fare_edition is not null and kept.fare_cents is distinct from passenger.fare_cents`,
    ]),
  ]
}
