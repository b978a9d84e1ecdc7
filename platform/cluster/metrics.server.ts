import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'

import { metrics } from '#platform/metrics.server.ts'

import { ask } from './ask.server.ts'
import type { Metric } from './messages.ts'
import { listWorkers } from './primary.server.ts'

/** A process that does not answer in this time is left out. */
const ANSWER_MILLISECONDS = 1000

/** The metrics of this program in the format of Prometheus, added up over its processes. */
export async function tellMetrics(): Promise<string> {
  const workers = listWorkers()
  if (workers.length === 0) return metrics.metrics()
  const theirs = await Promise.all(workers.map(askFor))
  const all = [await metrics.getMetricsAsJSON(), ...theirs]
  return AggregatorRegistry.aggregate(all).metrics()
}

async function askFor(worker: Worker): Promise<Metric[]> {
  const told = await ask(worker, 'tell-metrics', ANSWER_MILLISECONDS)
  return told?.metrics ?? []
}
