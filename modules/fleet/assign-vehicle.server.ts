import {
  auditDecision,
  lockDeparture,
  type Decision,
  type Departure,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import {
  changeCapacity,
  wantedOf,
  wantPlaces,
  whyNotOnSale,
  type CapacityOutcome,
  type NotOnSale,
} from '#modules/seats/change-capacity.server.ts'
import type { OverFull, Places } from '#modules/seats/seats.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  findReliefOf,
  findVehicleOf,
  listRuns,
  lockVehicle,
  type Run,
  type VehicleOfDeparture,
} from './find-vehicles.server.ts'
import { isInWorkshop, placesOf, type Span, type Vehicle } from './vehicle.ts'

/*
 * The vehicle of a departure. It decides what the departure sells: its places are the capacity that
 * is wanted (modules/dispatch), so that a smaller vehicle takes no place from anybody (I1, I14).
 */

/** Why a vehicle cannot run a departure. */
export type NotAvailable =
  | { ok: false; reason: 'no-such-vehicle' }
  | { ok: false; reason: 'vehicle-sold' }
  | { ok: false; reason: 'vehicle-in-workshop'; until: Temporal.Instant }
  /** It runs another departure at the same time. */
  | { ok: false; reason: 'vehicle-busy'; plate: string; run: Run }
  /** A relief bus needs a vehicle beside it, so it must be taken away first. */
  | { ok: false; reason: 'has-relief' }

export type VehicleOutcome =
  | { ok: true; overFull: OverFull | null }
  | LockRefusal
  | NotOnSale
  | NotAvailable
  /** It has exactly this vehicle already, or none. */
  | { ok: false; reason: 'vehicle-unchanged' }

/**
 * Gives a departure a vehicle, another one, or none. The departure then sells the places of the
 * vehicle, and without a vehicle the places that it had before its first one. If more people are
 * booked than the vehicle has places, the sale ends and an alert is raised; `overFull` names the
 * first leg concerned.
 */
export async function assignVehicle(
  wish: Decision & { vehicleId: string | null },
): Promise<VehicleOutcome> {
  const { vehicleId, by, now } = wish
  return inTransaction(async (tx) => {
    const vehicle = vehicleId === null ? null : await lockVehicle(tx, vehicleId)
    if (vehicle === undefined) return { ok: false, reason: 'no-such-vehicle' } as const
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    const refusal = whyNotOnSale(departure, now)
    if (refusal) return refusal
    const present = await findVehicleOf(departure.departureId, tx)
    if ((present?.vehicleId ?? null) === vehicleId) {
      return { ok: false, reason: 'vehicle-unchanged' } as const
    }
    const unfit = await whyNotAvailable(tx, vehicle, departure)
    if (unfit) return unfit
    const { overFull, change } = await writeVehicle(tx, departure, { vehicle, present, by, now })
    await auditDecision(tx, wish, change)
    return { ok: true, overFull } as const
  })
}

/** The time from the first stop to the last, by the timetable. */
export function spanOf({ calls }: Pick<Departure, 'calls'>): Span {
  return { from: calls[0].departsAt, until: (calls.at(-1) ?? calls[0]).arrivesAt }
}

/**
 * Whether a locked vehicle can run a departure beside all that it runs, as its own or as its second
 * one; with null, whether the departure can be without one.
 */
export async function whyNotAvailable(
  tx: Tx,
  vehicle: Vehicle | null,
  departure: Departure,
  { asRelief = false } = {},
): Promise<NotAvailable | undefined> {
  if (!vehicle) {
    const relief = await findReliefOf(departure.departureId, tx)
    return relief && { ok: false, reason: 'has-relief' }
  }
  if (vehicle.state === 'sold') return { ok: false, reason: 'vehicle-sold' }
  const span = spanOf(departure)
  if (vehicle.workshop && isInWorkshop(vehicle, span)) {
    return { ok: false, reason: 'vehicle-in-workshop', until: vehicle.workshop.until }
  }
  const runs = await listRuns(span, { vehicleIds: [vehicle.vehicleId], tx })
  const run = runs.find(
    ({ departureId, isRelief }) => departureId !== departure.departureId || isRelief !== asRelief,
  )
  return run && { ok: false, reason: 'vehicle-busy', plate: vehicle.plate, run }
}

type Writing = {
  /** Null: none any more. */
  vehicle: Vehicle | null
  present: VehicleOfDeparture | undefined
  by: Actor
  now: Temporal.Instant
}

/** Writes the vehicle of a locked departure with its places; the caller writes the audit. */
export async function writeVehicle(tx: Tx, departure: Departure, writing: Writing) {
  const { vehicle, present, by, now } = writing
  const { departureId } = departure
  const before = wantedOf(departure)
  const without = present?.without ?? before
  if (vehicle) {
    const assigned = { vehicleId: vehicle.vehicleId, assignedBy: actorText(by), assignedAt: now }
    await tx
      .insertInto('departureVehicles')
      .values({
        departureId,
        ...assigned,
        seatsWithout: without.seats,
        wheelchairPlacesWithout: without.wheelchairPlaces,
      })
      .onConflict((known) => known.column('departureId').doUpdateSet(assigned))
      .execute()
  } else {
    await tx.deleteFrom('departureVehicles').where('departureId', '=', departureId).execute()
  }
  const own = vehicle ? placesOf(vehicle) : without
  const wanted = addPlaces(own, await findReliefOf(departureId, tx))
  const { sold, overFull } = await wantPlaces(tx, departure, { wanted, by, now })
  const change = {
    action: 'vehicle',
    before: { vehicle: present?.plate ?? null, ...before },
    after: { vehicle: vehicle?.plate ?? null, ...wanted, sold },
  }
  return { overFull, change }
}

/** The places of a departure's own vehicle, and those of its relief bus. */
export function addPlaces(own: Places, relief: Vehicle | undefined): Places {
  const more = relief ? placesOf(relief) : { seats: 0, wheelchairPlaces: 0 }
  return {
    seats: own.seats + more.seats,
    wheelchairPlaces: own.wheelchairPlaces + more.wheelchairPlaces,
  }
}

type Refitting = {
  /**
   * The departures to come whose vehicles have another number of places now, in the order in which
   * they are locked.
   */
  departureIds: readonly string[]
  now: Temporal.Instant
}

/** Lets departures sell the places that their locked vehicles have from now on. */
export async function refitDepartures(tx: Tx, { departureIds, now }: Refitting) {
  const by = { kind: 'job', name: 'fit-vehicle' } as const
  for (const departureId of departureIds) {
    const locked = await lockDeparture(tx, { departureId })
    if (!locked.ok || whyNotOnSale(locked.departure, now)) continue
    const own = await findVehicleOf(departureId, tx)
    if (!own) continue
    const before = wantedOf(locked.departure)
    const wanted = addPlaces(placesOf(own), await findReliefOf(departureId, tx))
    const { sold } = await wantPlaces(tx, locked.departure, { wanted, by, now })
    const change = { action: 'capacity', before, after: { ...wanted, sold } }
    await auditDecision(tx, { departureId, by, now }, change)
  }
}

export type PlacesOutcome =
  | CapacityOutcome
  /** The vehicles of the departure have fewer places. */
  | { ok: false; reason: 'beyond-vehicle'; plate: string; places: Places }

/** Sets the capacity that is wanted, at most that of the vehicle if the departure has one. */
export async function changePlaces(wish: Decision & { wanted: Places }): Promise<PlacesOutcome> {
  const { departureId, wanted } = wish
  const vehicle = await findVehicleOf(departureId, db)
  if (vehicle) {
    const places = addPlaces(placesOf(vehicle), await findReliefOf(departureId))
    const isBeyond =
      wanted.seats > places.seats || wanted.wheelchairPlaces > places.wheelchairPlaces
    if (isBeyond) return { ok: false, reason: 'beyond-vehicle', plate: vehicle.plate, places }
  }
  return changeCapacity(wish)
}
