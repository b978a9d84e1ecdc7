import { sql, type RawBuilder } from 'kysely'

import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { TIME_ZONE } from '#platform/time.ts'

import type { FareTable } from './fares.ts'
import { mapPassengers, PASSENGER_CATEGORIES, type ByCategory } from './passengers.ts'

/** Two stops between which journeys are sold, in this direction. */
export type FarePair = { fromStopId: string; toStopId: string; fares: FareTable }

/** The fares of a journey, and the edition that they are of; none if no edition is kept. */
export type FoundFares = { fares: FareTable; fareEdition: number | null }

/** In cents, by passenger category. */
type FareRow = Partial<ByCategory<number>> | null

/**
 * The fares of a journey that is boarded at this moment; undefined if it is not sold. The date in
 * Cyprus at the traveller's own stop decides, not that of the service. A pair that lacks the fare of
 * a category is not sold at all: a price that was never set must not become a free seat.
 */
export async function findFares(
  tx: Tx | Database,
  { fromStopId, toStopId, departsAt }: Boarded,
): Promise<FoundFares | undefined> {
  const { rows } = await sql<{ fares: FareRow; fareEdition: number | null }>`
    select fares, ${NEWEST_EDITION} as fare_edition from fare_tables
    where from_stop_id = ${fromStopId} and to_stop_id = ${toStopId}
      and ${isInForce(sql.val(departsAt))}`.execute(tx)
  const [row] = rows
  const fares = fareTableOf(row?.fares)
  return row && fares && { fares, fareEdition: row.fareEdition }
}

type Boarded = { fromStopId: string; toStopId: string; departsAt: Temporal.Instant }

/** The same for each row of a query that has the two stops and the moment of boarding, as two columns. */
export function faresBetween(fromStop: string, toStop: string, departsAt: string) {
  const fares = sql<FareRow>`(
    select fares from fare_tables
    where fare_tables.from_stop_id = ${sql.ref(fromStop)}
      and fare_tables.to_stop_id = ${sql.ref(toStop)} and ${isInForce(sql.ref(departsAt))})`
  return [fares.as('fareRow'), NEWEST_EDITION.as('fareEdition')] as const
}

const NEWEST_EDITION = sql<number | null>`(select max(edition) from fare_editions)`

/** Whether a row of `fare_tables` has the fares of those who board at this moment. */
function isInForce(departsAt: RawBuilder<unknown>) {
  const date = sql`(${departsAt}::timestamptz at time zone ${TIME_ZONE})::date`
  return sql`${date} >= valid_from and ${date} < valid_until`
}

/** The column read by `faresBetween`; undefined if the journey is not sold. */
export function fareTableOf(row: FareRow | undefined): FareTable | undefined {
  if (PASSENGER_CATEGORIES.some((category) => row?.[category] === undefined)) return undefined
  return mapPassengers((category) => cents(row?.[category] ?? 0))
}

/** Every pair of stops that is sold to those who board on this day, for fare tables and lists of destinations. */
export async function listFarePairs(on: Temporal.PlainDate): Promise<FarePair[]> {
  const { rows } = await sql<{ fromStopId: string; toStopId: string; fares: FareRow }>`
    select from_stop_id, to_stop_id, fares from fare_tables
    where ${on} >= valid_from and ${on} < valid_until
    order by from_stop_id, to_stop_id`.execute(db)
  return rows.flatMap(({ fares, ...pair }) => {
    const table = fareTableOf(fares)
    return table ? [{ ...pair, fares: table }] : []
  })
}
