/** A process that lives no longer than this has a fault that its successor will meet too. */
const SHORT_LIFE_MILLISECONDS = 10_000
const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 30_000

type Life = {
  milliseconds: number
  /** The number of short lives in a row before this one. */
  shortLives: number
}

/**
 * The pause in milliseconds before a process that has ended is replaced: none after a long life,
 * and after short ones twice as long each time, up to half a minute.
 */
export function pauseBefore({ milliseconds, shortLives }: Life): number {
  if (milliseconds > SHORT_LIFE_MILLISECONDS) return 0
  return Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** shortLives, LONGEST_PAUSE_MILLISECONDS)
}
