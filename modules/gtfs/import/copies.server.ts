import { sql } from 'kysely'

import type { Tx } from '#platform/db.server.ts'

/** The tables that an import replaces as a whole. */
const WHOLE = [
  'stops',
  'stop_names',
  'areas',
  'area_names',
  'stop_areas',
  'routes',
  'route_names',
  'service_calendars',
  'period_names',
  'service_exceptions',
  'trips',
  'stop_times',
  'fares',
  'fare_editions',
  'departure_differences',
]

/**
 * Hides the timetable, the fares and the departures from yesterday on behind copies that last until
 * the end of the transaction: an import inside it writes and locks the copies, so nobody waits for it.
 * The transaction must be rolled back.
 */
export async function copyTimetable(tx: Tx, today: Temporal.PlainDate): Promise<void> {
  // A statement that was planned before would still read the real tables.
  await sql`discard plans`.execute(tx)
  for (const table of WHOLE) await copy(tx, table)
  await copy(tx, 'departures', sql`where service_date >= ${today.subtract({ days: 1 })}`)
  await copy(
    tx,
    'departure_stops',
    sql`where departure_id in (select departure_id from departures)`,
  )
}

async function copy(tx: Tx, table: string, which = sql``): Promise<void> {
  const [hidden, own] = [sql.id('public', table), sql.id('pg_temp', table)]
  await sql`
    create temporary table ${sql.id(table)}
    (like ${hidden} including defaults including indexes) on commit drop`.execute(tx)
  await sql`insert into ${own} select * from ${hidden} ${which}`.execute(tx)
  await sql`analyze ${own}`.execute(tx)
}
