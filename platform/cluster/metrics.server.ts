import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'

import { metrics } from '#platform/metrics/metrics.server.ts'

import { ask } from './ask.server.ts'
import type { Metric } from './messages.ts'
import { listWorkers } from './primary.server.ts'

/** If a process does not answer within this time, its last numbers are reported. */
const ANSWER_MILLISECONDS = 1000

/** The last numbers of each process, by its id. */
const lastTold = new Map<number, Metric[]>()
/**
 * The counts of processes that have ended: without them a sum would fall, and be read as a new
 * start.
 */
let ended: Metric[] = []

/** The metrics of this program in the format of Prometheus, added up over its processes. */
export async function tellMetrics(): Promise<string> {
  const workers = listWorkers()
  const [ours] = await Promise.all([metrics.getMetricsAsJSON(), ...workers.map(askFor)])
  keepOfEnded()
  if (lastTold.size === 0 && ended.length === 0) return metrics.metrics()
  return AggregatorRegistry.aggregate([ours, ended, ...lastTold.values()]).metrics()
}

async function askFor(worker: Worker): Promise<void> {
  const told = await ask(worker, 'tell-metrics', ANSWER_MILLISECONDS)
  // The numbers of a worker that has ended are counted already, perhaps for another reader.
  if (told && isHere(worker.id)) lastTold.set(worker.id, told.metrics)
}

function keepOfEnded(): void {
  for (const [id, told] of lastTold) {
    if (isHere(id)) continue
    ended = addUp(ended, told.filter(isCounted))
    lastTold.delete(id)
  }
}

/** Its sums have the form of what it adds up, which its types do not say. */
function addUp(...all: Metric[][]): Metric[] {
  return AggregatorRegistry.aggregate(all).getMetricsAsArray() as unknown as Metric[]
}

/** What a process has now, such as its memory, ends with it. */
function isCounted({ type }: Metric): boolean {
  const named: unknown = type
  return named === 'counter' || named === 'histogram'
}

function isHere(id: number): boolean {
  return cluster.workers?.[id] !== undefined
}
