import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { lockDeparture } from '#modules/dispatch/departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { inCyprus, startOfDay, TIME_ZONE } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { fitVehicle, putOnDuty } from './change-duty.server.ts'
import { findAbsence, isLicenceOver } from './driver.ts'
import { listDrivers } from './drivers.server.ts'
import { listDutiesOf, listOnNoDuty } from './duties.server.ts'
import { isRunning, type Duty, type DutyRun } from './duty.ts'
import { lockVehicle } from './find-vehicles.server.ts'
import type { Vehicle } from './vehicle.ts'

type Copying = {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  /** The people who are drivers today: a duty of anybody else is copied without its driver. */
  driverIds: readonly string[]
  by: Actor
  now: Temporal.Instant
}

export type CopyOutcome =
  | { ok: true; duties: number; departures: number }
  /** The day has duties already. */
  | { ok: false; reason: 'has-duties' }
  | { ok: false; reason: 'nothing-to-copy' }

/** The subject of the entry about all duties of a day in the audit. */
function subjectOfDay(date: Temporal.PlainDate): string {
  return `duties:${date.toString()}`
}

/**
 * Copies the duties of a day to one without duties: times by the clock, drivers who are there and
 * hold a licence, and the departures of the same line at the same clock times with the vehicles
 * that are free then. A departure without a counterpart on that day is left out, and so are relief
 * buses, which run for one day.
 */
export async function copyDuties(copying: Copying): Promise<CopyOutcome> {
  const { from, to, by, now } = copying
  return inTransaction(async (tx): Promise<CopyOutcome> => {
    const key = subjectOfDay(to)
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    if ((await listDutiesOf(to, tx)).length > 0) return { ok: false, reason: 'has-duties' }
    const duties = await listDutiesOf(from, tx)
    if (duties.length === 0) return { ok: false, reason: 'nothing-to-copy' }
    const vehicles = await lockVehiclesOf(tx, duties)
    const present = await listPresent(tx, duties, copying)
    const free = new Map((await listOnNoDuty(to, { tx })).map((run) => [signOf(run, to), run]))
    const plan: { run: DutyRun; duty: Duty; vehicle: Vehicle | undefined }[] = []
    for (const duty of duties) {
      const copied = { ...moved(duty, to), driverId: present(duty.driverId) }
      const { runs: _runs, ...row } = copied
      await tx.insertInto('duties').values(row).execute()
      for (const run of duty.runs.filter((one) => isRunning(one) && !one.isRelief)) {
        const same = free.get(signOf(run, from))
        if (same) plan.push({ run: same, duty: copied, vehicle: vehicles.get(run.vehicleId ?? '') })
      }
    }
    for (const { run, duty, vehicle } of plan.toSorted(byDeparture)) {
      const locked = await lockDeparture(tx, { departureId: run.departureId })
      if (!locked.ok || (await putOnDuty(tx, duty, locked.departure))) continue
      await fitVehicle(tx, locked.departure, { vehicle, now })
    }
    const counts = { duties: duties.length, departures: plan.length }
    const after = { from: from.toString(), ...counts }
    await audit(tx, { by, subject: key, action: 'copied', after, now })
    return { ok: true, ...counts }
  })
}

/** Vehicles are locked in one order. */
async function lockVehiclesOf(tx: Tx, duties: readonly Duty[]): Promise<Map<string, Vehicle>> {
  const ids = new Set(
    duties.flatMap(({ runs }) => runs.flatMap(({ vehicleId }) => vehicleId ?? [])),
  )
  const vehicles = new Map<string, Vehicle>()
  for (const vehicleId of [...ids].toSorted()) {
    const vehicle = await lockVehicle(tx, vehicleId)
    if (vehicle) vehicles.set(vehicleId, vehicle)
  }
  return vehicles
}

/** Finds out which drivers can work on the day. */
async function listPresent(tx: Tx, duties: readonly Duty[], { to, driverIds }: Copying) {
  const asked = duties.flatMap(({ driverId }) => driverId ?? [])
  const ids = [...new Set(asked)].filter((id) => driverIds.includes(id))
  const drivers = await listDrivers(ids, startOfDay(to), tx)
  return (driverId: string | null): string | null => {
    const driver = drivers.get(driverId ?? '')
    if (!driver || isLicenceOver(driver, to)) return null
    return findAbsence(driver, { from: to, until: to }) ? null : driver.staffId
  }
}

/** A new duty at the same times by the clock of another day. */
function moved(duty: Duty, to: Temporal.PlainDate): Duty {
  const [startsAt, endsAt] = [duty.startsAt, duty.endsAt].map((moment) => {
    const there = inCyprus(moment)
    const days = duty.serviceDate.until(there.toPlainDate(), { largestUnit: 'days' })
    return to.add(days).toZonedDateTime({ timeZone: TIME_ZONE, plainTime: there.toPlainTime() })
  })
  const dutyId = randomUUID()
  return {
    dutyId,
    serviceDate: to,
    driverId: duty.driverId,
    startsAt: startsAt?.toInstant() ?? duty.startsAt,
    endsAt: endsAt?.toInstant() ?? duty.endsAt,
    runs: [],
  }
}

/** The same for a departure of the same line, at the same time by the clock, on another day. */
function signOf(run: DutyRun, date: Temporal.PlainDate): string {
  const there = inCyprus(run.from)
  const days = date.until(there.toPlainDate(), { largestUnit: 'days' }).days
  const clock = there.toPlainTime().toString({ smallestUnit: 'minute' })
  return [run.routeId, run.firstStopId, run.lastStopId, days, clock].join(' ')
}

function byDeparture(one: { run: DutyRun }, other: { run: DutyRun }): number {
  return one.run.departureId < other.run.departureId ? -1 : 1
}
