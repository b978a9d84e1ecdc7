import {
  BREAK_MINUTES,
  FIRST_PART_MINUTES,
  SECOND_PART_MINUTES,
} from '#modules/rules/driving-law.ts'

import { overlaps, type Span } from './vehicle.ts'

/*
 * The driving of a duty, as the law counts it; its limits are in rules/driving-law.ts. Driving is the
 * time from the first stop of a departure to its last one, by the timetable.
 */

/** A departure in a duty, from the first stop to the last. */
export type Drive = Span & { routeId: string }

/** Whether the limits of the regulation count this drive. */
export function isCounted({ routeId }: Drive, exempt: ReadonlySet<string>): boolean {
  return !exempt.has(routeId)
}

/** Minutes of driving that the regulation counts. */
export function drivingMinutes(drives: readonly Drive[], exempt: ReadonlySet<string>): number {
  return drives
    .filter((drive) => isCounted(drive, exempt))
    .reduce((sum, drive) => sum + minutesOf(drive), 0)
}

/**
 * The longest driving without a break, in minutes. On an exempt route a driver works without driving
 * in the sense of the regulation, so such a drive counts nothing and is no break.
 *
 * @param drives earliest first
 */
export function longestWithoutBreak(drives: readonly Drive[], exempt: ReadonlySet<string>): number {
  let [driven, longest] = [0, 0]
  let hasFirstPart = false
  drives.forEach((drive, place) => {
    const pause = turnRoundBefore(drives, place) ?? 0
    const isBreak = pause >= (hasFirstPart ? SECOND_PART_MINUTES : BREAK_MINUTES)
    if (isBreak) driven = 0
    hasFirstPart = !isBreak && (hasFirstPart || pause >= FIRST_PART_MINUTES)
    if (isCounted(drive, exempt)) driven += minutesOf(drive)
    longest = Math.max(longest, driven)
  })
  return longest
}

/** Minutes between a drive and the one before it; negative if they overlap, undefined for the first. */
export function turnRoundBefore(drives: readonly Drive[], place: number): number | undefined {
  const [before, drive] = [drives[place - 1], drives[place]]
  return before && drive && before.until.until(drive.from).total('minutes')
}

/** The first drive that begins before an earlier one has ended. */
export function findOverlap<D extends Drive>(drives: readonly D[]): [D, D] | undefined {
  for (const [place, drive] of drives.entries()) {
    const other = drives.slice(0, place).find((earlier) => overlaps(earlier, drive))
    if (other) return [other, drive]
  }
  return undefined
}

function minutesOf({ from, until }: Span): number {
  return from.until(until).total('minutes')
}
