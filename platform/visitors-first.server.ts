import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Share of its time in which the thread worked, from which on visitors wait for it. */
const BUSY = 0.8
const LOOK_MILLISECONDS = 200
/** A mail comes this much later at most, for as many looks. */
const MOST_LOOKS = 15
/** After a calm look, work goes on without another: most of what is then measured is that work. */
const CALM_MILLISECONDS = 1000

export type Watch = {
  /** Milliseconds, from any beginning. */
  clock: () => number
  /** The share of the time from now on, for as long as a look takes, in which the thread worked. */
  look: () => Promise<number>
}

const ofThisThread: Watch = {
  clock: () => performance.now(),
  async look() {
    const before = performance.eventLoopUtilization()
    await pause(LOOK_MILLISECONDS)
    return performance.eventLoopUtilization(before).utilization
  },
}

/**
 * A wait for jobs that share the thread with visitors: it ends as soon as the thread has time to
 * spare, and after three seconds in any case. When a crowd buys, everybody has a seat or a refusal
 * before the first of their mails is written.
 */
export function openVisitorsFirst({ clock, look } = ofThisThread): () => Promise<void> {
  let calmUntil = Number.NEGATIVE_INFINITY
  return async () => {
    for (let looks = 0; clock() >= calmUntil; looks++) {
      if (looks < MOST_LOOKS && (await look()) >= BUSY) continue
      calmUntil = clock() + CALM_MILLISECONDS
    }
  }
}
