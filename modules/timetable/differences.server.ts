import { sql } from 'kysely'

import type { Tx } from '#platform/db.server.ts'

/**
 * Whether a kept departure differs from the timetable. A cancelled one agrees if the bus is gone from
 * the timetable, or if only its old time was cancelled.
 */
export const IS_OTHERWISE = sql`(
  departures.status = 'withdrawn'
  or departures.status = 'planned' and kind <> 'same'
  or departures.status = 'cancelled' and kind <> 'absent' and exists (
    select from planned_departures as planned
    where planned.trip_id = departures.trip_id and planned.service_date = departures.service_date
      and planned.is_pinned))`

/** Its passengers travel on the departure that replaced it. */
const IS_LEFT_EMPTY = sql`(departures.status = 'withdrawn' and retimed_at is not null
  and not exists (select from bookings where bookings.departure_id = departures.departure_id))`

/**
 * Brings the list of differences up to date; one that was on it before keeps its moment. Reads the
 * temporary tables of make-departures.server.ts, the caller.
 */
export async function writeDifferences(tx: Tx, now: Temporal.Instant): Promise<void> {
  await sql`
    create temporary table differences on commit drop as
    select departure_id, case kind when 'same' then 'runs' else kind end as kind
    from stale_departures join departures using (departure_id)
    where is_taken and ${IS_OTHERWISE} and not ${IS_LEFT_EMPTY}`.execute(tx)
  await sql`
    delete from departure_differences as former
    where not exists (
      select from differences
      where differences.departure_id = former.departure_id and differences.kind = former.kind)`.execute(
    tx,
  )
  await sql`
    insert into departure_differences (departure_id, kind, noticed_at)
    select departure_id, kind, ${now} from differences
    on conflict (departure_id) do nothing`.execute(tx)
  await sql`drop table differences`.execute(tx)
}
