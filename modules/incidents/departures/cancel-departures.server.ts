import {
  countConcerned,
  listConcernedDepartures,
  MAX_DEPARTURES,
  type Concerned,
  type Selection,
} from '#modules/incidents/incident/concerned.server.ts'
import { openIncident } from '#modules/incidents/incident/incidents.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { takeBackLeases } from '#modules/seats/leases.server.ts'
import { lockDepartures } from '#modules/seats/seats.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { TELL_HOLDERS } from './cancel-departure.server.ts'

/* One incident of many departures, such as a closed airport. */

/** The figures of the check page, which are compared at the press. */
export type ManyQuote = Concerned & { departures: number }

type Wish = {
  selection: Selection
  /** As in the audit, and the cause of the incident. */
  reason: string
  /** The reason that passengers read; without it they read none. */
  toldReason?: ToldReason | null | undefined
  /** The share of the free seats of other buses that may be kept for these passengers. */
  offeredShare: number
  shown: Pick<ManyQuote, 'departures' | 'bookings' | 'paid'>
  by: Actor
  now: Temporal.Instant
}

export type ManyOutcome =
  | { ok: true; incidentId: string }
  | { ok: false; reason: 'none-chosen' }
  /** More than can be read on one page: a narrower window is needed. */
  | { ok: false; reason: 'too-many'; most: number }
  /** A bus left, or others bought or cancelled meanwhile. */
  | { ok: false; reason: 'quote-changed'; quote: ManyQuote }

/**
 * Takes many departures off sale in one transaction, and enqueues the job that gives their passengers
 * the choice. The selection is made again under the locks, and refused if it is not what was shown.
 */
export async function cancelDepartures(wish: Wish): Promise<ManyOutcome> {
  const { selection, reason, toldReason, offeredShare, shown, by, now } = wish
  return inTransaction(async (tx) => {
    const departureIds = await lockSelected(tx, selection, now)
    if (departureIds.length === 0) return { ok: false, reason: 'none-chosen' } as const
    if (departureIds.length > MAX_DEPARTURES) {
      return { ok: false, reason: 'too-many', most: MAX_DEPARTURES } as const
    }
    const quote = await quoteMany(departureIds, tx)
    const { departures, bookings, paid } = quote
    const isShown =
      shown.departures === departures && shown.bookings === bookings && shown.paid === paid
    if (!isShown) return { ok: false, reason: 'quote-changed', quote } as const
    for (const departureId of departureIds) {
      await decideDeparture(tx, departureId, { status: 'cancelled' })
      await takeBackLeases(tx, departureId)
    }
    const incidentId = await openIncident(tx, {
      departureIds,
      cause: reason,
      toldReason,
      offeredShare,
      by,
      now,
    })
    await audit(tx, {
      by,
      subject: `incident:${incidentId}`,
      action: 'departures-cancelled',
      reason,
      after: { departures, bookings, offeredShare, ...(toldReason && { toldReason }) },
      now,
    })
    await enqueueJob(tx, TELL_HOLDERS, {})
    return { ok: true, incidentId } as const
  })
}

/** The effect of cancelling all of these departures now. */
export async function quoteMany(departureIds: readonly string[], tx?: Tx): Promise<ManyQuote> {
  return {
    departures: departureIds.length,
    ...(await countConcerned(departureIds, { tx, isOfferedToo: true })),
  }
}

/**
 * Locks what is selected, and lists it again: another person may have decided about a bus
 * meanwhile.
 */
export async function lockSelected(
  tx: Tx,
  selection: Selection,
  now: Temporal.Instant,
): Promise<string[]> {
  const before = await listConcernedDepartures(selection, { now, tx })
  if (before.length === 0) return []
  await lockDepartures(tx, before.map(idOf))
  const known = new Set(before.map(idOf))
  const locked = await listConcernedDepartures(selection, { now, tx })
  return locked.map(idOf).filter((departureId) => known.has(departureId))
}

function idOf({ departureId }: { departureId: string }): string {
  return departureId
}
