import { performance } from 'node:perf_hooks'

import { ask } from '#platform/cluster/ask.server.ts'
import { LOOK_MILLISECONDS, measureOwnWork } from '#platform/cluster/own-work.server.ts'
import { listWorkers } from '#platform/cluster/primary.server.ts'

/** A thread that is busy for this share of the time or more keeps visitors waiting. */
const BUSY = 0.8
/** The longest delay of a mail, besides one look. */
const MOST_MILLISECONDS = 3000
/** After a calm look, work goes on without another: most of what is then measured is that work. */
const CALM_MILLISECONDS = 1000
/** A process that does not answer in this time has a crowd, or is frozen. */
const ANSWER_MILLISECONDS = LOOK_MILLISECONDS + 400

export type Watch = {
  /** Milliseconds, from any beginning. */
  clock: () => number
  /**
   * The share of the time in which a thread is busy, measured from now for as long as a look takes.
   */
  look: () => Promise<number>
}

const OF_THIS_THREAD: Watch = { clock: () => performance.now(), look: measureOwnWork }
/**
 * The same for the busiest process that serves pages, for jobs in a process beside them: they share
 * its cores.
 */
export const OF_OTHERS: Watch = { clock: () => performance.now(), look: askBusiest }

/**
 * A wait for jobs beside visitors: it ends as soon as the watched thread has time to spare, and after
 * three seconds in any case; then jobs go on for a second. When a crowd buys, everybody has a seat or
 * a refusal before the first of their mails is written.
 */
export function openVisitorsFirst({ clock, look } = OF_THIS_THREAD): () => Promise<void> {
  let calmUntil = Number.NEGATIVE_INFINITY
  return async () => {
    const latest = clock() + MOST_MILLISECONDS
    while (clock() >= calmUntil) {
      if (clock() < latest && (await look()) >= BUSY) continue
      calmUntil = clock() + CALM_MILLISECONDS
    }
  }
}

async function askBusiest(): Promise<number> {
  const told = await Promise.all(
    listWorkers().map((worker) => ask(worker, 'tell-work', ANSWER_MILLISECONDS)),
  )
  return Math.max(0, ...told.map((one) => one?.share ?? 1))
}
