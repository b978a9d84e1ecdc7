import { setTimeout as pause } from 'node:timers/promises'

/**
 * How long anything is awaited. It ends what hangs and measures nothing: a page that takes a second takes half a
 * minute on a machine that is busy with other browsers.
 */
export const MAX_WAIT_SECONDS = 60
const PAUSE_MILLISECONDS = 100

/** Repeats the query until its answer is defined; a failure names what was awaited. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false | null> | Answer | undefined | false | null,
  seconds = MAX_WAIT_SECONDS,
): Promise<Answer> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > deadline) throw new Error(`waited ${seconds} s in vain: ${what}`)
    await pause(PAUSE_MILLISECONDS)
  }
}

/** The first answer of a site that is not too busy, as it may be while many programs start on one machine. */
export function untilFree<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return until('the site has time', async () => {
    const answer = await ask()
    return answer.status !== 503 && answer
  })
}
