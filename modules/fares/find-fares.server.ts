import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'

import { PASSENGER_CATEGORIES, type PassengerCategory } from './passengers.ts'
import type { FareTable } from './fares.ts'

/** Two stops between which rides are sold, in this direction. */
export type FarePair = { fromStopId: string; toStopId: string; fares: FareTable }

type FareRow = {
  fromStopId: string
  toStopId: string
  passengerCategory: PassengerCategory
  fareCents: number
}

/**
 * What a ride costs by category, or nothing where none is sold. A pair that lacks the fare of a
 * category is not sold at all: a price nobody set must not turn into a free seat.
 */
export async function findFareTable(
  tx: Tx | Database,
  fromStopId: string,
  toStopId: string,
): Promise<FareTable | undefined> {
  const rows = await selectFares(tx)
    .where('fromStopId', '=', fromStopId)
    .where('toStopId', '=', toStopId)
    .execute()
  return toPairs(rows as FareRow[])[0]?.fares
}

/** Every pair of stops that is sold, for fare tables and for saying what goes where. */
export async function listFarePairs(): Promise<FarePair[]> {
  const rows = await selectFares(db).orderBy('fromStopId').orderBy('toStopId').execute()
  return toPairs(rows as FareRow[])
}

function selectFares(tx: Tx | Database) {
  return tx.selectFrom('fares').select(['fromStopId', 'toStopId', 'passengerCategory', 'fareCents'])
}

function toPairs(rows: readonly FareRow[]): FarePair[] {
  const byPair = Map.groupBy(rows, ({ fromStopId, toStopId }) => `${fromStopId}\n${toStopId}`)
  return [...byPair.values()].flatMap((ofPair) => {
    const [first] = ofPair
    if (!first || ofPair.length < PASSENGER_CATEGORIES.length) return []
    return [{ fromStopId: first.fromStopId, toStopId: first.toStopId, fares: toTable(ofPair) }]
  })
}

function toTable(rows: readonly FareRow[]): FareTable {
  const entries = rows.map((row) => [row.passengerCategory, cents(row.fareCents)] as const)
  return Object.fromEntries(entries) as FareTable
}
