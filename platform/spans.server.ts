/*
 * Traces of the program: requests, statements, jobs, and calls of other companies, each a span of the
 * trace to which it belongs. With no address to send them to, nothing is measured or loaded, and each
 * function here does no more than call the work itself.
 */

/** Facts of a span. Every value is ours: no address that was sent, name, or reference of a visitor. */
export type Facts = Readonly<Record<string, string | number>>

export type Work<Answer> = {
  /** One of few, such as `select departures`. */
  name: string
  kind: 'server' | 'client' | 'consumer'
  facts?: Facts
  /** The span outside this program to which the work belongs, as a header of W3C Trace Context. */
  parent?: string | undefined
  /** Work that is not worth a trace of its own: without a span around it, it has none. */
  isPart?: boolean
  /** Why the answer counts as a failure, in one of few words; undefined if it does not. */
  failureIn?: (answer: Awaited<Answer>) => string | undefined
}

export type Tracer = {
  inSpan<Answer>(work: Work<Answer>, run: () => Answer): Answer
  /** Completes the current span by what is only known now. */
  describe(name: string, facts: Facts, failure?: string): void
  /** The trace of the current span. */
  traceId(): string | undefined
  /** The current span, as a header of W3C Trace Context. */
  traceparent(): string | undefined
}

let tracer: Tracer | undefined

/** Called by the program that opens its traces, and with undefined when it closes them. */
export function useTracer(opened: Tracer | undefined): void {
  tracer = opened
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** Runs the work in a span, which ends when its promise does. */
export function inSpan<Answer>(work: Work<Answer>, run: () => Answer): Answer {
  return tracer ? tracer.inSpan(work, run) : run()
}

type Answered = { method: string; pattern: string; status: number }
/** Methods that our pages know, as in the metrics. */
const METHODS = ['GET', 'HEAD', 'POST']
/** The name that OpenTelemetry gives to all others. */
const OTHER_METHOD = '_OTHER'

/** Names the span of the request that was answered; `pattern` is one of ours. */
export function describeRequest({ method, pattern, status }: Answered): void {
  if (!tracer) return
  const known = METHODS.includes(method) ? method : OTHER_METHOD
  const facts = {
    'http.request.method': known,
    'http.route': pattern,
    'http.response.status_code': status,
  }
  tracer.describe(`${known} ${pattern}`, facts, status >= 500 ? String(status) : undefined)
}

/** The trace of the work under way, or undefined outside of one. */
export function traceId(): string | undefined {
  return tracer?.traceId()
}

/** The span of the work under way, for work that another program does because of it. */
export function traceparent(): string | undefined {
  return tracer?.traceparent()
}
