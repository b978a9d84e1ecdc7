import cluster from 'node:cluster'
import process from 'node:process'

import { metrics } from '#platform/metrics/metrics.server.ts'
import { countHere, uncountHere } from '#platform/requests/count-in-memory.server.ts'
import type { Count } from '#platform/requests/count.ts'
import { env } from '#platform/settings/env.server.ts'

import type { Order, Report, Surroundings } from './messages.ts'
import { measureOwnWork } from './own-work.server.ts'

/*
 * The side of a process that serves pages beside others: see primary.server.ts. A program without
 * such processes is alone, and does everything in its own memory.
 */

/** The primary answers in less than a millisecond, unless it is ending or frozen. */
const ANSWER_MILLISECONDS = 500

/** The number of processes that share this machine for the same work. */
export function countSiblings(): number {
  return cluster.isWorker ? env().WORKERS : 1
}

type Part = {
  /** Called when this process is to end, and again with 0 seconds when its wait is over, perhaps early. */
  close: (seconds: number) => void
  /** Called if the primary was killed, just before this process ends too. */
  outlive: () => void
}

/**
 * Reports to the primary, and resolves once that has told what this process needs. Signals to a
 * whole group of processes are left to the primary; an operator who ends this process alone gets
 * another one in its place.
 */
export function joinPrimary({ close, outlive }: Part): Promise<Surroundings> {
  const { promise, resolve } = Promise.withResolvers<Surroundings>()
  let isClosing = false
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => tell({ report: 'leaving' }))
  process.on('message', (message: Order) => {
    if (message.order === 'begin') resolve(message.surroundings)
    if (message.order === 'tell-metrics') void tellMetrics(message.number)
    if (message.order === 'tell-work') void tellWork(message.number)
    if (message.order === 'close') {
      isClosing = true
      close(message.seconds)
    }
  })
  // Node itself ends a process whose primary has vanished, after these listeners.
  cluster.worker?.once('disconnect', () => isClosing || outlive())
  tell({ report: 'started' })
  return promise
}

/** Counts a try in the memory of the primary; in our own, if the primary does not answer. */
export async function countTogether(count: Count): Promise<boolean> {
  if (!cluster.isWorker) return countHere(count)
  const isFine = await askPrimary('count', count)
  return isFine ?? countHere(count)
}

/** Takes back a try counted by `countTogether`. */
export async function uncountTogether(count: Count): Promise<void> {
  if (!cluster.isWorker) return uncountHere(count)
  await askPrimary('uncount', count)
}

let lastNumber = 0
const waiting = new Map<number, (isFine: boolean | undefined) => void>()

function askPrimary(report: 'count' | 'uncount', count: Count): Promise<boolean | undefined> {
  if (lastNumber === 0) process.on('message', hear)
  const number = ++lastNumber
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>()
  const timer = setTimeout(() => resolve(undefined), ANSWER_MILLISECONDS)
  waiting.set(number, resolve)
  tell({ report, number, count })
  return promise.finally(() => {
    clearTimeout(timer)
    waiting.delete(number)
  })
}

function hear(message: Order): void {
  if (message.order === 'counted') waiting.get(message.number)?.(message.isFine)
}

async function tellMetrics(number: number): Promise<void> {
  tell({ report: 'metrics', number, metrics: await metrics.getMetricsAsJSON() })
}

async function tellWork(number: number): Promise<void> {
  tell({ report: 'worked', number, share: await measureOwnWork() })
}

/** A message to a primary that has just vanished is lost, and so is this process. */
function tell(report: Report): void {
  process.send?.(report, undefined, undefined, () => {})
}
