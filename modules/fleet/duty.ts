import {
  MAX_DRIVING_MINUTES,
  MAX_MINUTES_WITHOUT_BREAK,
  MIN_REST_MINUTES,
  MIN_TURN_ROUND_MINUTES,
} from '#modules/rules/driving-law.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import { findAbsence, isLicenceOver, type Driver } from './driver.ts'
import {
  drivingMinutes,
  findOverlap,
  isCounted,
  longestWithoutBreak,
  turnRoundBefore,
  type Drive,
} from './driving-time.ts'
import { isInWorkshop, overlaps, type Vehicle } from './vehicle.ts'

/** A departure of a duty. */
export type DutyRun = Drive & {
  departureId: string
  serviceDate: Temporal.PlainDate
  status: DepartureStatus
  firstStopId: string
  lastStopId: string
  /** Null without one. */
  vehicleId: string | null
  /** The duty drives the second vehicle of the departure, which is then this one. */
  isRelief?: boolean
}

/** A shift of one driver. */
export type Duty = {
  dutyId: string
  serviceDate: Temporal.PlainDate
  /** Null: nobody drives it yet. */
  driverId: string | null
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** Earliest first. */
  runs: readonly DutyRun[]
}

/** A point about a duty that is wrong or doubtful. A person decides what to do about it. */
export type Finding =
  /** Two departures of the duty at the same time. */
  | { is: 'overlap'; first: DutyRun; second: DutyRun }
  /** Minutes between two departures. */
  | { is: 'short-turn-round'; minutes: number; before: DutyRun }
  /** Minutes of driving without a break of 45. */
  | { is: 'no-break'; minutes: number }
  /** Minutes of driving on one day. */
  | { is: 'too-much-driving'; minutes: number }
  /** Minutes of rest since the driver's last duty. */
  | { is: 'rest-too-short'; minutes: number }
  /** Minutes of rest until the driver's next duty. */
  | { is: 'rest-then-too-short'; minutes: number }
  /** The driver has another duty at the same time. */
  | { is: 'other-duty'; from: Temporal.Instant; until: Temporal.Instant }
  | { is: 'licence-over'; on: Temporal.PlainDate }
  | { is: 'driver-absent'; until: Temporal.PlainDate }
  /** The vehicle of a departure is in the workshop then. */
  | { is: 'vehicle-in-workshop'; plate: string; before: DutyRun }

type Known = {
  /** Null without one. */
  driver: Driver | null
  /** The duties of this driver around this one; it may be among them. */
  others: readonly Duty[]
  vehicles: ReadonlyMap<string, Vehicle>
  /** The routes of at most 50 km (Regulation (EC) No 561/2006, Article 3(a)). */
  exempt: ReadonlySet<string>
}

/** All that is to be said about a duty, gravest first. A departure that does not run is left out. */
export function checkDuty(duty: Duty, known: Known): Finding[] {
  const drives = duty.runs.filter(isRunning)
  return [
    ...findTwoAtOnce(drives),
    ...(known.driver ? checkDriver(duty, known.driver) : []),
    ...checkOtherDuties(duty, known),
    ...checkDriving(drives, known.exempt),
    ...checkTurnRounds(drives),
    ...checkVehicles(drives, known.vehicles),
  ]
}

/** Withdrawn ones run for those who bought them unless a person cancels them. */
export function isRunning({ status }: Pick<DutyRun, 'status'>): boolean {
  return status !== 'cancelled'
}

function findTwoAtOnce(drives: readonly DutyRun[]): Finding[] {
  const [first, second] = findOverlap(drives) ?? []
  return first && second ? [{ is: 'overlap', first, second }] : []
}

function checkDriver({ startsAt, endsAt }: Duty, driver: Driver): Finding[] {
  const [from, until] = [dateInCyprus(startsAt), dateInCyprus(endsAt)]
  const absence = findAbsence(driver, { from, until })
  const { licenceUntil } = driver
  return [
    ...(absence ? [{ is: 'driver-absent', until: absence.untilOn } as const] : []),
    ...(licenceUntil && isLicenceOver(driver, until)
      ? [{ is: 'licence-over', on: licenceUntil } as const]
      : []),
  ]
}

function checkOtherDuties(duty: Duty, { others, exempt }: Known): Finding[] {
  const span = spanOfDuty(duty)
  const elsewhere = others.filter(({ dutyId }) => dutyId !== duty.dutyId)
  const atOnce = elsewhere.map(spanOfDuty).find((other) => overlaps(other, span))
  if (atOnce) return [{ is: 'other-duty', ...atOnce }]
  return [...checkRestBefore(duty, elsewhere, exempt), ...checkRestAfter(duty, elsewhere, exempt)]
}

/** The regulation asks for rest from a driver whose day has a drive that it counts. */
function asksForRest({ runs }: Duty, exempt: Known['exempt']): boolean {
  return runs.some((run) => isRunning(run) && isCounted(run, exempt))
}

function checkRestBefore(duty: Duty, others: readonly Duty[], exempt: Known['exempt']): Finding[] {
  if (!asksForRest(duty, exempt)) return []
  const minutes = Math.min(...others.flatMap((other) => restBetween(other, duty) ?? []))
  return minutes < MIN_REST_MINUTES ? [{ is: 'rest-too-short', minutes }] : []
}

/**
 * Reported here as well, since a duty that is made longer shortens the rest before the next one.
 */
function checkRestAfter(duty: Duty, others: readonly Duty[], exempt: Known['exempt']): Finding[] {
  const rests = others.map((other) => ({ other, minutes: restBetween(duty, other) ?? Infinity }))
  const minutes = Math.min(...rests.map((rest) => rest.minutes))
  const next = rests.find((rest) => rest.minutes === minutes)?.other
  if (minutes >= MIN_REST_MINUTES || !next || !asksForRest(next, exempt)) return []
  return [{ is: 'rest-then-too-short', minutes }]
}

/** Undefined unless the second duty begins after the first one. */
function restBetween(first: Duty, second: Duty): number | undefined {
  if (isBefore(second.startsAt, first.endsAt)) return undefined
  return first.endsAt.until(second.startsAt).total('minutes')
}

function checkDriving(drives: readonly DutyRun[], exempt: ReadonlySet<string>): Finding[] {
  const all = drivingMinutes(drives, exempt)
  const longest = longestWithoutBreak(drives, exempt)
  return [
    ...(all > MAX_DRIVING_MINUTES ? [{ is: 'too-much-driving', minutes: all } as const] : []),
    ...(longest > MAX_MINUTES_WITHOUT_BREAK ? [{ is: 'no-break', minutes: longest } as const] : []),
  ]
}

function checkTurnRounds(drives: readonly DutyRun[]): Finding[] {
  return drives.flatMap((before, place): Finding[] => {
    const minutes = turnRoundBefore(drives, place)
    const isShort = minutes !== undefined && minutes >= 0 && minutes < MIN_TURN_ROUND_MINUTES
    return isShort ? [{ is: 'short-turn-round', minutes, before }] : []
  })
}

function checkVehicles(
  drives: readonly DutyRun[],
  vehicles: ReadonlyMap<string, Vehicle>,
): Finding[] {
  return drives.flatMap((before): Finding[] => {
    const vehicle = vehicles.get(before.vehicleId ?? '')
    if (!vehicle || !isInWorkshop(vehicle, before)) return []
    return [{ is: 'vehicle-in-workshop', plate: vehicle.plate, before }]
  })
}

function spanOfDuty({ startsAt, endsAt }: Duty) {
  return { from: startsAt, until: endsAt }
}
