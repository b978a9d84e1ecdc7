/**
 * A code that stays in the picture is judged once; taken away for three seconds, it may be judged again. A slow
 * phone reads it in a few of its frames only, so it is away only after as many frames without it as there are
 * ways of looking at one (looks.ts), twice.
 */
const AWAY_MILLISECONDS = 3000
const AWAY_FRAMES = 14

/** The code that a camera read last. */
export type LastCode = {
  /** Notes a frame in which no code was read. */
  miss(): void
  /** Whether a code that was read at this moment is to be judged, and notes it. */
  isNew(text: string, at: number): boolean
}

export function noCodeYet(): LastCode {
  let last = { text: '', at: 0, misses: 0 }
  return {
    miss() {
      last.misses += 1
    },
    isNew(text, at) {
      const wasAway = last.misses >= AWAY_FRAMES && at - last.at >= AWAY_MILLISECONDS
      const isSame = text === last.text && !wasAway
      last = { text, at, misses: 0 }
      return !isSame
    },
  }
}
