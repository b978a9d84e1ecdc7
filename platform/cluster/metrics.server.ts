import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'

import { metrics } from '#platform/metrics.server.ts'

import type { Metric, Report } from './messages.ts'
import { listWorkers, send } from './primary.server.ts'

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

let lastNumber = 0

function askFor(worker: Worker): Promise<Metric[]> {
  const { promise, resolve } = Promise.withResolvers<Metric[]>()
  const number = ++lastNumber
  const timer = setTimeout(() => resolve([]), ANSWER_MILLISECONDS)
  const hear = (_worker: Worker, told: Report) => {
    if (told.report === 'metrics' && told.number === number) resolve(told.metrics)
  }
  cluster.on('message', hear)
  send(worker, { order: 'tell-metrics', number })
  return promise.finally(() => {
    clearTimeout(timer)
    cluster.off('message', hear)
  })
}
