import { sql } from 'kysely'

import type {
  ClosedBecause,
  DepartureOrigin,
  DepartureStatus,
} from '#modules/timetable/departure-status.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { DepartureFilter } from './departure-filters.ts'
import { holdCounts } from './holds.server.ts'

/** One departure of a list, with the load of its fullest leg. */
export type ListedDeparture = {
  departureId: string
  routeId: string
  serviceDate: Temporal.PlainDate
  origin: DepartureOrigin
  status: DepartureStatus
  /** The sale was ended by the company, not by the clock. */
  closedBecause: ClosedBecause | null
  firstStopId: string
  /** Planned, from the first stop. */
  departsAt: Temporal.Instant
  lastStopId: string
  /** Planned, at the last stop. */
  arrivesAt: Temporal.Instant
  seats: number
  /** The capacity that is wanted; null if nobody changed it. */
  wantedSeats: number | null
  /** Seats sold, and seats sold or held, each on its fullest leg. */
  sold: number
  taken: number
}

/** A departure with at least this share of its seats taken on one leg is nearly full. */
const NEARLY_FULL = 0.9

type Asked = {
  /** Departures that leave their first stop in this window, by the timetable. */
  since: Temporal.Instant
  until: Temporal.Instant
  routeId?: string | undefined
  filter?: DepartureFilter | undefined
  nearlyFull?: boolean | undefined
  /** The last departure of the page before. */
  after?: { departsAt: Temporal.Instant; departureId: string } | undefined
  most?: number | undefined
  now: Temporal.Instant
}

/**
 * The departures of a window of time, earliest first. Indexes of first calls, of routes and of what
 * is not as planned lead to them, so the time it takes depends on the window and not on the length
 * of the timetable. A bus after midnight belongs to the service date before.
 */
export async function listDepartures(asked: Asked): Promise<ListedDeparture[]> {
  const { rows } = await selectDepartures(asked).execute(db)
  return rows
}

export function selectDepartures(asked: Asked) {
  const { since, until, routeId, filter, nearlyFull = false, after, most, now } = asked
  const from = after && after.departsAt
  const isFull = sql`taken >= ${NEARLY_FULL}::numeric * shown.seats`
  return sql<ListedDeparture>`
    with shown as (
      select departure_id, route_id, service_date, origin, status, closed_because, departures.seats, wanted_seats,
        first_call.stop_id as first_stop_id, first_call.departs_at
      from departure_stops first_call ${isOfFew(asked) ? FEW : MANY}
      left join departure_capacity using (departure_id)
      where first_call.position = 0
        and service_date between ${dateInCyprus(since).subtract({ days: 1 })}::date and ${dateInCyprus(until)}::date
        and first_call.departs_at >= ${from ?? since} and first_call.departs_at < ${until}
        and (${from ?? null}::timestamptz is null
          or (first_call.departs_at, departure_id) > (${from ?? null}, ${after?.departureId ?? null}::uuid))
        and (${routeId ?? null}::text is null or route_id = ${routeId ?? null})
        and ${filter ? WHICH[filter] : sql`true`}
        and ${nearlyFull ? mayBeNearlyFull(now) : sql`true`}
      order by first_call.departs_at, departure_id
      limit ${nearlyFull ? null : (most ?? null)}::int
    )
    select shown.*, last_call.stop_id as last_stop_id, last_call.arrives_at, sold, taken
    from shown
    cross join lateral (
      select stop_id, arrives_at from departure_stops
      where departure_id = shown.departure_id order by position desc limit 1) as last_call
    cross join lateral (
      select coalesce(max(sold), 0)::int as sold, coalesce(max(taken), 0)::int as taken from (
        select sum(hold.seats) as taken, sum(hold.seats) filter (where state = 'sold') as sold
        from seat_holds hold cross join lateral generate_series(from_position, to_position - 1) as leg
        where hold.departure_id = shown.departure_id
          and ${holdCounts(now)}
        group by leg) as legs) as load
    where ${nearlyFull ? isFull : sql`true`}
    order by shown.departs_at, departure_id
    limit ${most ?? null}::int`
}

/** Whether an index leads to the requested departures, so that others need not be read. */
function isOfFew({ routeId, filter }: Asked): boolean {
  return routeId !== undefined || (filter !== undefined && !['running', 'late'].includes(filter))
}

const FEW = sql`join departures using (departure_id)`
/** Found one by one: if the planner expects many in a day, it reads those of all days. */
const MANY = sql`cross join lateral (
  select route_id, service_date, origin, status, closed_because, seats from departures
  where departures.departure_id = first_call.departure_id offset 0) as departures`

/** No leg has more seats taken than all holds together, so the others need not be looked at leg by leg. */
function mayBeNearlyFull(now: Temporal.Instant) {
  return sql`(
    select sum(hold.seats) from seat_holds hold
    where hold.departure_id = first_call.departure_id and ${holdCounts(now)}
  ) >= ${NEARLY_FULL}::numeric * departures.seats`
}

const WHICH: Record<DepartureFilter, ReturnType<typeof sql>> = {
  running: sql`status = 'planned'`,
  late: sql`status = 'planned' and exists (
    select from (
      select minutes from departure_delays
      where departure_id = first_call.departure_id order by delay_no desc limit 1) as newest
    where minutes > 0)`,
  closed: sql`status = 'planned' and closed_because is not null`,
  'over-full': sql`status = 'planned' and closed_because = 'over-full'`,
  cancelled: sql`status = 'cancelled'`,
  withdrawn: sql`status = 'withdrawn'`,
}
