import { sql } from 'kysely'

import type {
  ClosedBecause,
  DepartureOrigin,
  DepartureStatus,
} from '#modules/timetable/departure-status.ts'
import type { Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

import { delayAt } from './delay.ts'
import { listDelays } from './delays.server.ts'

/** One stop of a departure, as planned, and what differs from the plan. */
export type Call = {
  position: number
  stopId: string
  /** By the timetable; never rewritten. */
  arrivesAt: Temporal.Instant
  departsAt: Temporal.Instant
  pickup: boolean
  dropoff: boolean
  /** Minutes by which the bus is late here; negative if it is early. */
  delay: number
}

/** One departure: its timetable, and all decisions about it. */
export type Departure = {
  departureId: string
  tripId: string
  routeId: string
  serviceDate: Temporal.PlainDate
  origin: DepartureOrigin
  status: DepartureStatus
  pinned: boolean
  closedAt: Temporal.Instant | null
  closedBecause: ClosedBecause | null
  /** The positions at which nobody boards or gets off. */
  closedStops: number[]
  /** The positions at which it stops elsewhere. */
  movedStops: number[]
  /** The first stop that it does not reach any more, since it broke down; null: it runs the whole way. */
  brokenFrom: number | null
  /** The capacity that is sold. The wheelchair spaces are unknown if null. */
  seats: number
  wheelchairPlaces: number | null
  /** The capacity that a person wants; null if nobody changed it. */
  wantedSeats: number | null
  wantedWheelchairPlaces: number | null
  /** In their order; there are at least two. */
  calls: [Call, Call, ...Call[]]
}

/** Undefined for an unknown id. */
export async function findDeparture(
  departureId: string,
  tx: Tx | Database = db,
): Promise<Departure | undefined> {
  const [departure] = await findDepartures([departureId], tx)
  return departure
}

/** Some departures, in the order of their ids; unknown ids are left out. */
export async function findDepartures(
  departureIds: readonly string[],
  tx: Tx | Database = db,
): Promise<Departure[]> {
  if (departureIds.length === 0) return []
  const rows = await tx
    .selectFrom('departures')
    .leftJoin('departureCapacity as wanted', 'wanted.departureId', 'departures.departureId')
    .select(['departures.departureId', 'tripId', 'routeId', 'serviceDate', 'origin'])
    .select([
      'status',
      'pinned',
      'closedAt',
      'closedBecause',
      'closedStops',
      'movedStops',
      'brokenFrom',
    ])
    .select(['seats', 'wheelchairPlaces'])
    .select(['wantedSeats', 'wantedWheelchairPlaces'])
    .where('departures.departureId', 'in', departureIds)
    .orderBy('departures.departureId')
    .execute()
  const planned = await tx
    .selectFrom('departureStops')
    .select(['departureId', 'position', 'stopId', 'arrivesAt', 'departsAt', 'pickup', 'dropoff'])
    .where('departureId', 'in', departureIds)
    .orderBy('position')
    .execute()
  const callsOf = Map.groupBy(planned, ({ departureId }) => departureId)
  const reports = await listDelays(departureIds, tx)
  return rows.map((row) => {
    const calls = (callsOf.get(row.departureId) ?? []).map(({ departureId, ...call }) => ({
      ...call,
      delay: delayAt(reports.get(departureId) ?? [], call.position),
    }))
    return { ...row, calls: calls as Departure['calls'] }
  })
}

/** A decision of a person about one departure. */
export type Decision = {
  departureId: string
  by: Actor
  reason?: string | undefined
  /** The number of its audit entries on the page where it was decided; without it, none is compared. */
  seen?: number | undefined
  now: Temporal.Instant
}

export type LockRefusal =
  | { ok: false; reason: 'no-such-departure' }
  /** Another member of staff, or a job, changed the departure since the page was shown. */
  | { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }

/**
 * Locks a departure against buyers and other members of staff, and refuses if it has changed since
 * the page was shown. The caller asks for no order afterwards, since orders are locked before
 * departures.
 */
export async function lockDeparture(
  tx: Tx,
  { departureId, seen }: Pick<Decision, 'departureId' | 'seen'>,
): Promise<{ ok: true; departure: Departure } | LockRefusal> {
  await sql`
    select from departures where departure_id = ${departureId} for no key update`.execute(tx)
  const departure = await findDeparture(departureId, tx)
  if (!departure) return { ok: false, reason: 'no-such-departure' }
  const entries = await findNewerEntries(tx, subjectOf(departureId), seen)
  if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries }
  return { ok: true, departure }
}

/** The subject of a departure's entries in the audit. */
export function subjectOf(departureId: string): string {
  return `departure:${departureId}`
}

/** Records a decision about a departure in the audit. */
export async function auditDecision(
  tx: Tx,
  { departureId, by, reason, now }: Decision,
  change: { action: string; before?: object; after?: object },
): Promise<void> {
  const given = reason ? { reason } : {}
  await audit(tx, { by, subject: subjectOf(departureId), ...given, ...change, now })
}

/** Deletes what was decided about a locked departure that is about to be deleted itself. */
export async function forgetDecisions(tx: Tx, departureId: string): Promise<void> {
  await tx.deleteFrom('departureCapacity').where('departureId', '=', departureId).execute()
  await tx.deleteFrom('departureCalls').where('departureId', '=', departureId).execute()
}

/** The moment at which the bus leaves its first stop, late as it is. */
export function leavesAt({ calls }: Pick<Departure, 'calls'>): Temporal.Instant {
  return calls[0].departsAt.add({ minutes: calls[0].delay })
}

type OnItsWay = Pick<Departure, 'calls' | 'brokenFrom'>

/**
 * Whether the bus has left its first stop; then nobody can take back the rides of people on board.
 * A bus that broke down has left, whatever delay was reported since.
 */
export function hasLeft(departure: OnItsWay, now: Temporal.Instant): boolean {
  return departure.brokenFrom !== null || !isBefore(now, leavesAt(departure))
}

/** Hours after the last stop in which a bus may still be on its way, or be known never to have come. */
const HOURS_AFTER_END = 3

/** Whether a bus has left by its plan, and was not due at its last stop hours ago. */
export function isOnRoad(departure: OnItsWay, now: Temporal.Instant): boolean {
  const { calls } = departure
  const { arrivesAt, delay } = calls.at(-1) ?? calls[0]
  const over = arrivesAt.add({ hours: HOURS_AFTER_END }).add({ minutes: delay })
  return hasLeft(departure, now) && isBefore(now, over)
}
