import { RETIMED_CHOICE_MINUTES } from '#modules/rules/rules.ts'
import { isBefore } from '#platform/time.ts'

/* The rules for passengers whose bus has other times in a new timetable. */

export type Times = { departsAt: Temporal.Instant; arrivesAt: Temporal.Instant }

/** Whether passengers who come at the time that they bought miss the bus. */
export function isEarlier(before: Times, after: Times): boolean {
  return isBefore(after.departsAt, before.departsAt)
}

/** Whether passengers may take another bus or their money: see `RETIMED_CHOICE_MINUTES`. */
export function hasChoice(before: Times, after: Times): boolean {
  const later = (one: Temporal.Instant, other: Temporal.Instant) =>
    one.until(other).total('minutes') >= RETIMED_CHOICE_MINUTES
  return (
    isEarlier(before, after) ||
    later(before.departsAt, after.departsAt) ||
    later(before.arrivesAt, after.arrivesAt)
  )
}

type Stop = { stopId: string; pickup: boolean; dropoff: boolean }

/** Whether a bus calls at the same stops in the same order, so that everybody's ride is still one. */
export function haveSameStops(before: readonly Stop[], after: readonly Stop[]): boolean {
  const textOf = ({ stopId, pickup, dropoff }: Stop) => [stopId, pickup, dropoff].join(' ')
  return before.map(textOf).join(', ') === after.map(textOf).join(', ')
}
