import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { lockDeparture, subjectOf, type Departure } from '#modules/dispatch/departure.server.ts'
import { whyNotOnSale } from '#modules/seats/change-capacity.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  spanOf,
  whyNotAvailable,
  writeVehicle,
  type NotAvailable,
} from './assign-vehicle.server.ts'
import { findDuty, subjectOfDuty } from './duties.server.ts'
import { isRunning, type Duty } from './duty.ts'
import { findVehicleOf, lockVehicle } from './find-vehicles.server.ts'
import type { Span, Vehicle } from './vehicle.ts'

/*
 * Acts on one duty. Each has one entry in the audit, and refuses if the duty has changed since the
 * page was shown. Duties are locked before vehicles, and those before departures.
 */

/** `seen`: the number of audit entries of the duty; without it, none is compared. */
type Act = { dutyId: string; seen?: number | undefined; by: Actor; now: Temporal.Instant }

export type DutyRefusal =
  | { ok: false; reason: 'no-such-duty' }
  | { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }

type Times = { ok: false; reason: 'ends-before-it-begins' } | { ok: false; reason: 'too-long' }

/** A longer one is a mistake of the clock times: nobody may work for so long. */
const MAX_HOURS = 20

export type AddDutyOutcome = { ok: true; dutyId: string } | Times

type NewDuty = {
  serviceDate: Temporal.PlainDate
  driverId: string | null
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  by: Actor
  now: Temporal.Instant
}

/** Adds a duty without departures. */
export async function addDuty(duty: NewDuty): Promise<AddDutyOutcome> {
  const { by, now, ...facts } = duty
  const wrong = checkTimes(facts)
  if (wrong) return wrong
  const dutyId = randomUUID()
  return inTransaction(async (tx) => {
    await tx
      .insertInto('duties')
      .values({ dutyId, ...facts })
      .execute()
    const after = factsOf(facts)
    await audit(tx, { by, subject: subjectOfDuty(dutyId), action: 'added', after, now })
    return { ok: true, dutyId }
  })
}

export type SaveDutyOutcome =
  | { ok: true }
  | DutyRefusal
  | Times
  /** Its departures need at least this time. */
  | ({ ok: false; reason: 'cuts-a-departure' } & Span)

type Saving = Act & Pick<NewDuty, 'driverId' | 'startsAt' | 'endsAt'>

/** Gives a duty another driver, or none, and other times. */
export async function saveDuty(saving: Saving): Promise<SaveDutyOutcome> {
  const { dutyId, driverId, startsAt, endsAt, by, now } = saving
  const wrong = checkTimes(saving)
  if (wrong) return wrong
  return onDuty(saving, async (tx, duty): Promise<SaveDutyOutcome> => {
    const needed = spanOfRuns(duty)
    if (needed && (isBefore(needed.from, startsAt) || isBefore(endsAt, needed.until))) {
      return { ok: false, reason: 'cuts-a-departure', ...needed }
    }
    const after = { driverId, startsAt, endsAt }
    await tx.updateTable('duties').set(after).where('dutyId', '=', dutyId).execute()
    const change = { before: factsOf(duty), after: factsOf(after) }
    await audit(tx, { by, subject: subjectOfDuty(dutyId), action: 'saved', ...change, now })
    return { ok: true }
  })
}

export type AddDepartureOutcome =
  | { ok: true }
  | DutyRefusal
  | { ok: false; reason: 'no-such-departure' }
  | { ok: false; reason: 'not-running' }
  /** The departure belongs to another service date. */
  | { ok: false; reason: 'other-day' }
  /** Another person was faster, or the departure is on this duty already. */
  | { ok: false; reason: 'on-a-duty'; dutyId: string }

/**
 * Puts a departure on a duty, which grows to the time that it needs. A departure without a vehicle
 * gets the one that all others of the duty have, if it is free then.
 */
export async function addToDuty(act: Act & { departureId: string }): Promise<AddDepartureOutcome> {
  const { dutyId, departureId, by, now } = act
  return onDuty(act, async (tx, duty): Promise<AddDepartureOutcome> => {
    const vehicle = await lockCommonVehicle(tx, duty)
    const locked = UUID.test(departureId) && (await lockDeparture(tx, { departureId }))
    if (!locked || !locked.ok) return { ok: false, reason: 'no-such-departure' }
    const { departure } = locked
    if (!isRunning(departure)) return { ok: false, reason: 'not-running' }
    if (!departure.serviceDate.equals(duty.serviceDate)) return { ok: false, reason: 'other-day' }
    const taken = await putOnDuty(tx, duty, departure)
    if (taken) return { ok: false, reason: 'on-a-duty', dutyId: taken }
    await fitVehicle(tx, departure, { vehicle, now })
    const after = { departureId }
    const subject = subjectOfDuty(dutyId)
    await audit(tx, { by, subject, action: 'departure-added', after, now })
    return { ok: true }
  })
}

/** Writes a locked departure on a locked duty; the duty that has it already, if there is one. */
export async function putOnDuty(
  tx: Tx,
  duty: Pick<Duty, 'dutyId' | 'startsAt' | 'endsAt'>,
  departure: Departure,
): Promise<string | undefined> {
  const { dutyId } = duty
  const { departureId } = departure
  const added = await tx
    .insertInto('dutyDepartures')
    .values({ departureId, dutyId })
    .onConflict((known) => known.doNothing())
    .returning('dutyId')
    .executeTakeFirst()
  if (!added) {
    const known = tx.selectFrom('dutyDepartures').select('dutyId')
    return (await known.where('departureId', '=', departureId).executeTakeFirst())?.dutyId
  }
  await growDuty(tx, dutyId, spanOf(departure))
  return undefined
}

/** Lets a locked duty begin and end so that a departure fits into it. */
export async function growDuty(tx: Tx, dutyId: string, { from, until }: Span): Promise<void> {
  await tx
    .updateTable('duties')
    .set({
      startsAt: sql`least(starts_at, ${from}::timestamptz)`,
      endsAt: sql`greatest(ends_at, ${until}::timestamptz)`,
    })
    .where('dutyId', '=', dutyId)
    .execute()
}

/** The vehicle that all departures of a duty have, locked. */
async function lockCommonVehicle(tx: Tx, { runs }: Duty): Promise<Vehicle | undefined> {
  const own = runs.filter((run) => isRunning(run) && !run.isRelief)
  const ids = new Set(own.map(({ vehicleId }) => vehicleId))
  const [vehicleId] = ids
  return ids.size === 1 && vehicleId ? lockVehicle(tx, vehicleId) : undefined
}

type Fitting = { vehicle: Vehicle | undefined; now: Temporal.Instant }

/** Gives a locked departure without a vehicle this one, if it can have it. */
export async function fitVehicle(
  tx: Tx,
  departure: Departure,
  { vehicle, now }: Fitting,
): Promise<void> {
  const { departureId } = departure
  const present = await findVehicleOf(departureId, tx)
  if (!vehicle || present || whyNotOnSale(departure, now)) return
  if (await whyNotAvailable(tx, vehicle, departure)) return
  await changeVehicle(tx, departure, { vehicle, present, now })
}

type Changing = Omit<Parameters<typeof writeVehicle>[2], 'by'>

/** The entry of the departure names the program: the act of the person is the one on the duty. */
async function changeVehicle(tx: Tx, departure: Departure, changing: Changing): Promise<void> {
  const by = { kind: 'job', name: 'fit-vehicle' } as const
  const { change } = await writeVehicle(tx, departure, { ...changing, by })
  const subject = subjectOf(departure.departureId)
  await audit(tx, { by, subject, ...change, now: changing.now })
}

export type RemoveOutcome = { ok: true } | DutyRefusal | { ok: false; reason: 'not-on-it' }

/** Takes a departure off a duty. It keeps its vehicle, and the duty its times. */
export async function takeOffDuty(act: Act & { departureId: string }): Promise<RemoveOutcome> {
  const { dutyId, departureId, by, now } = act
  return onDuty(act, async (tx, duty): Promise<RemoveOutcome> => {
    if (!duty.runs.some((run) => run.departureId === departureId)) {
      return { ok: false, reason: 'not-on-it' }
    }
    await leaveDuty(tx, dutyId, departureId)
    const before = { departureId }
    const subject = subjectOfDuty(dutyId)
    await audit(tx, { by, subject, action: 'departure-removed', before, now })
    return { ok: true }
  })
}

/** Takes one departure off a duty, or all of them. A relief bus goes on running, with nobody to drive it. */
async function leaveDuty(tx: Tx, dutyId: string, departureId?: string): Promise<void> {
  await tx
    .deleteFrom('dutyDepartures')
    .where('dutyId', '=', dutyId)
    .$if(departureId !== undefined, (of) => of.where('departureId', '=', departureId ?? ''))
    .execute()
  await tx
    .updateTable('reliefBuses')
    .set({ dutyId: null })
    .where('dutyId', '=', dutyId)
    .$if(departureId !== undefined, (of) => of.where('departureId', '=', departureId ?? ''))
    .execute()
}

export type DutyVehicleOutcome =
  | { ok: true }
  | DutyRefusal
  | NotAvailable
  /** No departure to come has another vehicle, or there is none to come. */
  | { ok: false; reason: 'vehicle-unchanged' }

/** Gives all departures of a duty that have not left one vehicle, or none. */
export async function giveVehicle(
  act: Act & { vehicleId: string | null },
): Promise<DutyVehicleOutcome> {
  const { dutyId, vehicleId, by, now } = act
  return onDuty(act, async (tx, duty): Promise<DutyVehicleOutcome> => {
    const vehicle = vehicleId === null ? null : await lockVehicle(tx, vehicleId)
    if (vehicle === undefined) return { ok: false, reason: 'no-such-vehicle' }
    const other = duty.runs.filter((run) => !run.isRelief && run.vehicleId !== vehicleId)
    let changed = 0
    for (const { departureId } of inOrderOfLocks(other)) {
      const locked = await lockDeparture(tx, { departureId })
      if (!locked.ok || whyNotOnSale(locked.departure, now)) continue
      const unfit = await whyNotAvailable(tx, vehicle, locked.departure)
      if (unfit) return unfit
      const present = await findVehicleOf(departureId, tx)
      await changeVehicle(tx, locked.departure, { vehicle, present, now })
      changed += 1
    }
    if (changed === 0) return { ok: false, reason: 'vehicle-unchanged' }
    const after = { vehicle: vehicle?.plate ?? null, departures: changed }
    await audit(tx, { by, subject: subjectOfDuty(dutyId), action: 'vehicle', after, now })
    return { ok: true }
  })
}

function inOrderOfLocks<One extends { departureId: string }>(departures: readonly One[]): One[] {
  return departures.toSorted((one, other) => (one.departureId < other.departureId ? -1 : 1))
}

export type DeleteOutcome = { ok: true } | DutyRefusal | { ok: false; reason: 'has-begun' }

/** Deletes a duty that has not begun; its departures keep their vehicles, and nobody drives them. */
export async function deleteDuty(act: Act): Promise<DeleteOutcome> {
  const { dutyId, by, now } = act
  return onDuty(act, async (tx, duty): Promise<DeleteOutcome> => {
    if (!isBefore(now, duty.startsAt)) return { ok: false, reason: 'has-begun' }
    await leaveDuty(tx, dutyId)
    await tx.deleteFrom('duties').where('dutyId', '=', dutyId).execute()
    const before = { ...factsOf(duty), departures: duty.runs.length }
    await audit(tx, { by, subject: subjectOfDuty(dutyId), action: 'deleted', before, now })
    return { ok: true }
  })
}

async function onDuty<Outcome>(
  { dutyId, seen }: Act,
  run: (tx: Tx, duty: Duty) => Promise<Outcome>,
): Promise<Outcome | DutyRefusal> {
  return inTransaction(async (tx): Promise<Outcome | DutyRefusal> => {
    const known = UUID.test(dutyId)
    if (known) await sql`select from duties where duty_id = ${dutyId} for update`.execute(tx)
    const duty = known ? await findDuty(dutyId, tx) : undefined
    if (!duty) return { ok: false, reason: 'no-such-duty' }
    const entries = await findNewerEntries(tx, subjectOfDuty(dutyId), seen)
    if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries }
    return run(tx, duty)
  })
}

type Facts = Pick<NewDuty, 'driverId' | 'startsAt' | 'endsAt'>

function checkTimes({ startsAt, endsAt }: Pick<Facts, 'startsAt' | 'endsAt'>): Times | undefined {
  if (!isBefore(startsAt, endsAt)) return { ok: false, reason: 'ends-before-it-begins' }
  const isTooLong = isBefore(startsAt.add({ hours: MAX_HOURS }), endsAt)
  return isTooLong ? { ok: false, reason: 'too-long' } : undefined
}

function factsOf({ driverId, startsAt, endsAt }: Facts) {
  return { driverId, startsAt, endsAt }
}

/** From the first departure that runs to the arrival of the last one. */
function spanOfRuns({ runs }: Duty): Span | undefined {
  const running = runs.filter(isRunning)
  const [first] = running
  if (!first) return undefined
  const latest = running.reduce((last, run) => (isBefore(last.until, run.until) ? run : last))
  return { from: first.from, until: latest.until }
}

/** Deletes duties and absences of days before `limit`. */
export async function deleteOldDuties(
  tx: Tx,
  { limit, most }: { limit: Temporal.PlainDate; most: number },
): Promise<number> {
  await sql`delete from driver_absences where until_on < ${limit}::date`.execute(tx)
  const { rows } = await sql<{ dutyId: string }>`
    select duty_id from duties where service_date < ${limit}::date
    limit ${most} for update skip locked`.execute(tx)
  const ids = rows.map(({ dutyId }) => dutyId)
  if (ids.length === 0) return 0
  for (const dutyId of ids) await leaveDuty(tx, dutyId)
  await tx.deleteFrom('duties').where('dutyId', 'in', ids).execute()
  return ids.length
}
