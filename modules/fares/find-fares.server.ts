import { sql } from 'kysely'

import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'

import type { FareTable } from './fares.ts'
import { mapPassengers, PASSENGER_CATEGORIES, type ByCategory } from './passengers.ts'

/** Two stops between which journeys are sold, in this direction. */
export type FarePair = { fromStopId: string; toStopId: string; fares: FareTable }

type PairRow = {
  fromStopId: string
  toStopId: string
  /** In cents, by passenger category. */
  fares: Partial<ByCategory<number>>
}

/**
 * The fares of a journey by category; undefined if it is not sold. A pair that lacks the fare of a
 * category is not sold at all: a price that was never set must not become a free seat.
 */
export async function findFareTable(
  tx: Tx | Database,
  fromStopId: string,
  toStopId: string,
): Promise<FareTable | undefined> {
  const rows = await selectPairs(tx)
    .where('fromStopId', '=', fromStopId)
    .where('toStopId', '=', toStopId)
    .execute()
  return rows.flatMap(toPair)[0]?.fares
}

/** The same for each row of a query that has the two stops, as a column beside its own. */
export function faresBetween(fromStop: string, toStop: string) {
  return sql<PairRow['fares'] | null>`(
    select json_object_agg(passenger_category, fare_cents) from fares
    where fares.from_stop_id = ${sql.ref(fromStop)} and fares.to_stop_id = ${sql.ref(toStop)})`.as(
    'fareRows',
  )
}

/** The column read by `faresBetween`; undefined if the journey is not sold. */
export function fareTableOf(fareRows: PairRow['fares'] | null): FareTable | undefined {
  if (PASSENGER_CATEGORIES.some((category) => fareRows?.[category] === undefined)) return undefined
  return mapPassengers((category) => cents(fareRows?.[category] ?? 0))
}

/** Every pair of stops that is sold, for fare tables and for lists of destinations. */
export async function listFarePairs(): Promise<FarePair[]> {
  const rows = await selectPairs(db).orderBy('fromStopId').orderBy('toStopId').execute()
  return rows.flatMap(toPair)
}

function selectPairs(tx: Tx | Database) {
  const fares = sql<PairRow['fares']>`json_object_agg(passenger_category, fare_cents)`.as('fares')
  return tx
    .selectFrom('fares')
    .select(['fromStopId', 'toStopId', fares])
    .groupBy(['fromStopId', 'toStopId'])
}

function toPair({ fromStopId, toStopId, fares }: PairRow): FarePair[] {
  const table = fareTableOf(fares)
  return table ? [{ fromStopId, toStopId, fares: table }] : []
}
