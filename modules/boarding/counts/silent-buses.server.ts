import { sql } from 'kysely'

import { listDelays } from '#modules/dispatch/delays.server.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

/** Minutes after the first boarding within which a phone may still be sending. */
const MINUTES_TO_REPORT = 15
/** Hours for which it is worth asking the driver. */
const HOURS_BACK = 12
/** A company that has counted nobody for so many days does not count at the door. */
const DAYS_OF_COUNTING = 7

/** A bus with bookings that left with nobody aboard, as far as anybody has told. */
export type SilentBus = {
  departureId: string
  firstStopId: string
  lastStopId: string
  leavesAt: Temporal.Instant
  booked: number
  /**
   * A phone or the list in the office has reported something, such as a correction or a closed
   * stop.
   */
  isReported: boolean
}

/** The buses of the last hours that left with nobody counted, earliest first. */
export async function listSilentBuses(now: Temporal.Instant, most: number): Promise<SilentBus[]> {
  const { rows } = await sql<SilentBus & { boardsAt: Temporal.Instant }>`
    select departure_id, first_call.stop_id as first_stop_id, last_call.stop_id as last_stop_id,
      first_call.departs_at as leaves_at, boards_at, booked,
      exists (select from scans where scans.departure_id = silent.departure_id)
        or exists (select from closed_boardings
          where closed_boardings.departure_id = silent.departure_id) as is_reported
    from (
      select departure_id, min(departs_at) as boards_at, sum(people)::int as booked
      from bookings join orders using (order_id) join departures using (departure_id)
      cross join lateral (select sum(count) as people from booking_passengers
        where booking_passengers.booking_id = bookings.booking_id) as party
      where bookings.state = 'live' and orders.status = 'confirmed'
        and departures.status = 'planned' and broken_from is null
        and departs_at between ${now.subtract({ hours: HOURS_BACK })} and ${now}
        and exists (select from scans
          where received_at > ${now.subtract({ hours: DAYS_OF_COUNTING * 24 })})
      group by departure_id) as silent
    join departure_stops first_call using (departure_id)
    cross join lateral (select stop_id from departure_stops
      where departure_stops.departure_id = silent.departure_id
      order by position desc limit 1) as last_call
    where first_call.position = 0 and coalesce((select sum(boarded) from scans
      where scans.departure_id = silent.departure_id), 0) <= 0
    order by boards_at, departure_id limit ${most}`.execute(db)
  const delays = await listDelays(rows.map(({ departureId }) => departureId))
  return rows.filter(({ departureId, boardsAt }) => {
    const late = Math.max(0, delays.get(departureId)?.[0]?.minutes ?? 0)
    return !isBefore(now, boardsAt.add({ minutes: late + MINUTES_TO_REPORT }))
  })
}
