import { sql } from 'kysely'

import type { Tx } from '#platform/db.server.ts'

/** Future departures on sale before an import, and how many of them have no successor. */
export type OffSale = { before: number; lost: number }

/**
 * True if more than half of them are gone: that is an old feed, or another company's, more often
 * than a plan.
 */
export function takesTooMuch({ before, lost }: OffSale): boolean {
  return lost * 2 > before
}

/**
 * Notes the departures on sale now by date and by first and last stop, so that neither another hour
 * nor another trip id counts as lost.
 */
export async function noteOnSale(tx: Tx, today: Temporal.PlainDate): Promise<void> {
  await sql`create temporary table on_sale_before on commit drop as ${onSale(today)}`.execute(tx)
}

export async function countOffSale(tx: Tx, today: Temporal.PlainDate): Promise<OffSale> {
  const { rows } = await sql<OffSale>`
    select coalesce(sum(departures), 0)::bigint as before,
      coalesce(sum(greatest(0, departures - coalesce(now_on_sale.departures_now, 0))), 0)::bigint as lost
    from on_sale_before left join (
      select service_date, from_stop_id, to_stop_id, departures as departures_now
      from (${onSale(today)}) as counted
    ) as now_on_sale using (service_date, from_stop_id, to_stop_id)`.execute(tx)
  await sql`drop table on_sale_before`.execute(tx)
  return rows[0] ?? { before: 0, lost: 0 }
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
