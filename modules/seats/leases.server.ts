import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { findDelays } from '#modules/dispatch/delays.server.ts'
import { saleClosesAt } from '#modules/rules/deadlines.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

import { holdCounts } from './holds.server.ts'
import { seatsToLease } from './seats-to-lease.ts'
import { lockDepartures } from './seats.server.ts'
import type { Ride } from './seats.ts'

/*
 * Seats leased to a phone, which sells them at the door without asking. A leased leg counts as taken
 * until the bus leaves the stop at which it begins; then it counts no more, though the phone may have
 * sold it and not said so yet. That oversells nothing: no other sale of that leg is open by then, and
 * no lease is made of what a lapsed one may have sold.
 */

type Leasing = { leaseId: string; departureId: string; now: Temporal.Instant }

/**
 * Leases the free seats of a departure from the moment at which the sale at its first stop closes, less
 * the reserve. A lease that exists grows by what came free; it never shrinks here, since the phone may
 * have sold all of it. Nothing is leased of a departure that does not run or is closed.
 */
export async function leaseSeats(tx: Tx, { leaseId, departureId, now }: Leasing): Promise<void> {
  const departure = (await lockDepartures(tx, [departureId])).get(departureId)
  if (departure?.status !== 'planned' || departure.closedAt) return
  const [legs, taken] = [await listLegs(tx, departureId), await listTaken(tx, departureId, now)]
  const [first] = legs
  if (!first || isBefore(now, saleClosesAt(first.departsAt))) return
  for (const { position, departsAt, leavesAt } of legs) {
    const on = taken.filter(
      ({ fromPosition, toPosition }) => fromPosition <= position && position < toPosition,
    )
    const own = on.find((hold) => hold.leaseId === leaseId)
    const others = on.filter((hold) => hold !== own)
    const free = others.reduce((left, { seats }) => left - seats, departure.seats)
    const isOnSale = isBefore(now, saleClosesAt(departsAt))
    const seats = seatsToLease({ free, own: own?.seats ?? 0, isOnSale })
    if (seats === (own?.seats ?? 0) || !isBefore(now, leavesAt)) continue
    await setLeased(tx, { leaseId, departureId, position, seats, instead: own, leavesAt })
  }
}

type Leased = {
  leaseId: string
  departureId: string
  position: number
  seats: number
  /** The hold of this leg so far. */
  instead: { holdId: string } | undefined
  leavesAt: Temporal.Instant
}

async function setLeased(tx: Tx, leased: Leased): Promise<void> {
  const { leaseId, departureId, position, seats, instead, leavesAt } = leased
  if (instead) await tx.deleteFrom('seatHolds').where('holdId', '=', instead.holdId).execute()
  const leg = { fromPosition: position, toPosition: position + 1, wheelchairPlaces: 0 }
  const ids = { holdId: randomUUID(), bookingId: randomUUID(), leaseId, departureId }
  const hold = { ...ids, ...leg, seats, state: 'leased', expiresAt: leavesAt } as const
  await tx.insertInto('seatHolds').values(hold).execute()
}

/** The legs of a departure, with the planned departure at their first stop and the one expected now. */
async function listLegs(tx: Tx, departureId: string) {
  const calls = await tx
    .selectFrom('departureStops')
    .select(['position', 'departsAt'])
    .where('departureId', '=', departureId)
    .orderBy('position')
    .execute()
  const delayAt = await findDelays([departureId], tx)
  return calls.slice(0, -1).map(({ position, departsAt }) => {
    const late = Math.max(0, delayAt(departureId, position))
    return { position, departsAt, leavesAt: departsAt.add({ minutes: late }) }
  })
}

/** The places that count, and those that a phone may have sold although its lease has lapsed. */
function listTaken(tx: Tx, departureId: string, now: Temporal.Instant) {
  return tx
    .selectFrom('seatHolds')
    .select(['holdId', 'leaseId', 'fromPosition', 'toPosition', 'seats'])
    .where('departureId', '=', departureId)
    .where(holdCounts(now, { withLapsedLeases: true }))
    .execute()
}

type Spent = { leaseId: string; departureId: string; ride: Ride; seats: number }

/**
 * Takes seats out of a lease, for a sale that is about to hold them. A lease that was taken back
 * has none left. The departure is locked first, so that nobody counts in between.
 */
export async function spendLease(tx: Tx, { leaseId, departureId, ride, seats }: Spent) {
  await lockDepartures(tx, [departureId])
  const ofRide = sql`lease_id = ${leaseId} and from_position >= ${ride.fromPosition}
    and to_position <= ${ride.toPosition}`
  await sql`delete from seat_holds where ${ofRide} and seats <= ${seats}`.execute(tx)
  await sql`update seat_holds set seats = seats - ${seats} where ${ofRide}`.execute(tx)
}

/**
 * Gives seats that a sale has just released back to the lease out of which they were sold: the
 * phone may have sold them a second time without a network. At most the seats that are free on the
 * bus now come back, and none on a bus that does not run. The departure is locked.
 */
export async function refillLease(
  tx: Tx,
  { leaseId, departureId, ride, seats, now }: Spent & { now: Temporal.Instant },
): Promise<void> {
  const departure = (await lockDepartures(tx, [departureId])).get(departureId)
  if (departure?.status !== 'planned' || departure.closedAt || seats === 0) return
  const [legs, taken] = [await listLegs(tx, departureId), await listTaken(tx, departureId, now)]
  for (const { position, leavesAt } of legs) {
    if (position < ride.fromPosition || position >= ride.toPosition) continue
    const on = taken.filter(
      ({ fromPosition, toPosition }) => fromPosition <= position && position < toPosition,
    )
    const own = on.find((hold) => hold.leaseId === leaseId)
    const free = on.reduce((left, hold) => left - hold.seats, departure.seats)
    const back = Math.max(0, Math.min(seats, free))
    if (back === 0) continue
    const grown = (own?.seats ?? 0) + back
    await setLeased(tx, { leaseId, departureId, position, seats: grown, instead: own, leavesAt })
  }
}

/**
 * Takes unspent seats of a ride out of the leases of a departure, the largest first, for people who are
 * aboard already: they come before those who may still walk up. The departure is locked.
 */
export async function yieldLeases(
  tx: Tx,
  { departureId, ride, seats }: { departureId: string; ride: Ride; seats: number },
): Promise<void> {
  const leases = await tx
    .selectFrom('seatHolds')
    .select(['leaseId', (hold) => hold.fn.max('seats').as('most')])
    .where('departureId', '=', departureId)
    .where('state', '=', 'leased')
    .where('fromPosition', '>=', ride.fromPosition)
    .where('toPosition', '<=', ride.toPosition)
    .groupBy('leaseId')
    .orderBy('most', 'desc')
    .execute()
  let lacking = seats
  for (const { leaseId, most } of leases) {
    if (lacking <= 0 || !leaseId) return
    await spendLease(tx, { leaseId, departureId, ride, seats: Math.min(lacking, most) })
    lacking -= most
  }
}

/**
 * Takes back the unspent seats of all leases of a departure, because it is cancelled or gets fewer
 * seats. A phone without a network may still sell them: such a sale gets seats only if some are
 * free.
 */
export async function takeBackLeases(tx: Tx, departureId: string): Promise<void> {
  await tx
    .deleteFrom('seatHolds')
    .where('departureId', '=', departureId)
    .where('state', '=', 'leased')
    .execute()
}

/**
 * Takes back the unspent seats of some leases alone, because their phone is lost. A sale that it
 * reports later gets seats only if some are free.
 */
export async function endLeases(tx: Tx, leaseIds: readonly string[]): Promise<void> {
  if (leaseIds.length === 0) return
  const leased = await tx
    .selectFrom('seatHolds')
    .select('departureId')
    .distinct()
    .where('leaseId', 'in', leaseIds)
    .where('state', '=', 'leased')
    .execute()
  if (leased.length === 0) return
  await lockDepartures(
    tx,
    leased.map(({ departureId }) => departureId),
  )
  await tx
    .deleteFrom('seatHolds')
    .where('leaseId', 'in', leaseIds)
    .where('state', '=', 'leased')
    .execute()
}

/**
 * The unspent seats of a lease by the position at which the leg begins. A phone may sell them after the
 * planned departure too, for as long as its bus is still there.
 */
export async function listLeased(tx: Tx | Database, leaseId: string): Promise<Map<number, number>> {
  const legs = await tx
    .selectFrom('seatHolds')
    .select(['fromPosition', 'seats'])
    .where('leaseId', '=', leaseId)
    .execute()
  return new Map(legs.map(({ fromPosition, seats }) => [fromPosition, seats]))
}

/** Deletes lapsed holds of leases on which no phone will report any more. */
export async function deleteLeases(tx: Tx, leaseIds: readonly string[]): Promise<void> {
  if (leaseIds.length === 0) return
  await tx
    .deleteFrom('seatHolds')
    .where('leaseId', 'in', [...leaseIds])
    .execute()
}
