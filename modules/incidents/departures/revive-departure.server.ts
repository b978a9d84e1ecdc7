import {
  auditDecision,
  hasLeft,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { countHolders, countMoved } from '#modules/incidents/incident/holders.server.ts'
import { takeOutDeparture } from '#modules/incidents/incident/incidents.server.ts'
import { decideDeparture, isReplaced } from '#modules/timetable/decide-departure.server.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { TELL_HOLDERS } from './cancel-departure.server.ts'

/** `moved`: bookings whose holders chose another bus or a refund, which they keep. */
type Running = { ok: true; staying: number; moved: number }

type NotPossible =
  | LockRefusal
  | { ok: false; reason: 'has-left' }
  /** The same trip is on sale at other times on that day. */
  | { ok: false; reason: 'on-sale-otherwise' }

export type ReviveOutcome = Running | NotPossible | { ok: false; reason: 'not-cancelled' }
export type RunAnywayOutcome = Running | NotPossible | { ok: false; reason: 'not-withdrawn' }

/**
 * A cancelled departure runs after all. Those who have chosen another bus or a refund keep what they
 * chose; all others are told and ride as planned.
 */
export async function reviveDeparture(wish: Decision): Promise<ReviveOutcome> {
  return run(wish, { from: 'cancelled', action: 'revived', refusal: 'not-cancelled' })
}

/**
 * A departure that the timetable no longer has runs for those who hold seats on it, and is sold
 * again. Nobody needs to be told: to its passengers nothing changes.
 */
export async function runAnyway(wish: Decision): Promise<RunAnywayOutcome> {
  return run(wish, { from: 'withdrawn', action: 'run-anyway', refusal: 'not-withdrawn' })
}

type Change<Refusal> = { from: DepartureStatus; action: string; refusal: Refusal }

async function run<Refusal extends string>(
  wish: Decision,
  { from, action, refusal }: Change<Refusal>,
): Promise<Running | NotPossible | { ok: false; reason: Refusal }> {
  const { departureId, now } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    if (departure.status !== from) return { ok: false, reason: refusal } as const
    if (hasLeft(departure, now)) return { ok: false, reason: 'has-left' } as const
    if (await isReplaced(tx, departureId)) {
      return { ok: false, reason: 'on-sale-otherwise' } as const
    }
    await decideDeparture(tx, departureId, { status: 'planned' })
    const change = { before: { status: from }, after: { status: 'planned' } }
    await auditDecision(tx, wish, { action, ...change })
    await takeOutDeparture(tx, departureId, now)
    await enqueueJob(tx, TELL_HOLDERS, {})
    const { bookings } = await countHolders(departureId, { tx })
    return { ok: true, staying: bookings, moved: await countMoved(departureId, tx) } as const
  })
}
