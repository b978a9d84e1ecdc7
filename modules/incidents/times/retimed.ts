import { RETIMED_CHOICE_MINUTES } from '#modules/rules/rules.ts'
import { isBefore } from '#platform/time.ts'

/* The rules for passengers whose bus has other times in a new timetable. */

/**
 * Why a departure cannot get the new times. `has-left`: by the old or the new time. `stops-differ`: it
 * would call at other stops, so that some of its passengers could not travel. `too-full`: the bus that
 * replaced it has been sold meanwhile, and has no room for everybody.
 */
export type RetimeObstacle = 'has-left' | 'stops-differ' | 'too-full'

export type Times = { departsAt: Temporal.Instant; arrivesAt: Temporal.Instant }

/** Whether passengers who come at the time that they bought miss the bus. */
export function isEarlier(before: Times, after: Times): boolean {
  return isBefore(after.departsAt, before.departsAt)
}

/** Whether passengers may take another bus or a refund: see `RETIMED_CHOICE_MINUTES`. */
export function hasChoice(before: Times, after: Times): boolean {
  return (
    isEarlier(before, after) ||
    isMuchLater(before.departsAt, after.departsAt) ||
    isMuchLater(before.arrivesAt, after.arrivesAt)
  )
}

function isMuchLater(before: Temporal.Instant, after: Temporal.Instant): boolean {
  return before.until(after).total('minutes') >= RETIMED_CHOICE_MINUTES
}

type Stop = { stopId: string; pickup: boolean; dropoff: boolean }

/** Whether a bus calls at the same stops in the same order, so that everybody's ride is still one. */
export function haveSameStops(before: readonly Stop[], after: readonly Stop[]): boolean {
  const textOf = ({ stopId, pickup, dropoff }: Stop) => [stopId, pickup, dropoff].join(' ')
  return before.map(textOf).join(', ') === after.map(textOf).join(', ')
}
