import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

/**
 * The days of a span that are not summed up, the earliest first.
 *
 * @param summedUp the table of the days that are
 */
export async function listMissingDays(
  { from, until }: { from: Temporal.PlainDate; until: Temporal.PlainDate },
  summedUp: 'figured_days' | 'loaded_days',
): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ day: Temporal.PlainDate }>`
    select wanted::date as day
    from generate_series(${from.toString()}::date, ${until.toString()}::date, interval '1 day') as wanted
    where not exists (select from ${sql.table(summedUp)} as kept where kept.day = wanted::date)
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}
