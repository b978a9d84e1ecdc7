import { drivingMinutes, longestWithoutBreak } from '#modules/fleet/driving-time.ts'
import type { DutyRun } from '#modules/fleet/duty.ts'
import { MAX_DRIVING_MINUTES, MAX_MINUTES_WITHOUT_BREAK } from '#modules/rules/driving-law.ts'
import { isBefore } from '#platform/time.ts'

/** Minutes that a duty begins before its first departure, to make the vehicle ready. */
export const READY_MINUTES = 20
/** Minutes between two departures of a duty, at least. */
const PAUSE_MINUTES = 15
const MAX_HOURS = 12

/**
 * Duties for the departures of a day, each of which ends where it began, so that bus and driver come
 * home: round trips, each of which goes to the first duty whose driver may still drive it.
 *
 * @param departures earliest first
 */
export function planDuties(departures: readonly DutyRun[]): DutyRun[][] {
  const duties: DutyRun[][] = []
  for (const trip of toRoundTrips(departures)) {
    const waiting = duties.find((duty) => canTake(duty, trip))
    if (waiting) waiting.push(...trip)
    else duties.push([...trip])
  }
  return duties
}

/** Each departure with the first one that brings its bus back; one without any stays alone. */
function toRoundTrips(departures: readonly DutyRun[]): DutyRun[][] {
  const trips: DutyRun[][] = []
  for (const run of departures) {
    const away = trips.find(
      (trip) => trip.length === 1 && isWayBack(trip, run) && canTake(trip, [run]),
    )
    if (away) away.push(run)
    else trips.push([run])
  }
  return trips
}

function isWayBack([out]: readonly DutyRun[], run: DutyRun): boolean {
  return out?.firstStopId === run.lastStopId
}

function canTake(duty: readonly DutyRun[], trip: readonly DutyRun[]): boolean {
  const [first, last, next] = [duty[0], duty.at(-1), trip[0]]
  if (!first || !last || !next || last.lastStopId !== next.firstStopId) return false
  if (isBefore(next.from, last.until.add({ minutes: PAUSE_MINUTES }))) return false
  const drives = [...duty, ...trip]
  const end = drives.at(-1)?.until ?? last.until
  if (isBefore(first.from.add({ hours: MAX_HOURS }), end)) return false
  const none = new Set<string>()
  return (
    drivingMinutes(drives, none) <= MAX_DRIVING_MINUTES &&
    longestWithoutBreak(drives, none) <= MAX_MINUTES_WITHOUT_BREAK
  )
}
