import {
  drivingMinutes,
  longestWithoutBreak,
  MAX_DRIVING_MINUTES,
  MAX_MINUTES_WITHOUT_BREAK,
} from '#modules/fleet/driving-time.ts'
import type { DutyRun } from '#modules/fleet/duty.ts'
import { isBefore } from '#platform/time.ts'

/** Minutes that a duty begins before its first departure, to make the vehicle ready. */
export const READY_MINUTES = 20
/** Minutes between two departures of a duty, at least. */
const PAUSE_MINUTES = 15
const MAX_HOURS = 12

/**
 * Duties for the departures of a day: each departure goes to the duty that has waited the longest at
 * its first stop, if a driver may still drive it.
 *
 * @param departures earliest first
 */
export function planDuties(departures: readonly DutyRun[]): DutyRun[][] {
  const duties: DutyRun[][] = []
  for (const run of departures) {
    const waiting = duties.find((duty) => canTake(duty, run))
    if (waiting) waiting.push(run)
    else duties.push([run])
  }
  return duties
}

function canTake(duty: readonly DutyRun[], run: DutyRun): boolean {
  const [first, last] = [duty[0], duty.at(-1)]
  if (!first || !last || last.lastStopId !== run.firstStopId) return false
  if (isBefore(run.from, last.until.add({ minutes: PAUSE_MINUTES }))) return false
  if (isBefore(first.from.add({ hours: MAX_HOURS }), run.until)) return false
  const drives = [...duty, run]
  const none = new Set<string>()
  return (
    drivingMinutes(drives, none) <= MAX_DRIVING_MINUTES &&
    longestWithoutBreak(drives, none) <= MAX_MINUTES_WITHOUT_BREAK
  )
}
