import { MAX_DELAY_MINUTES } from '#modules/dispatch/delay.ts'

/* The presses with which a driver reports a delay. Each states the delay that results from it. */

/** Minutes that are added with one press, or a part of them up to the next full step. */
export const LATE_STEP = 10
const PRESSES = 3

/** The delays that a driver may report with one press. */
export type LatePresses = {
  /** Larger ones than now, smallest first. */
  more: readonly number[]
  /** Zero, which is on time again, and the next smaller one. Empty for a bus that is on time. */
  less: readonly number[]
}

/** The presses for a bus that is so late now; of one that is early, as if it were on time. */
export function latePresses(present: number): LatePresses {
  const full = Math.floor(Math.max(0, present) / LATE_STEP) * LATE_STEP
  const more = Array.from({ length: PRESSES }, (_, index) => full + (index + 1) * LATE_STEP)
  const smaller = Math.ceil(present / LATE_STEP - 1) * LATE_STEP
  const less = smaller > 0 ? [0, smaller] : [0]
  return {
    more: more.filter((minutes) => minutes <= MAX_DELAY_MINUTES),
    less: present === 0 ? [] : less,
  }
}

/** Whether a press may report so many minutes. */
export function isLatePress(minutes: number): boolean {
  return minutes >= 0 && minutes <= MAX_DELAY_MINUTES && minutes % LATE_STEP === 0
}
