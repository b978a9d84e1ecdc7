import { sql, type RawBuilder } from 'kysely'

import {
  auditDecision,
  isOnRoad,
  lockDeparture,
  type Decision,
  type Departure,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import {
  wantedOf,
  wantPlaces,
  whyNotOnSale,
  type NotOnSale,
} from '#modules/seats/change-capacity.server.ts'
import type { OverFull } from '#modules/seats/seats.ts'
import { actorText } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { addPlaces, spanOf, whyNotAvailable, type NotAvailable } from './assign-vehicle.server.ts'
import { growDuty } from './change-duty.server.ts'
import { findDuty } from './duties.server.ts'
import type { Duty } from './duty.ts'
import { findReliefOf, findVehicleOf, lockVehicle } from './find-vehicles.server.ts'
import { placesOf, type BusOfPair, type Vehicle } from './vehicle.ts'

/*
 * A second vehicle on a departure, for more people than its own has seats. Both leave together from
 * the same stops, every ticket is good on both, and the places of both are sold as one.
 */

export type ReliefOutcome =
  | { ok: true; overFull: OverFull | null }
  | LockRefusal
  | NotOnSale
  | NotAvailable
  /** The departure has no vehicle of its own yet, so nobody knows how many places there are. */
  | { ok: false; reason: 'no-first-vehicle' }
  /** The driver of the duty cannot drive here: it is unknown, of another day, or drives the first bus. */
  | { ok: false; reason: 'no-such-relief-duty' }
  /** Exactly this bus with this duty runs already, or there is no relief bus to take away. */
  | { ok: false; reason: 'vehicle-unchanged' }

type ReliefWish = Decision & {
  /** Null: no relief bus any more. */
  vehicleId: string | null
  /** Null: nobody drives it yet. */
  dutyId: string | null
}

/**
 * Gives a departure a relief bus, another one, or none. The departure sells the places of both
 * vehicles, and without the relief bus those of its own vehicle; nobody loses a place (see
 * `changeCapacity`).
 */
export async function sendRelief(wish: ReliefWish): Promise<ReliefOutcome> {
  const { vehicleId, now } = wish
  return inTransaction(async (tx): Promise<ReliefOutcome> => {
    const duty = await lockDuty(tx, wish)
    if (duty === undefined) return { ok: false, reason: 'no-such-relief-duty' }
    const vehicle = vehicleId === null ? null : await lockVehicle(tx, vehicleId)
    if (vehicle === undefined) return { ok: false, reason: 'no-such-vehicle' }
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    // One on the road that broke down gets one too; it has more places with it, so nobody loses any.
    const isRescue = vehicle !== null && departure.status === 'planned' && isOnRoad(departure, now)
    const refusal =
      (isRescue ? undefined : whyNotOnSale(departure, now)) ?? whyNotOnDuty(duty, departure)
    if (refusal) return refusal
    return write(tx, wish, { vehicle, duty, departure })
  })
}

type Locked = { vehicle: Vehicle | null; duty: Duty | null; departure: Departure }

async function write(tx: Tx, wish: ReliefWish, locked: Locked): Promise<ReliefOutcome> {
  const { vehicle, duty, departure } = locked
  const { by, now } = wish
  const { departureId } = departure
  const own = await findVehicleOf(departureId, tx)
  const present = await findReliefOf(departureId, tx)
  const isSame =
    present?.vehicleId === vehicle?.vehicleId &&
    (present?.dutyId ?? null) === (duty?.dutyId ?? null)
  if (isSame || (!vehicle && !present)) return { ok: false, reason: 'vehicle-unchanged' }
  if (!own) return { ok: false, reason: 'no-first-vehicle' }
  const unfit = vehicle && (await whyNotAvailable(tx, vehicle, departure, { asRelief: true }))
  if (unfit) return unfit

  await writeBus(tx, wish, locked)
  if (vehicle && duty) await growDuty(tx, duty.dutyId, spanOf(departure))
  const before = wantedOf(departure)
  const wanted = addPlaces(placesOf(own), vehicle ?? undefined)
  const { sold, overFull } = await wantPlaces(tx, departure, { wanted, by, now })
  await auditDecision(tx, wish, {
    action: 'relief',
    before: { relief: present?.plate ?? null, ...before },
    after: { relief: vehicle?.plate ?? null, ...wanted, sold },
  })
  return { ok: true, overFull }
}

async function writeBus(tx: Tx, wish: ReliefWish, { vehicle, duty, departure }: Locked) {
  const { departureId } = departure
  if (!vehicle) {
    await tx.deleteFrom('reliefBuses').where('departureId', '=', departureId).execute()
    return
  }
  const bus = {
    vehicleId: vehicle.vehicleId,
    dutyId: duty?.dutyId ?? null,
    assignedBy: actorText(wish.by),
    assignedAt: wish.now,
  }
  await tx
    .insertInto('reliefBuses')
    .values({ departureId, ...bus })
    .onConflict((known) => known.column('departureId').doUpdateSet(bus))
    .execute()
}

/** Null if none is asked for, or no bus; undefined for an unknown one. */
async function lockDuty(
  tx: Tx,
  { vehicleId, dutyId }: ReliefWish,
): Promise<Duty | null | undefined> {
  if (dutyId === null || vehicleId === null) return null
  if (!UUID.test(dutyId)) return undefined
  await sql`select from duties where duty_id = ${dutyId} for update`.execute(tx)
  return findDuty(dutyId, tx)
}

function whyNotOnDuty(duty: Duty | null, departure: Departure): ReliefOutcome | undefined {
  if (!duty) return undefined
  const isOfDay = duty.serviceDate.equals(departure.serviceDate)
  const drivesFirst = duty.runs.some(
    ({ departureId, isRelief }) => departureId === departure.departureId && !isRelief,
  )
  return isOfDay && !drivesFirst ? undefined : { ok: false, reason: 'no-such-relief-duty' }
}

/** The own bus of a departure, and its relief bus. */
export type PairOfBuses = readonly [BusOfPair, BusOfPair]

/** The buses of a departure that has two, for a statement that reads more of it; null if it has one. */
export function pairOf(departureId: RawBuilder<string>): RawBuilder<PairOfBuses | null> {
  return sql`(
    select json_build_array(
      json_build_object('plate', own.plate, 'seats', own.seats, 'hasLift', own.has_lift),
      json_build_object('plate', second.plate, 'seats', second.seats, 'hasLift', second.has_lift))
    from relief_buses join departure_vehicles using (departure_id)
    join vehicles own on own.vehicle_id = departure_vehicles.vehicle_id
    join vehicles second on second.vehicle_id = relief_buses.vehicle_id
    where relief_buses.departure_id = ${departureId})`
}

/** The buses of each of these departures that has two; the others are missing. */
export async function listPairs(
  departureIds: readonly string[],
): Promise<Map<string, PairOfBuses>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<{ departureId: string; pair: PairOfBuses | null }>`
    select departure_id, ${pairOf(sql.ref('departures.departure_id'))} as pair from departures
    where departure_id = any(${[...departureIds]}::uuid[])`.execute(db)
  return new Map(rows.flatMap(({ departureId, pair }) => (pair ? [[departureId, pair]] : [])))
}
