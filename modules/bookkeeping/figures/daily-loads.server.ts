import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'

import type { Span } from './figures.server.ts'
import { listMissingDays } from './missing-days.server.ts'

/*
 * How full the buses of a service date were, by route. A day that is over is summed up and kept, so
 * that a report of a month reads a few hundred rows instead of every hold. Today, days ahead and
 * days that the job has not reached are computed when they are asked for.
 */

/**
 * A day is summed up again on this many nights: a bus may leave after midnight, its seats may be paid
 * late, and a traveller who missed it may take another. A change after that no longer says how full
 * the bus was.
 */
const NIGHTS_SUMMED_UP = 7

/**
 * Sums up the service dates that are over: those that are not summed up yet, and again the last
 * seven.
 *
 * @returns the number of days
 */
export async function sumUpLoads(now: Temporal.Instant): Promise<number> {
  const days = await listDaysToSumUp(dateInCyprus(now))
  for (const day of days) {
    await inPatientTransaction(async (tx) => {
      await tx.deleteFrom('loadedDays').where('day', '=', day).execute()
      await tx.insertInto('loadedDays').values({ day, summedAt: now }).execute()
      await sql`
        insert into daily_loads (day, route_id, departures, cancelled, seats, sold, full_departures)
        ${loadsOf([day])}`.execute(tx)
    })
  }
  return days.length
}

async function listDaysToSumUp(today: Temporal.PlainDate): Promise<Temporal.PlainDate[]> {
  const [again, yesterday] = [NIGHTS_SUMMED_UP, 1].map((days) =>
    today.subtract({ days }).toString(),
  )
  const { rows } = await sql<{ day: Temporal.PlainDate }>`
    select each.day::date as day
    from generate_series((select min(service_date) from departures), ${yesterday}::date, interval '1 day') as each (day)
    where each.day::date >= ${again}::date
      or not exists (select from loaded_days where loaded_days.day = each.day::date)
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

export type LoadOfRoute = {
  day: Temporal.PlainDate
  routeId: string
  /** Departures that were not cancelled. */
  departures: number
  cancelled: number
  /** Seats of the departures that were not cancelled. */
  seats: number
  /** Seats sold on the fullest leg of each departure, added up. */
  sold: number
  /** Departures with a leg on which every seat was sold. */
  fullDepartures: number
}

/** How full the departures of each service date and route are, in the order of days and routes. */
export async function listLoadsOfRoutes(span: Span): Promise<LoadOfRoute[]> {
  const { rows } = await sql<LoadOfRoute>`
    select loads.* from (${await selectLoads(span)}) as loads
    left join routes using (route_id)
    order by day, position, route_id`.execute(db)
  return rows
}

export type LoadSum = Omit<LoadOfRoute, 'day' | 'routeId'> & {
  /** The day or route id. */
  of: string
}

/** The same loads, added up for each day or route by the database; in their order. */
export async function sumLoads(span: Span, by: 'day' | 'route'): Promise<LoadSum[]> {
  const [of, order] = by === 'day' ? [sql`day`, sql`day`] : [sql`route_id`, sql`position`]
  const { rows } = await sql<LoadSum>`
    select ${of}::text as of, sum(departures)::int8 as departures, sum(cancelled)::int8 as cancelled,
      sum(seats)::int8 as seats, sum(sold)::int8 as sold, sum(full_departures)::int8 as full_departures
    from (${await selectLoads(span)}) as loads
    left join routes using (route_id)
    group by ${of} order by min(${order}), 1`.execute(db)
  return rows
}

/** Selects the rows of the days of a span, kept or computed. */
async function selectLoads(span: Span) {
  const missing = await listMissingDays(span, 'loaded_days')
  const computed = missing.length === 0 ? sql`` : sql`union all (${loadsOf(missing)})`
  return sql`
    select day, route_id, departures, cancelled, seats, sold, full_departures
    from daily_loads where day between ${span.from.toString()}::date and ${span.until.toString()}::date
    ${computed}`
}

/**
 * Selects the loads of days, out of the departures that were offered and the seats sold on these. The holds are found
 * departure by departure: of many days the planner would read those of all days.
 */
function loadsOf(days: readonly Temporal.PlainDate[]) {
  return sql`
    select service_date as day, route_id,
      count(*) filter (where status <> 'cancelled') as departures,
      count(*) filter (where status = 'cancelled') as cancelled,
      coalesce(sum(seats) filter (where status <> 'cancelled'), 0) as seats,
      coalesce(sum(sold) filter (where status <> 'cancelled'), 0)::int8 as sold,
      count(*) filter (where status <> 'cancelled' and sold >= seats) as full_departures
    from departures cross join lateral (
      select max(aboard) as sold from (
        select sum(hold.seats) as aboard
        from seat_holds as hold cross join lateral generate_series(from_position, to_position - 1) as leg
        where hold.departure_id = departures.departure_id and state = 'sold' group by leg) as legs
      offset 0) as fullest
    where service_date = any(${days.map(String)}::date[]) and origin <> 'charter'
    group by service_date, route_id`
}
