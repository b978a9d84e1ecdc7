import { array, asyncProperty, check, type Arbitrary } from 'fast-check'

import { MARK } from '#test/fixtures/hostile-input.ts'
import { millisecondsOnCore } from '#test/fixtures/process-table.ts'

import type { Running } from './processes.ts'
import type { RawAnswer } from './raw-request.ts'

/* Hostile requests, and the harm that they must not do. */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_202)
/**
 * Each round sends several requests at the same time, so the number of requests is a multiple of
 * this.
 */
const ROUNDS = 60
const AT_ONCE = 6
/**
 * CPU time of the one thread that serves all requests: while it works on one, no other gets a
 * response, not even /healthz. Wall-clock time would measure the other programs on the machine, six
 * of these test files among them.
 */
export const MAX_MILLISECONDS = 500
const INSIDES = /\n\s+at .+:\d+:\d+|node_modules|node:internal|\/modules\//

/**
 * Sends all of these, several at the same time. A failure is a sentence with the shortest example.
 */
export async function findHarm<Request>(
  site: Running,
  requests: Arbitrary<Request>,
  send: (request: Request) => Promise<RawAnswer>,
): Promise<string | null> {
  const batch = array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE })
  const isHarmless = asyncProperty(batch, async (several) => {
    const before = millisecondsAtWork(site)
    const answers = await Promise.all(several.map(send))
    const took = millisecondsAtWork(site) - before
    if (took > AT_ONCE * MAX_MILLISECONDS) {
      throw new Error(`together ${took} ms: ${JSON.stringify(several)}`)
    }
    for (const [place, answer] of answers.entries()) {
      const harm = harmOf(answer)
      if (harm) throw new Error(`${harm}: ${JSON.stringify(several[place])}`)
    }
  })
  const result = await check(isHarmless, { seed: SEED, numRuns: ROUNDS })
  return result.failed ? `seed ${SEED}: ${String(result.errorInstance)}` : null
}

/** CPU time of the site's main thread so far. */
export function millisecondsAtWork(site: Running): number {
  return millisecondsOnCore(site.process.pid ?? 0)
}

/** The harm that an answer shows, in a few words; null if there is none. */
export function harmOf({ status, head, text }: RawAnswer): string | null {
  if (!(status >= 200 && status < 500)) return `answered ${status}`
  if (INSIDES.test(text)) return 'tells of our insides'
  const isPage = /^content-type: text\/html/im.test(head)
  if (isPage && text.includes(MARK)) return 'lets markup in'
  return /^set-cookie: a=b/im.test(head) ? 'lets headers in' : null
}
