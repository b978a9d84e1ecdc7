import { sql, type RawBuilder } from 'kysely'

import {
  auditDecision,
  hasLeft,
  isOnRoad,
  lockDeparture,
  type Decision,
  type Departure,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { countConcerned, type Concerned } from '#modules/incidents/incident/concerned.server.ts'
import { openIncident } from '#modules/incidents/incident/incidents.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { isAboard } from '#modules/orders/order/rows.server.ts'
import { takeBackLeases } from '#modules/seats/leases.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { TELL_HOLDERS } from './cancel-departure.server.ts'

/*
 * A bus that should have left, and ends at some stop or never came. Passengers who would board from
 * there on choose as after a cancellation; people aboard keep their tickets, which are good on the
 * bus that is sent for them.
 */

type BreakOff = Decision & {
  reason: string
  /** The reason that passengers read; without it they read none. */
  toldReason?: ToldReason | null | undefined
  /** The first stop that is not reached; 0: the bus never came. */
  fromPosition: number
  /** The quote as it was shown. */
  shown: Pick<Concerned, 'bookings' | 'paid'>
}

export type BreakOffOutcome =
  | { ok: true; incidentId: string }
  | LockRefusal
  | { ok: false; reason: 'cancelled-already' }
  /** It can be cancelled as a whole. */
  | { ok: false; reason: 'not-left' }
  | { ok: false; reason: 'journey-over' }
  | { ok: false; reason: 'no-such-stop' }
  | { ok: false; reason: 'broken-already' }
  /** Somebody was let aboard at its first stop, so it came. */
  | { ok: false; reason: 'people-aboard' }
  /** Others bought, or were let aboard, meanwhile. */
  | { ok: false; reason: 'quote-changed'; quote: Concerned }

/**
 * Ends a departure before a stop. A bus that never came is cancelled. Seats from the stop on are no longer
 * sold, and the job gives those who board there their choice.
 */
export async function breakOff(wish: BreakOff): Promise<BreakOffOutcome> {
  const { departureId, fromPosition, shown, reason, toldReason, by, now } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    const refusal = findObstacle(departure, { fromPosition, now })
    if (refusal) return refusal
    const riding = await listRidingOn(departureId, fromPosition, tx)
    if (fromPosition === 0 && riding.length > 0) return { ok: false, reason: 'people-aboard' }
    const quote = await quoteBreakOff(departureId, fromPosition, tx)
    if (shown.bookings !== quote.bookings || shown.paid !== quote.paid) {
      return { ok: false, reason: 'quote-changed', quote }
    }
    await write(tx, wish, departure)
    const incidentId = await openIncident(tx, {
      departureIds: [departureId],
      cause: reason,
      toldReason,
      neverCame: fromPosition === 0,
      by,
      now,
    })
    await enqueueJob(tx, TELL_HOLDERS, {})
    return { ok: true, incidentId }
  })
}

async function write(tx: Tx, wish: BreakOff, { departureId, calls, ...before }: Departure) {
  const { fromPosition, toldReason } = wish
  const told = toldReason && { toldReason }
  const { status, closedStops } = before
  await takeBackLeases(tx, departureId)
  if (fromPosition === 0) {
    await decideDeparture(tx, departureId, { status: 'cancelled' })
    const change = { before: { status }, after: { status: 'cancelled', ...told } }
    await auditDecision(tx, wish, { action: 'cancelled', ...change })
    return
  }
  const beyond = calls.map(({ position }) => position).filter((one) => one >= fromPosition)
  const closed = [...new Set([...closedStops, ...beyond])].toSorted((one, other) => one - other)
  await decideDeparture(tx, departureId, { brokenFrom: fromPosition, closedStops: closed })
  const stopId = calls.find(({ position }) => position === fromPosition)?.stopId
  await auditDecision(tx, wish, { action: 'broke-down', after: { fromPosition, stopId, ...told } })
}

type Asked = Pick<BreakOff, 'fromPosition' | 'now'>
type Obstacle = Exclude<BreakOffOutcome, { ok: true }>

function findObstacle(departure: Departure, { fromPosition, now }: Asked): Obstacle | undefined {
  if (departure.status === 'cancelled') return { ok: false, reason: 'cancelled-already' }
  if (departure.brokenFrom !== null) return { ok: false, reason: 'broken-already' }
  if (!hasLeft(departure, now)) return { ok: false, reason: 'not-left' }
  if (!isOnRoad(departure, now)) return { ok: false, reason: 'journey-over' }
  const isBoarded = departure.calls.slice(0, -1).some(({ position }) => position === fromPosition)
  return isBoarded ? undefined : { ok: false, reason: 'no-such-stop' }
}

/**
 * The passengers who board at a stop or further on, or for whom seats are kept on a ride to it or
 * beyond it, and the most that they can get back.
 */
export function quoteBreakOff(
  departureId: string,
  fromPosition: number,
  tx?: Tx,
): Promise<Concerned> {
  const where: RawBuilder<boolean> = sql`from_position >= ${fromPosition} and not ${isAboard}`
  const isOfferedToo = true
  return countConcerned([departureId], { tx, where, isOfferedToo, offeredBeyond: fromPosition })
}

/** A booking that rides beyond the stop at which a bus ends; nobody may have shown up for it. */
export type RidingOn = {
  bookingId: string
  reference: string
  name: string | null
  people: number
} & {
  /** Let aboard, by the phones at the door. */
  aboard: number
}

/**
 * The passengers who need the bus that is sent: they were let aboard and ride beyond the stop, or
 * board before it where nobody was counted. In the order of their stops.
 */
export async function listRidingOn(
  departureId: string,
  fromPosition: number,
  tx: Tx | Database = db,
): Promise<RidingOn[]> {
  const { rows } = await sql<RidingOn>`
    select booking_id, reference, contact_name as name, people, aboard
    from bookings join orders using (order_id)
    cross join lateral (select coalesce(sum(count), 0)::int as people from booking_passengers
      where booking_passengers.booking_id = bookings.booking_id) as party
    cross join lateral (
      select coalesce(sum(boarded), 0)::int as aboard
      from scans join bookings ticketed using (booking_id)
      where ticketed.order_id = bookings.order_id and ticketed.position = bookings.position) as scanned
    where bookings.departure_id = ${departureId} and bookings.state = 'live'
      and orders.status = 'confirmed' and to_position > ${fromPosition}
      and (from_position < ${fromPosition} or aboard > 0)
    order by from_position, booking_id`.execute(tx)
  return rows
}
