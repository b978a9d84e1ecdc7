import type { Tx } from '#platform/db.server.ts'

import type { ClosedBecause, DepartureStatus } from './departure-status.ts'
import { raiseEdition } from './editions.server.ts'

type Decided = {
  status?: DepartureStatus
  closedAt?: Temporal.Instant | null
  closedBecause?: ClosedBecause | null
  /** The positions at which nobody boards or gets off. */
  closedStops?: number[]
  /** The first stop that it does not reach any more. */
  brokenFrom?: number
  /** The positions at which it stops elsewhere. */
  movedStops?: number[]
  seats?: number
  wheelchairPlaces?: number | null
}

/**
 * Writes what a person decided about a departure, and pins it: no timetable changes it afterwards.
 * The caller has locked it.
 */
export async function decideDeparture(tx: Tx, departureId: string, decided: Decided) {
  await tx
    .updateTable('departures')
    .set({ ...decided, pinned: true })
    .where('departureId', '=', departureId)
    .execute()
  // Other days' pages count the departures that run, and name the next.
  if (decided.status || decided.closedStops || decided.movedStops) await raiseEdition(tx)
}

/**
 * Whether another departure of the same trip and date is on sale, at other times: only one of them
 * may be. The caller has locked this one.
 */
export async function isReplaced(tx: Tx, departureId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('departures as this')
    .innerJoin('departures as other', (join) =>
      join
        .onRef('other.tripId', '=', 'this.tripId')
        .onRef('other.serviceDate', '=', 'this.serviceDate')
        .onRef('other.departureId', '!=', 'this.departureId'),
    )
    .select('other.departureId')
    .where('this.departureId', '=', departureId)
    .where('other.status', '=', 'planned')
    .executeTakeFirst()
  return other !== undefined
}
