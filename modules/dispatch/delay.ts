import { TELL_FROM_MINUTES } from '#modules/rules/rules.ts'

/** A report that a bus is late, or early if negative, from one of its stops on. Zero: on time again. */
export type DelayReport = { fromPosition: number; minutes: number }

/** Limits of a report. A bus that leaves earlier than this is another departure. */
export const MIN_DELAY_MINUTES = -10
export const MAX_DELAY_MINUTES = 24 * 60

/**
 * Whether so many minutes may be reported for many buses at once; only a single bus is reported
 * early.
 */
export function isManyDelay(minutes: number): boolean {
  return Number.isSafeInteger(minutes) && minutes >= 0 && minutes <= MAX_DELAY_MINUTES
}

/**
 * The report that counts at a stop, of those about its bus, newest first: the newest one for that
 * stop or one before it. A later report for a stop further on does not change this one.
 */
export function newestAt<Report extends DelayReport>(
  newestFirst: readonly Report[] | undefined,
  position: number,
): Report | undefined {
  return newestFirst?.find(({ fromPosition }) => fromPosition <= position)
}

/** Minutes by which a bus is late at a stop, from its reports, newest first. */
export function delayAt(newestFirst: readonly DelayReport[], position: number): number {
  return newestAt(newestFirst, position)?.minutes ?? 0
}

/**
 * When a bus is expected, by its planned time and its delay. One that is reported early still waits for its
 * planned time.
 */
export function expectedAt(planned: Temporal.Instant, minutes: number): Temporal.Instant {
  return planned.add({ minutes: Math.max(0, minutes) })
}

/**
 * Whether passengers need another mail about a delay. A delay that grows is told in steps. One that
 * shrinks is always told, since passengers who trust the larger one would miss the bus.
 *
 * @param told minutes of the last mail; zero if there was none
 */
export function isDelayNews({ minutes, told }: { minutes: number; told: number }): boolean {
  return minutes < told || minutes >= told + TELL_FROM_MINUTES
}
