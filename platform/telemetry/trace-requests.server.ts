import type { IncomingMessage, RequestListener } from 'node:http'

import { inSpan, isTracing } from '#platform/spans.server.ts'

/** Questions of proxies and Kubernetes every few seconds, which would bury the visits. */
const PROBES = new Set(['/healthz', '/readyz'])

/**
 * A listener that answers each request in a span, named once it is answered (`describeRequest`).
 * A trace that a proxy of ours has begun goes on; a visitor cannot begin one.
 */
export function inRequestSpans(
  answer: RequestListener,
  { hasProxy }: { hasProxy: boolean },
): RequestListener {
  if (!isTracing()) return answer
  return (incoming, outgoing) => {
    if (PROBES.has(incoming.url ?? '')) return answer(incoming, outgoing)
    const parent = hasProxy ? headerIn(incoming) : undefined
    void inSpan({ name: 'request', kind: 'server', parent }, async () => {
      const { promise: isOver, resolve } = Promise.withResolvers<void>()
      outgoing.once('close', resolve)
      answer(incoming, outgoing)
      await isOver
    })
  }
}

function headerIn({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers
  return typeof traceparent === 'string' ? traceparent : undefined
}
