import { sql } from 'kysely'

import { listRidePairs } from '#modules/timetable/ride-pairs.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db.server.ts'

import { keepEdition, lockFares } from './fare-editions.server.ts'
import { type Fare } from './fares.ts'
import { replaceFares, type FareChange } from './replace-fares.server.ts'

type Brought = {
  fares: readonly Fare[]
  /** The fares of the feed replace all others; otherwise they serve where there is none. */
  replaces: boolean
  by: Actor
  now: Temporal.Instant
}

/**
 * Takes the fares of a feed, once its timetable is written, and returns the changes. A pair that can be
 * travelled keeps its fares, or has those of the last edition in which it had any, so that no feed loses
 * a fare that the office has set.
 */
export async function bringFares(tx: Tx, brought: Brought): Promise<FareChange[]> {
  await lockFares(tx)
  const fares = brought.replaces ? brought.fares : await keepFares(tx, brought.fares)
  const changes = await replaceFares(tx, fares)
  if (changes.length > 0) await keepEdition(tx, { ...brought, begins: null })
  return changes
}

async function keepFares(tx: Tx, fresh: readonly Fare[]): Promise<Fare[]> {
  const pairs = new Set((await listRidePairs(tx)).map(pairOf))
  const sources = [await tx.selectFrom('fares').selectAll().execute(), await listLast(tx), fresh]
  const byFare = sources.map((fares) => {
    return Map.groupBy(fares, (fare) => JSON.stringify([pairOf(fare), fare.passengerCategory]))
  })
  const keys = new Set(byFare.flatMap((one) => [...one.keys()]))
  const chosen = [...keys].flatMap((key) => byFare.find((one) => one.has(key))?.get(key) ?? [])
  return chosen.filter((fare) => pairs.has(pairOf(fare)))
}

function pairOf({ fromStopId, toStopId }: { fromStopId: string; toStopId: string }): string {
  return JSON.stringify([fromStopId, toStopId])
}

/** The rows of each pair and category in the last edition that has any. */
async function listLast(tx: Tx): Promise<Fare[]> {
  const { rows } = await sql<Fare>`
    select from_stop_id, to_stop_id, passenger_category, valid_from, fare_cents
    from (
      select kept.*, edition = max(edition) over (
        partition by from_stop_id, to_stop_id, passenger_category) as is_last
      from fare_editions, jsonb_to_recordset(fare_editions.fares) as kept (
        from_stop_id text, to_stop_id text, passenger_category text, valid_from date,
        fare_cents int)) as all_kept
    where is_last`.execute(tx)
  return rows
}
