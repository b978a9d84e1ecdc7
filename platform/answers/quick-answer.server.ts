import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

import { newReference } from '#platform/ids.server.ts'
import { log } from '#platform/log.server.ts'
import { countRequest } from '#platform/metrics/metrics.server.ts'
import { describeRequest } from '#platform/spans.server.ts'

import { findSmallest } from './page-cache.server.ts'
import { findTrue, pathOf } from './true-answers.server.ts'

/** docs/promises.md, timeouts: a whole request, from its arrival. */
export const SECONDS_TO_ANSWER = 8

/**
 * Answers with a cached page, straight onto the connection: by way of a Request and a Response the
 * same answer costs five times as much. All other requests go to `answer`.
 *
 * @param mayHave whether the requester may be served the cached page for this address
 */
export function quickly(
  answer: RequestListener,
  mayHave: (incoming: IncomingMessage) => boolean,
): RequestListener {
  return (incoming, outgoing) => {
    const began = performance.now()
    const sendKept = (kept: Answer) => send(kept, { incoming, outgoing, began })
    const found = mayHave(incoming) ? findAnswer(incoming) : undefined
    if (!found) return answer(incoming, outgoing)
    if (!(found instanceof Promise)) return sendKept(found)
    // A fault is met again the long way, where it is logged and answered. So is a wait that is too long.
    const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<undefined>()
    const timer = setTimeout(giveUp, SECONDS_TO_ANSWER * 1000, undefined)
    void Promise.race([found.catch(() => undefined), tooLate]).then((kept) => {
      clearTimeout(timer)
      if (kept) return sendKept(kept)
      arrivals.set(incoming, began)
      return answer(incoming, outgoing)
    })
  }
}

/** Of requests whose visitors have waited for the database already. */
const arrivals = new WeakMap<IncomingMessage, number>()

/** Milliseconds for which the visitor of this request has waited before it was answered the long way. */
export function waitedBefore(incoming: IncomingMessage): number {
  const arrived = arrivals.get(incoming)
  return arrived === undefined ? 0 : performance.now() - arrived
}

/** Ready at once, or when the database has said whether it is still true. */
function findAnswer({ method, url = '', headers }: IncomingMessage) {
  if (method !== 'GET') return undefined
  const acceptEncoding = headers['accept-encoding'] ?? ''
  const ifNoneMatch = headers['if-none-match'] ?? ''
  const hasPassword = headers.authorization !== undefined
  const kept = findSmallest(url, { acceptEncoding, ifNoneMatch })
  // The forms of a search need a token for a browser that will not say where they come from.
  if (kept || headers['sec-fetch-site'] === undefined) return kept
  return findTrue({ method, address: url, acceptEncoding, hasPassword })
}

type Answer = { head: readonly string[]; bytes: Uint8Array; pattern?: string }

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; began: number }

/** The database may have been asked since it `began`. */
function send({ head, bytes, pattern }: Answer, { incoming, outgoing, began }: Exchange): void {
  const { method = '', url = '' } = incoming
  const requestId = newReference()
  outgoing.writeHead(200, [...head, 'X-Request-Id', requestId])
  outgoing.end(bytes)
  const milliseconds = performance.now() - began
  const answered = { method, pattern: pattern ?? pathOf(url), status: 200 }
  countRequest({ ...answered, milliseconds })
  describeRequest(answered)
  const rounded = Math.round(milliseconds)
  log.info({ requestId, ...answered, milliseconds: rounded }, 'Answered')
}
