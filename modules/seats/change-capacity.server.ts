import { sql } from 'kysely'

import { writeWanted } from '#modules/dispatch/capacity.server.ts'
import {
  auditDecision,
  hasLeft,
  lockDeparture,
  subjectOf,
  type Decision,
  type Departure,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import { listPlacesTaken } from './holds.server.ts'
import { takeBackLeases } from './leases.server.ts'
import { fitCapacity, type OverFull, type Places } from './seats.ts'
import { FIT_CAPACITY } from './sink-capacity.server.ts'

/*
 * The capacity of one departure, changed by a person. The wanted capacity is kept apart from the
 * sold one, which is never below the places taken: nobody loses a place, and invariant I1 holds at
 * every moment.
 */

export type NotOnSale = { ok: false; reason: 'not-running' } | { ok: false; reason: 'has-left' }

export type CapacityOutcome =
  | { ok: true; overFull: OverFull | null }
  | LockRefusal
  | NotOnSale
  /** Exactly this is wanted already. */
  | { ok: false; reason: 'unchanged' }

/**
 * Sets the capacity that is wanted. A larger one is sold at once. One below the places taken ends
 * the sale until everybody fits, and raises an alert; `overFull` names the first leg concerned.
 */
export async function changeCapacity(
  wish: Decision & { wanted: Places },
): Promise<CapacityOutcome> {
  const { wanted, by, now } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    const refusal = whyNotOnSale(departure, now)
    if (refusal) return refusal
    const before = wantedOf(departure)
    if (isSame(wanted, before) && departure.wheelchairPlaces !== null) {
      return { ok: false, reason: 'unchanged' } as const
    }
    const { sold, overFull } = await wantPlaces(tx, departure, { wanted, by, now })
    await auditDecision(tx, wish, { action: 'capacity', before, after: { ...wanted, sold } })
    return { ok: true, overFull } as const
  })
}

type Wanted = { wanted: Places; by: Actor; now: Temporal.Instant }

/**
 * Writes the places that are wanted on a locked departure, and sells as many of them as fit: see
 * `changeCapacity`. The caller writes the audit.
 */
export async function wantPlaces(tx: Tx, departure: Departure, { wanted, by, now }: Wanted) {
  const { departureId } = departure
  // A phone gets a lease again of what is left.
  if (wanted.seats < wantedOf(departure).seats) await takeBackLeases(tx, departureId)
  await writeWanted(tx, { departureId, wanted, by, now })
  const { sold, overFull } = await fit(tx, departure, { wanted, now })
  if (overFull) {
    const { leg, seats } = overFull
    await raiseAlert(tx, 'departure-over-full', { departureId, leg, seats, wanted: wanted.seats })
  }
  if (overFull || departure.closedBecause === 'over-full') await enqueueJob(tx, FIT_CAPACITY, {})
  return { sold, overFull }
}

export type OpenOutcome =
  | { ok: true }
  | LockRefusal
  | NotOnSale
  | { ok: false; reason: 'not-closed' }
  /** More are on board than are wanted: only places that come free open the sale. */
  | { ok: false; reason: 'over-full'; overFull: OverFull }

/** Opens a sale that was ended by hand. */
export async function openSale(wish: Decision): Promise<OpenOutcome> {
  const { departureId, now } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    const refusal = whyNotOnSale(departure, now)
    if (refusal) return refusal
    const { closedBecause, wantedSeats } = departure
    if (!closedBecause) return { ok: false, reason: 'not-closed' } as const
    if (wantedSeats !== null) {
      const { overFull } = await fit(tx, departure, { wanted: wantedOf(departure), now })
      if (overFull) return { ok: false, reason: 'over-full', overFull } as const
    }
    await decideDeparture(tx, departureId, { closedAt: null, closedBecause: null })
    const change = { before: { closedBecause }, after: { closedBecause: null } }
    await auditDecision(tx, wish, { action: 'sale-opened', ...change })
    return { ok: true } as const
  })
}

/**
 * The job: lowers the capacity of departures with too many on board as far as holds have expired,
 * and opens their sale once everybody fits. Once the bus has left, its alert is over, and it is left alone.
 */
export async function fitCapacities(now: Temporal.Instant): Promise<void> {
  const closed = await db
    .selectFrom('departures')
    .select('departureId')
    .where('closedBecause', '=', 'over-full')
    .where(isOfToday(now))
    .execute()
  await eachAlone(closed, ({ departureId }) =>
    inTransaction(async (tx) => {
      const locked = await lockDeparture(tx, { departureId })
      if (!locked.ok || locked.departure.closedBecause !== 'over-full') return
      if (hasLeft(locked.departure, now)) return endAlert(tx, departureId, now)
      const wanted = wantedOf(locked.departure)
      const { overFull } = await fit(tx, locked.departure, { wanted, now })
      if (overFull) return
      const by = { kind: 'job', name: 'fit-capacity' } as const
      const reason = 'everybody fits into the capacity that is wanted'
      const change = { before: { closedBecause: 'over-full' }, after: { closedBecause: null } }
      await auditDecision(
        tx,
        { departureId, by, reason, now },
        { action: 'sale-opened', ...change },
      )
    }),
  )
}

/** The longest that a bus can be late, and that the job can have been away. */
const HOURS_LOOKED_BACK = 48

/** Of a departure with a call to come, or that had one lately: all others are over. */
export function isOfToday(now: Temporal.Instant) {
  return sql<boolean>`exists (select from departure_stops
    where departure_stops.departure_id = departures.departure_id
      and departs_at > ${now.subtract({ hours: HOURS_LOOKED_BACK })})`
}

function endAlert(tx: Tx, departureId: string, now: Temporal.Instant): Promise<void> {
  return endAlerts(tx, { kinds: ['departure-over-full'], subject: subjectOf(departureId), now })
}

/**
 * Writes the capacity that can be sold. The sale of a departure that is too full is closed; one that
 * was closed for that reason alone is opened. Once everybody fits, its alert is over.
 */
async function fit(
  tx: Tx,
  { departureId, closedAt, closedBecause }: Departure,
  { wanted, now }: { wanted: Places; now: Temporal.Instant },
) {
  const taken = await listPlacesTaken(tx, { departureIds: [departureId], now })
  const { sold, overFull } = fitCapacity(wanted, taken)
  const open = { closedAt: null, closedBecause: null }
  const closed = { closedAt: now, closedBecause: 'over-full' } as const
  await decideDeparture(tx, departureId, {
    ...sold,
    ...(overFull && !closedAt && closed),
    ...(!overFull && closedBecause === 'over-full' && open),
  })
  if (!overFull) await endAlert(tx, departureId, now)
  return { sold, overFull }
}

/** The places that are wanted: those of the timetable unless a person wants others. */
export function wantedOf(departure: Departure): Places {
  const { seats, wheelchairPlaces, wantedSeats, wantedWheelchairPlaces } = departure
  return {
    seats: wantedSeats ?? seats,
    wheelchairPlaces: wantedWheelchairPlaces ?? wheelchairPlaces ?? 0,
  }
}

function isSame(one: Places, other: Places): boolean {
  return one.seats === other.seats && one.wheelchairPlaces === other.wheelchairPlaces
}

/** Why nothing is decided about the places of a departure any more; undefined while it can be. */
export function whyNotOnSale(departure: Departure, now: Temporal.Instant): NotOnSale | undefined {
  if (departure.status !== 'planned') return { ok: false, reason: 'not-running' }
  return hasLeft(departure, now) ? { ok: false, reason: 'has-left' } : undefined
}
