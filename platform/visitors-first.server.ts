import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import { ask } from './cluster/ask.server.ts'
import { listWorkers } from './cluster/primary.server.ts'

/** Share of its time in which a thread worked, from which on visitors wait for it. */
const BUSY = 0.8
const LOOK_MILLISECONDS = 200
/** A mail comes this much later at most, and a look. */
const MOST_MILLISECONDS = 3000
/** After a calm look, work goes on without another: most of what is then measured is that work. */
const CALM_MILLISECONDS = 1000
/** A process that does not answer in this time has a crowd, or is frozen. */
const ANSWER_MILLISECONDS = 400

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
    const latest = clock() + MOST_MILLISECONDS
    while (clock() >= calmUntil) {
      if (clock() < latest && (await look()) >= BUSY) continue
      calmUntil = clock() + CALM_MILLISECONDS
    }
  }
}

/**
 * The same for jobs in a process that answers no visitors, beside others that do: they share its
 * cores. The others are asked before each job, since they know at once how much they work.
 */
export async function othersFirst(): Promise<void> {
  const latest = performance.now() + MOST_MILLISECONDS
  while (performance.now() < latest && (await askBusiest()) >= BUSY) await pause(LOOK_MILLISECONDS)
}

async function askBusiest(): Promise<number> {
  const told = await Promise.all(
    listWorkers().map((worker) => ask(worker, 'tell-work', ANSWER_MILLISECONDS)),
  )
  return Math.max(0, ...told.map((one) => one?.share ?? 1))
}
