import { readFileSync } from 'node:fs'

/**
 * The only place that reads the clock. Pages, endpoints and jobs pass `now` down. It counts whole
 * milliseconds: the database would round anything finer, and a moment must be the same after it was
 * stored and read back.
 *
 * Tests shift it: inside one process with `shiftClock`, and for the site, its jobs and the sandbox
 * bank alike by writing milliseconds into the file that CLOCK_FILE names.
 */
let shiftMilliseconds = 0

export function now(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(nowMilliseconds())
}

/** The same moment as a number, for what every request asks. */
export function nowMilliseconds(): number {
  return Temporal.Now.instant().epochMilliseconds + shiftMilliseconds + shiftFromFile()
}

/** Moves the clock of this process forward, or back with a negative duration. */
export function shiftClock(by: Temporal.DurationLike): void {
  shiftMilliseconds += Math.round(Temporal.Duration.from(by).total('milliseconds'))
}

function shiftFromFile(): number {
  const file = process.env.CLOCK_FILE
  return file ? Number(readFileSync(file, 'utf8')) : 0
}
