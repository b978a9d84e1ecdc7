import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { refitDepartures } from './assign-vehicle.server.ts'
import { lockVehicle } from './find-vehicles.server.ts'
import {
  checkVehicle,
  MAX_NAME_LETTERS,
  placesOf,
  tidyPlate,
  type VehicleContent,
  type VehicleRefusal,
} from './vehicle.ts'

export type SaveVehicleOutcome =
  | { ok: true; vehicleId: string }
  | VehicleRefusal
  /** Another vehicle of the company has this plate. */
  | { ok: false; reason: 'plate-taken' }
  | { ok: false; reason: 'no-such-vehicle' }
  | { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }
  /** It is the vehicle of departures to come, which need another one first. */
  | { ok: false; reason: 'has-departures'; departures: number }

type Saving = { content: VehicleContent; by: Actor; now: Temporal.Instant }

/** The subject of the entries about a vehicle in the audit. */
export function subjectOfVehicle(vehicleId: string): string {
  return `vehicle:${vehicleId}`
}

/** Adds a vehicle to the fleet. */
export async function addVehicle({ content, by, now }: Saving): Promise<SaveVehicleOutcome> {
  const tidied = tidy(content)
  const answer = checkVehicle(tidied)
  if (!answer.ok) return answer
  const vehicleId = randomUUID()
  return inTransaction(async (tx) => {
    await lockPlates(tx)
    if (await isPlateTaken(tx, tidied.plate, vehicleId)) return { ok: false, reason: 'plate-taken' }
    await tx
      .insertInto('vehicles')
      .values({ vehicleId, ...columnsOf(tidied) })
      .execute()
    const subject = subjectOfVehicle(vehicleId)
    await audit(tx, { by, subject, action: 'saved', after: tidied, now })
    return { ok: true, vehicleId }
  })
}

/**
 * Changes the facts of a vehicle. Departures to come that have it sell its new places at once. One
 * that still has departures cannot be sold.
 *
 * @param saving `seen`: the number of its audit entries when the page was shown
 */
export async function saveVehicle(
  saving: Saving & { vehicleId: string; seen: number | undefined },
): Promise<SaveVehicleOutcome> {
  const { vehicleId, seen, by, now } = saving
  const content = tidy(saving.content)
  const answer = checkVehicle(content)
  if (!answer.ok) return answer
  return inTransaction(async (tx) => {
    await lockPlates(tx)
    const before = await lockVehicle(tx, vehicleId)
    if (!before) return { ok: false, reason: 'no-such-vehicle' }
    const subject = subjectOfVehicle(vehicleId)
    const entries = await findNewerEntries(tx, subject, seen)
    if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries }
    if (await isPlateTaken(tx, content.plate, vehicleId))
      return { ok: false, reason: 'plate-taken' }
    const toCome = await listDeparturesToCome(tx, vehicleId, now)
    if (content.state === 'sold' && toCome.length > 0) {
      return { ok: false, reason: 'has-departures', departures: toCome.length }
    }
    await tx
      .updateTable('vehicles')
      .set(columnsOf(content))
      .where('vehicleId', '=', vehicleId)
      .execute()
    const { vehicleId: _id, ...known } = before
    await audit(tx, { by, subject, action: 'saved', before: known, after: content, now })
    if (!isSame(placesOf(before), placesOf({ ...content, vehicleId }))) {
      await refitDepartures(tx, { departureIds: toCome, now })
    }
    return { ok: true, vehicleId }
  })
}

function tidy(content: VehicleContent): VehicleContent {
  const { plate, name, state, workshop } = content
  return {
    ...content,
    plate: tidyPlate(plate),
    name: name.trim().slice(0, MAX_NAME_LETTERS),
    workshop: state === 'workshop' ? workshop : null,
  }
}

type Places = ReturnType<typeof placesOf>

function isSame(one: Places, other: Places): boolean {
  return one.seats === other.seats && one.wheelchairPlaces === other.wheelchairPlaces
}

function columnsOf({ workshop, ...content }: VehicleContent) {
  return {
    ...content,
    workshopFrom: workshop?.from ?? null,
    workshopUntil: workshop?.until ?? null,
  }
}

/** Vehicles are saved one after the other, so that two with the same plate are a refusal, no fault. */
async function lockPlates(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vehicle plates', 0))`.execute(tx)
}

async function isPlateTaken(tx: Tx, plate: string, vehicleId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('vehicles')
    .select('vehicleId')
    .where('plate', '=', plate)
    .where('vehicleId', '!=', vehicleId)
    .executeTakeFirst()
  return other !== undefined
}

/** Departures that have not arrived at their last stop, by id. */
async function listDeparturesToCome(
  tx: Tx,
  vehicleId: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const rows = await tx
    .selectFrom(
      tx
        .selectFrom('departureVehicles')
        .select(['departureId', 'vehicleId'])
        .unionAll(tx.selectFrom('reliefBuses').select(['departureId', 'vehicleId']))
        .as('buses'),
    )
    .innerJoin('departures', 'departures.departureId', 'buses.departureId')
    .innerJoin('departureStops', 'departureStops.departureId', 'departures.departureId')
    .select('departures.departureId')
    .distinct()
    .where('vehicleId', '=', vehicleId)
    .where('status', '!=', 'cancelled')
    .where('arrivesAt', '>', now)
    .orderBy('departures.departureId')
    .execute()
  return rows.map(({ departureId }) => departureId)
}
