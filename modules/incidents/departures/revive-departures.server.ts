import { auditDecision, findDepartures, hasLeft } from '#modules/dispatch/departure.server.ts'
import { countHolders, countMoved } from '#modules/incidents/incident/holders.server.ts'
import { takeOutDeparture } from '#modules/incidents/incident/incidents.server.ts'
import { lockDepartures } from '#modules/seats/seats.server.ts'
import { decideDeparture, isReplaced } from '#modules/timetable/decide-departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { TELL_HOLDERS } from './cancel-departure.server.ts'

/* Many departures of one incident run after all, as when an airport opens earlier. */

type Which = {
  incidentId: string
  /** Those before this one stay cancelled. */
  fromId?: string | undefined
  now: Temporal.Instant
}

/** The figures of the check, which are compared at the press. */
export type Revival = {
  departureIds: string[]
  /** Bookings that still hold their seats, and are told that the bus runs. */
  bookings: number
  passengers: number
  /** Bookings that chose another bus or a refund, and keep it. */
  moved: number
  /** Departures whose trip is on sale at other times by now: they stay cancelled. */
  replaced: number
}

/** The departures of an incident that are cancelled and have not left, earliest first. */
export async function listRevivable(
  { incidentId, now }: Which,
  tx: Tx | Database = db,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('incidentDepartures')
    .select('departureId')
    .where('incidentId', '=', incidentId)
    .where('kind', '=', 'not-running')
    .where('open', '=', true)
    .execute()
  const departures = await findDepartures(
    rows.map(({ departureId }) => departureId),
    tx,
  )
  return departures
    .filter((one) => one.status === 'cancelled' && !hasLeft(one, now))
    .toSorted((one, other) =>
      Temporal.Instant.compare(one.calls[0].departsAt, other.calls[0].departsAt),
    )
    .map(({ departureId }) => departureId)
}

/** The effect of letting these departures run now. */
export function quoteRevival(which: Which): Promise<Revival> {
  return inTransaction((tx) => quote(tx, which))
}

async function quote(tx: Tx, which: Which): Promise<Revival> {
  const all = await listRevivable(which, tx)
  const start = which.fromId === undefined ? 0 : all.indexOf(which.fromId)
  const asked = start < 0 ? [] : all.slice(start)
  const departureIds: string[] = []
  for (const id of asked) if (!(await isReplaced(tx, id))) departureIds.push(id)
  const holders = await Promise.all(departureIds.map((id) => countHolders(id, { tx })))
  const moved = await Promise.all(departureIds.map((id) => countMoved(id, tx)))
  return {
    departureIds,
    bookings: total(holders.map(({ bookings }) => bookings)),
    passengers: total(holders.map(({ passengers }) => passengers)),
    moved: total(moved),
    replaced: asked.length - departureIds.length,
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

type Wish = Which & {
  reason: string
  shown: { departures: number; bookings: number }
  by: Actor
}

export type RevivalOutcome =
  | { ok: true; departures: number }
  /** All have left, or run already. */
  | { ok: false; reason: 'nothing-to-revive' }
  /** A bus left or was decided, or passengers chose meanwhile. */
  | { ok: false; reason: 'revival-changed' }

/**
 * Lets them run in one transaction, as if each were revived alone. Those who have chosen another bus or
 * a refund keep it; all others are told by the job, and ride as booked.
 */
export async function reviveDepartures(wish: Wish): Promise<RevivalOutcome> {
  const { shown, now } = wish
  return inTransaction(async (tx) => {
    const cancelled = await listRevivable(wish, tx)
    if (cancelled.length === 0) return { ok: false, reason: 'nothing-to-revive' } as const
    await lockDepartures(tx, cancelled)
    const { departureIds, bookings } = await quote(tx, wish)
    if (departureIds.length === 0) return { ok: false, reason: 'nothing-to-revive' } as const
    if (departureIds.length !== shown.departures || bookings !== shown.bookings) {
      return { ok: false, reason: 'revival-changed' } as const
    }
    for (const departureId of departureIds) {
      await decideDeparture(tx, departureId, { status: 'planned' })
      const change = { before: { status: 'cancelled' }, after: { status: 'planned' } }
      await auditDecision(tx, { ...wish, departureId }, { action: 'revived', ...change })
      await takeOutDeparture(tx, departureId, now)
    }
    await enqueueJob(tx, TELL_HOLDERS, {})
    return { ok: true, departures: departureIds.length } as const
  })
}
