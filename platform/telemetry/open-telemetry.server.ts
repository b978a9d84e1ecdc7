import {
  context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type DiagLogFunction,
  type Span,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { setTimeout as pause } from 'node:timers/promises'

import { log } from '#platform/log.server.ts'
import type { Tracer, Work } from '#platform/spans.server.ts'

/*
 * The traces by OpenTelemetry, sent by OTLP over HTTP. Only this file knows the library, and it is
 * loaded only where traces are wanted.
 */

export type Destination = {
  /** The collector's address, without /v1/traces. */
  endpoint: string
  /** Headers for it, as `name=value,name=value`. */
  headers: string
  /** The share of traces that are kept, from 0 to 1; those begun by a proxy are its decision. */
  share: number
  /** The name of this program among the operator's services. */
  service: string
  mode: string
}

/** A program that ends waits so long for a collector that cannot be reached. */
const MILLISECONDS_TO_END = 2000
/** A collector that stays away is mentioned so often. */
const MILLISECONDS_BETWEEN_WARNINGS = 60_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** Starts to send traces. The library's own provider is not used, so other libraries send none. */
export function startTracer(destination: Destination): {
  tracer: Tracer
  stop: () => Promise<void>
} {
  const { endpoint, headers, share, service, mode } = destination
  diag.setLogger(warnRarely(), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
  })
  const ours = { 'service.name': service, 'deployment.environment.name': mode }
  const provider = new TracerProvider({
    resource: resourceFromAttributes(ours).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  return {
    tracer: tracerOf(provider),
    async stop() {
      await Promise.race([
        provider.shutdown(),
        pause(MILLISECONDS_TO_END, undefined, { ref: false }),
      ])
      context.disable()
      diag.disable()
    },
  }
}

function tracerOf(provider: TracerProvider): Tracer {
  const spans = provider.getTracer('halcyon')
  return {
    inSpan(work, run) {
      const around = contextOf(work)
      if (work.isPart && !trace.getSpan(around)) return run()
      const { name, facts = {} } = work
      const span = spans.startSpan(name, { kind: KINDS[work.kind], attributes: facts }, around)
      return context.with(trace.setSpan(around, span), () => runIn(span, work, run))
    },
    describe(name, facts, failure) {
      const span = trace.getActiveSpan()?.updateName(name).setAttributes(facts)
      if (span && failure) fail(span, failure)
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    traceparent: () => headerOf(trace.getActiveSpan()),
  }
}

/** A header that cannot be read begins a new trace. */
function contextOf({ parent }: { parent?: string | undefined }): Context {
  if (parent === undefined) return context.active()
  const remote = parseTraceParent(parent)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
}

function runIn<Answer>(span: Span, { failureIn }: Work<Answer>, run: () => Answer): Answer {
  let answer: Answer
  try {
    answer = run()
  } catch (error) {
    failWith(span, error)
    throw error
  }
  if (!(answer instanceof Promise)) {
    span.end()
    return answer
  }
  const ended = answer.then(
    (value: Awaited<Answer>) => {
      const failure = failureIn?.(value)
      if (failure) fail(span, failure)
      span.end()
      return value
    },
    (error: unknown) => {
      failWith(span, error)
      throw error
    },
  )
  return ended as Answer
}

/** The kind of the error alone: its message may name a person. */
function failWith(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  fail(span, [code, name].find((word) => typeof word === 'string') ?? 'unknown')
  span.end()
}

function fail(span: Span, failure: string): void {
  span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
}

function headerOf(span: Span | undefined): string | undefined {
  if (!span) return undefined
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`
}

function warnRarely() {
  let lastWarned = -Infinity
  const error: DiagLogFunction = (problem) => {
    if (performance.now() - lastWarned < MILLISECONDS_BETWEEN_WARNINGS) return
    lastWarned = performance.now()
    log.warn({ problem: problem.slice(0, 300) }, 'Traces cannot be sent')
  }
  return { error, warn: silence, info: silence, debug: silence, verbose: silence }
}

function silence(): void {}
