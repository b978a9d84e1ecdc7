import { Piscina } from 'piscina'

import { openLine } from './limits/turns.server.ts'
import { log } from './log.server.ts'

type Limits = {
  maxWaiting: number
  /** Time limit for one job from its turn on, except for the first of a thread. */
  milliseconds: number
  megabytes: number
}

/**
 * For the first job of a thread, in which it starts and loads all that it needs: on a machine that is busy with other
 * work that takes many seconds, and a thread that is ended for it would begin at the beginning again.
 */
const MILLISECONDS_TO_START = 60_000

/**
 * Opens a thread for work that would hold up the thread that answers visitors. `file` exports
 * `work`, which makes bytes of a text. The thread starts with the first job and does not keep the
 * program alive while it is idle. If it dies, or exceeds the time limit, its job is lost and the
 * next one gets a new thread. We queue the jobs ourselves, since the pool does not limit its queue
 * for jobs with a time limit.
 *
 * @returns a function that has one job done in its turn, or throws LineFullError
 */
export function openWorker(file: URL, { maxWaiting, milliseconds, megabytes }: Limits) {
  const inTurn = openLine({ atOnce: 1, mostWaiting: maxWaiting, mostWaitingOfOne: maxWaiting })
  const pool = new Piscina<string, Uint8Array<ArrayBuffer>>({
    filename: file.href,
    name: 'work',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  pool.on('error', (err) => log.error({ err }, 'A worker failed outside of its work'))
  let isWarm = false
  pool.on('workerDestroy', () => (isWarm = false))
  return (text: string) =>
    inTurn(async () => {
      const limit = new AbortController()
      const passed = new DOMException('The work took too long', 'TimeoutError')
      const timer = setTimeout(
        () => limit.abort(passed),
        isWarm ? milliseconds : MILLISECONDS_TO_START,
      )
      try {
        const bytes = await pool.run(text, { signal: limit.signal })
        isWarm = true
        return bytes
      } finally {
        clearTimeout(timer)
      }
    })
}
