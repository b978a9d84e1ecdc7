import { sql } from 'kysely'

import { changeFares, compareFares, type FareStep } from '#modules/fares/dated-fares.ts'
import { findNewestEdition, listFaresOf } from '#modules/fares/fare-editions.server.ts'
import type { Fare } from '#modules/fares/fares.ts'
import { listRidePairs, type RidePair } from '#modules/timetable/ride-pairs.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { dateInCyprus, TIME_ZONE } from '#platform/time.ts'

import type { FareDraft, FareEffects } from './fare-draft.ts'

export type FarePlan = {
  /** The edition in force; null if none is kept. */
  edition: number | null
  fares: Fare[]
  pairs: RidePair[]
}

/** A draft, with what its publication would change of the fares in force. */
export type FareDraftView = FarePlan & {
  draft: FareDraft
  steps: FareStep[]
  effects: FareEffects
}

/** All fares, those to come too, the edition that they are, and the pairs of stops that can be travelled. */
export async function findFarePlan(): Promise<FarePlan> {
  const [edition, fares, pairs] = await Promise.all([
    findNewestEdition(db),
    db.selectFrom('fares').selectAll().execute(),
    listRidePairs(db),
  ])
  return { edition, fares, pairs }
}

/** What is being prepared, the newest first. */
export async function listFareDrafts(): Promise<FareDraft[]> {
  const rows = await db.selectFrom('fareDrafts').selectAll().orderBy('madeAt', 'desc').execute()
  return rows.map((row) => row as FareDraft)
}

/** A draft and what it would change by the fares in force, or undefined if there is none of this id. */
export async function findFareDraft(
  draftId: string,
  now: Temporal.Instant,
): Promise<FareDraftView | undefined> {
  if (!UUID.test(draftId)) return undefined
  const row = await db
    .selectFrom('fareDrafts')
    .selectAll()
    .where('draftId', '=', draftId)
    .executeTakeFirst()
  if (!row) return undefined
  const draft = row as FareDraft
  const plan = await findFarePlan()
  const after = await faresAfter(db, draft, plan.fares)
  const steps = compareFares(plan.fares, after, dateInCyprus(now))
  return { ...plan, draft, steps, effects: await countEffects(steps, now) }
}

/** All fares as they will be once a draft is published. Those of a stop that has been deleted do not come back. */
export async function faresAfter(
  tx: Database | Tx,
  { begins, wishes, backTo }: FareDraft,
  fares: readonly Fare[],
): Promise<Fare[]> {
  if (begins) return changeFares(fares, wishes, begins)
  const kept = backTo === null ? [] : await listFaresOf(tx, backTo)
  const stops = new Set(
    (await tx.selectFrom('stops').select('stopId').execute()).map(({ stopId }) => stopId),
  )
  return kept.filter(({ fromStopId, toStopId }) => stops.has(fromStopId) && stops.has(toStopId))
}

/** Counts what boards at a changed fare, on the first day of the change of its pair or later. */
async function countEffects(
  steps: readonly FareStep[],
  now: Temporal.Instant,
): Promise<FareEffects> {
  const changed = JSON.stringify(steps)
  const { rows } = await sql<FareEffects>`
    with changed as materialized (
      select "fromStopId" as from_stop_id, "toStopId" as to_stop_id, min("from") as since
      from jsonb_to_recordset(${changed}::jsonb)
        as step ("fromStopId" text, "toStopId" text, "from" date)
      group by 1, 2
    ), sold as materialized (
      select status, held_until from bookings join orders using (order_id)
        join changed using (from_stop_id, to_stop_id)
      where state = 'live' and departs_at > ${now}
        and (departs_at at time zone ${TIME_ZONE})::date >= since
    )
    select
      (select count(distinct departure_id)
        from departure_stops as boarding
          join departure_stops as leaving using (departure_id)
          join departures using (departure_id)
          join changed on boarding.stop_id = from_stop_id and leaving.stop_id = to_stop_id
        where boarding.departs_at > ${now} and boarding.position < leaving.position
          and boarding.pickup and leaving.dropoff and departures.status = 'planned'
          and (boarding.departs_at at time zone ${TIME_ZONE})::date >= since) as departures,
      (select count(*) from sold
        where status = 'awaiting-payment' or status = 'cart' and held_until > ${now}) as carts,
      (select count(*) from sold where status = 'confirmed') as bookings`.execute(db)
  const [effects] = rows
  return effects ?? { departures: 0, carts: 0, bookings: 0 }
}
