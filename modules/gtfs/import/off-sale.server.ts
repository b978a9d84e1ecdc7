import { sql } from 'kysely'

import type { Tx } from '#platform/db.server.ts'

type Loss = { before: number; lost: number }

/**
 * Future departures on sale before an import, and how many of them have no successor. `pairs` and `journeys`
 * are what can be bought of them: pairs of stops with a fare, and departures between each.
 */
export type OffSale = Loss & { pairs: Loss; journeys: Loss }

/**
 * True if more than half of anything is gone: that is an old feed, another company's, or one that has lost
 * its fares, more often than a plan.
 */
export function takesTooMuch({ pairs, journeys, ...departures }: OffSale): boolean {
  return [departures, pairs, journeys].some(({ before, lost }) => lost * 2 > before)
}

/**
 * Notes the departures on sale now by date and by first and last stop, so that neither another hour
 * nor another trip id counts as lost.
 */
export async function noteOnSale(tx: Tx, today: Temporal.PlainDate): Promise<void> {
  await sql`create temporary table on_sale_before on commit drop as ${onSale(today)}`.execute(tx)
  await sql`create temporary table bought_before on commit drop as ${bought(today)}`.execute(tx)
}

export async function countOffSale(tx: Tx, today: Temporal.PlainDate): Promise<OffSale> {
  const { rows } = await sql<OffSale>`
    select coalesce(sum(departures), 0)::bigint as before,
      coalesce(sum(greatest(0, departures - coalesce(now_on_sale.departures_now, 0))), 0)::bigint as lost
    from on_sale_before left join (
      select service_date, from_stop_id, to_stop_id, departures as departures_now
      from (${onSale(today)}) as counted
    ) as now_on_sale using (service_date, from_stop_id, to_stop_id)`.execute(tx)
  const { pairs, journeys } = await countUnbought(tx, today)
  await sql`drop table on_sale_before, bought_before`.execute(tx)
  return { ...(rows[0] ?? { before: 0, lost: 0 }), pairs, journeys }
}

type Unbought = { pairs: number; pairsLost: number; journeys: number; journeysLost: number }

/** Pairs of stops and journeys that could be bought, and those that no longer can. */
async function countUnbought(
  tx: Tx,
  today: Temporal.PlainDate,
): Promise<Omit<OffSale, keyof Loss>> {
  const { rows } = await sql<Unbought>`
    select count(*)::int as pairs, count(*) filter (where bought.journeys is null)::int as pairs_lost,
      coalesce(sum(bought_before.journeys), 0)::bigint as journeys,
      coalesce(sum(greatest(0, bought_before.journeys - coalesce(bought.journeys, 0))), 0)::bigint
        as journeys_lost
    from bought_before left join (${bought(today)}) as bought using (from_stop_id, to_stop_id)`.execute(
    tx,
  )
  const { pairs = 0, pairsLost = 0, journeys = 0, journeysLost = 0 } = rows[0] ?? {}
  return {
    pairs: { before: pairs, lost: pairsLost },
    journeys: { before: journeys, lost: journeysLost },
  }
}

/**
 * All departures of a trip call at the same stops, except a few that were sold with other stops.
 */
function bought(today: Temporal.PlainDate) {
  return sql`
    select fare.from_stop_id, fare.to_stop_id, sum(trip.departures)::bigint as journeys
    from (
      select min(departure_id::text)::uuid as departure_id, count(*) as departures
      from departures where status = 'planned' and service_date >= ${today}
      group by trip_id) as trip
    join departure_stops as one on one.departure_id = trip.departure_id and one.pickup
    join departure_stops as other
      on other.departure_id = trip.departure_id and other.position > one.position and other.dropoff
    join (
      select distinct from_stop_id, to_stop_id from fares where fare_cents is not null) as fare
      on fare.from_stop_id = one.stop_id and fare.to_stop_id = other.stop_id
    group by fare.from_stop_id, fare.to_stop_id`
}

function onSale(today: Temporal.PlainDate) {
  return sql`
    select service_date, from_stop_id, to_stop_id, count(*) as departures
    from (
      select service_date, (array_agg(stop_id order by position))[1] as from_stop_id,
        (array_agg(stop_id order by position desc))[1] as to_stop_id
      from departures join departure_stops using (departure_id)
      where status = 'planned' and service_date >= ${today}
      group by departure_id
    ) as ends
    group by service_date, from_stop_id, to_stop_id`
}
