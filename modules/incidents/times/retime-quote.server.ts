import { sql } from 'kysely'
import { createHash } from 'node:crypto'

import {
  findDeparture,
  hasLeft,
  type Call,
  type Departure,
} from '#modules/dispatch/departure.server.ts'
import { spanOf } from '#modules/fleet/assign-vehicle.server.ts'
import { findReliefOf, findVehicleOf, listRuns } from '#modules/fleet/find-vehicles.server.ts'
import { countConcerned, type Concerned } from '#modules/incidents/incident/concerned.server.ts'
import { wantedOf } from '#modules/seats/change-capacity.server.ts'
import { listPlacesTaken } from '#modules/seats/holds.server.ts'
import { fitCapacity } from '#modules/seats/seats.ts'
import { findNewTimes, type NewTimes } from '#modules/timetable/new-times.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents, sum, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import { hasChoice, haveSameStops, type RetimeObstacle } from './retimed.ts'

/* The effect of giving departures the times of a new timetable, before anything is done. */

export type Retiming = NewTimes & {
  /** Changed by hand: what a person decided about it stays, and only its times change. */
  isPinned: boolean
  before: readonly Call[]
  obstacle: RetimeObstacle | null
  /** The plates of its vehicles that are on the road with another departure at the new times. */
  busyVehicles: string[]
  bookings: number
  passengers: number
}

export type RetimeQuote = {
  retimings: Retiming[]
  /** The departures without an obstacle, and their bookings. */
  counts: Omit<Concerned, 'paid'> & { departures: number; withChoice: number }
  /** The most that is refunded: all that was paid by the passengers who get the choice. */
  paid: Cents
  /** A digest of the new times and of all that is shown; compared at the press. */
  version: string
}

/** The departures among these that the timetable has at other times, with all whom it concerns. */
export async function quoteRetiming(
  departureIds: readonly string[],
  now: Temporal.Instant,
  tx: Tx | Database = db,
): Promise<RetimeQuote> {
  const plans = await findNewTimes(departureIds, tx)
  const holders = await listHolders(departureIds, tx)
  const retimings: Retiming[] = []
  for (const plan of plans) {
    const departure = await findDeparture(plan.departureId, tx)
    if (!departure) continue
    const own = holders.filter(({ departureId }) => departureId === plan.departureId)
    retimings.push({
      ...plan,
      isPinned: departure.pinned,
      before: departure.calls,
      obstacle: await findObstacle(departure, plan, { now, tx }),
      busyVehicles: await listBusy(departure, plan, tx),
      bookings: own.length,
      passengers: own.reduce((people, one) => people + one.people, 0),
    })
  }
  retimings.sort((one, other) =>
    Temporal.Instant.compare(one.before[0]?.departsAt ?? now, other.before[0]?.departsAt ?? now),
  )
  const possible = retimings.filter(({ obstacle }) => obstacle === null)
  const asked = holders.filter((holder) => {
    const plan = possible.find(({ departureId }) => departureId === holder.departureId)
    return plan && hasChoice(holder, timesOf(holder, plan))
  })
  const { paid: _, ...counts } = await countConcerned(possible.map(idOf), { tx })
  const paid = sum(asked.map(({ totalCents }) => cents(totalCents)))
  const shown = { departures: possible.length, withChoice: asked.length, ...counts }
  return { retimings, counts: shown, paid, version: versionOf({ possible, shown, paid }) }
}

function idOf({ departureId }: { departureId: string }): string {
  return departureId
}

function versionOf({
  possible,
  ...sums
}: {
  possible: readonly Retiming[]
  [sum: string]: unknown
}) {
  const times = possible.map(({ departureId, calls, isPinned }) => {
    return [departureId, isPinned, calls.map(({ arrivesAt, departsAt }) => [arrivesAt, departsAt])]
  })
  return createHash('sha256')
    .update(JSON.stringify([times, sums]))
    .digest('base64url')
    .slice(0, 11)
}

type Holder = {
  departureId: string
  bookingId: string
  fromPosition: number
  toPosition: number
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  people: number
  totalCents: number
}

async function listHolders(departureIds: readonly string[], tx: Tx | Database): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select departure_id, booking_id, from_position, to_position, departs_at, arrives_at, total_cents,
      (select coalesce(sum(count), 0) from booking_passengers
        where booking_passengers.booking_id = bookings.booking_id)::int as people
    from bookings join orders using (order_id)
    where departure_id = any(${[...departureIds]}::uuid[])
      and bookings.state = 'live' and orders.status = 'confirmed'`.execute(tx)
  return rows
}

function timesOf(holder: Holder, { calls }: NewTimes) {
  const at = (position: number) => calls.find((call) => call.position === position)
  return {
    departsAt: at(holder.fromPosition)?.departsAt ?? holder.departsAt,
    arrivesAt: at(holder.toPosition)?.arrivesAt ?? holder.arrivesAt,
  }
}

type Look = { now: Temporal.Instant; tx: Tx | Database }

async function findObstacle(
  departure: Departure,
  { targetId, calls }: NewTimes,
  { now, tx }: Look,
): Promise<RetimeObstacle | null> {
  const leaves = calls[0]?.departsAt ?? now
  if (hasLeft(departure, now) || !isBefore(now, leaves)) return 'has-left'
  if (!haveSameStops(departure.calls, calls)) return 'stops-differ'
  const { departureId } = departure
  if (targetId === departureId) return null
  const target = await findDeparture(targetId, tx)
  if (!target || target.status !== 'planned') return 'has-left'
  const departureIds = [departureId, targetId]
  const taken = (await listPlacesTaken(tx, { departureIds, now })).filter(
    (hold) => hold.state !== 'leased' || hold.departureId === targetId,
  )
  const wanted = wantedOf(target)
  const bus = {
    seats: Math.min(wanted.seats, target.seats),
    wheelchairPlaces: Math.min(wanted.wheelchairPlaces, target.wheelchairPlaces ?? 0),
  }
  return fitCapacity(bus, taken).overFull ? 'too-full' : null
}

/** A vehicle is only assigned by hand, so a departure with one is not replaced by another. */
async function listBusy(
  departure: Departure,
  { departureId, calls }: NewTimes,
  tx: Tx | Database,
): Promise<string[]> {
  const own = await findVehicleOf(departureId, tx)
  const vehicles = [own, await findReliefOf(departureId, tx)].flatMap((one) => one ?? [])
  if (vehicles.length === 0) return []
  const after = calls.map((call) => ({ ...call, delay: 0 })) as unknown as Departure['calls']
  const runs = await listRuns(spanOf({ calls: after }), {
    vehicleIds: vehicles.map(({ vehicleId }) => vehicleId),
    tx,
  })
  const busy = runs.filter((run) => run.departureId !== departure.departureId)
  return vehicles.flatMap(({ vehicleId, plate }) =>
    busy.some((run) => run.vehicleId === vehicleId) ? [plate] : [],
  )
}
