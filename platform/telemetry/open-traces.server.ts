import type { Settings } from '#platform/settings/env.server.ts'
import { useTracer } from '#platform/spans.server.ts'

type Part = { stop: () => Promise<void> }
type Where = Pick<
  Settings,
  'MODE' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
>

const NOTHING: Part = { stop: async () => {} }

/**
 * Sends traces to the collector at OTEL_EXPORTER_OTLP_ENDPOINT; without that setting no package of
 * theirs is loaded. To be called before the first connection to the database, and stopped last.
 */
export async function openTraces(
  settings: Where,
  service: 'halcyon-site' | 'halcyon-jobs',
): Promise<Part> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings
  if (!endpoint) return NOTHING
  const { startTracer } = await import('./open-telemetry.server.ts')
  const share = settings.OTEL_TRACES_SAMPLER_ARG
  const { tracer, stop } = startTracer({ endpoint, headers, share, service, mode: settings.MODE })
  useTracer(tracer)
  return {
    async stop() {
      useTracer(undefined)
      await stop()
    },
  }
}
