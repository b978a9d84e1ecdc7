import cluster, { type Address, type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'

import { log } from '#platform/log.server.ts'
import { countHere, uncountHere } from '#platform/requests/count-in-memory.server.ts'

import type { Leaving, Order, Report, Surroundings } from './messages.ts'
import { pauseBefore } from './replacement.ts'
import { closeUntaken } from './untaken.server.ts'

/*
 * The side of the process that starts others and serves no pages itself. They share its port: it
 * gives each new connection to the next of them, so each core is used.
 */

/** Beyond the time that requests under way are given, a process that has not ended is killed. */
const MILLISECONDS_TO_END = 12_000

/** A start takes a core for a second, and the first visitors need it. */
const MILLISECONDS_BEFORE_OTHERS = 2000

export type Workers = {
  /** Resolves when the first of them answers; rejects if it ends before that, unless on request. */
  opened: Promise<Address>
  /** Tells them what they need. One process is started at first, the others once that answers. */
  begin: (surroundings: Surroundings) => void
  stop: (limits: Leaving) => Promise<void>
}

/** Starts `count` processes that run this program as workers, and replaces those that end. */
export function openWorkers(count: number): Workers {
  const { promise: opened, resolve, reject } = Promise.withResolvers<Address>()
  const { promise: surroundings, resolve: begin } = Promise.withResolvers<Surroundings>()
  const born = new Map<number, number>()
  /** The processes that are ending on request, and already have a successor. */
  const leaving = new Set<number>()
  const closing = new AbortController()
  let isOpen = false
  let shortLives = 0

  cluster.on('message', (worker, report: Report) => {
    if (report.report === 'started') void surroundings.then((told) => tellTo(worker, told))
    if (report.report === 'leaving') letGo(worker)
    if (report.report === 'count' || report.report === 'uncount') void answerCount(worker, report)
  })
  cluster.on('listening', (worker, address) => {
    if (isOpen || leaving.has(worker.id)) return
    isOpen = true
    resolve(address)
    for (let others = 1; others < count; others++) startLater(MILLISECONDS_BEFORE_OTHERS)
  })
  cluster.on('exit', (worker, code, signal) => {
    if (closing.signal.aborted || leaving.delete(worker.id)) return
    if (!isOpen) {
      reject(new Error(`its first process ended with ${signal ?? code}`))
      return
    }
    log.error({ worker: worker.process.pid, code, signal }, 'A process has ended; another follows')
    const milliseconds = performance.now() - (born.get(worker.id) ?? 0)
    born.delete(worker.id)
    const wait = pauseBefore({ milliseconds, shortLives })
    shortLives = wait === 0 ? 0 : shortLives + 1
    startLater(wait)
  })
  // Whoever awaits it may do so only after the first process has ended.
  opened.catch(() => {})
  startOne()
  return { opened, begin, stop }

  function startLater(milliseconds: number): void {
    pause(milliseconds, undefined, { signal: closing.signal }).then(startOne, () => {})
  }

  function startOne(): void {
    // A process that serves pages has no use for the owner of the tables.
    const worker = cluster.fork({ DATABASE_OWNER_URL: '', DATABASE_OWNER_URL_FILE: '' })
    born.set(worker.id, performance.now())
    closeUntaken(worker)
  }

  function letGo(worker: Worker): void {
    if (closing.signal.aborted || leaving.has(worker.id)) return
    leaving.add(worker.id)
    born.delete(worker.id)
    send(worker, { order: 'close', seconds: 0 })
    startOne()
  }

  async function stop(limits: Leaving): Promise<void> {
    closing.abort()
    const all = listWorkers()
    const ended = all.map((worker) => endOne(worker, limits))
    await Promise.all(ended)
  }
}

function tellTo(worker: Worker, surroundings: Surroundings): void {
  send(worker, { order: 'begin', surroundings })
}

/** Only the primary learns of a hurry, so a second order ends the wait of the worker. */
async function endOne(worker: Worker, { seconds, hurry }: Leaving): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  worker.once('exit', () => resolve())
  send(worker, { order: 'close', seconds })
  if (worker.isDead()) resolve()
  const isTime = pause(seconds * 1000, undefined, { signal: hurry, ref: false }).catch(() => {})
  await Promise.race([isOver, isTime])
  send(worker, { order: 'close', seconds: 0 })
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), MILLISECONDS_TO_END)
  await isOver
  clearTimeout(timer)
}

type Counting = Report & { report: 'count' | 'uncount' }

async function answerCount(worker: Worker, { report, number, count }: Counting): Promise<void> {
  const isFine = report === 'count' ? await countHere(count) : true
  if (report === 'uncount') await uncountHere(count)
  send(worker, { order: 'counted', number, isFine })
}

export function listWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** A message to a process that has just ended is lost. */
export function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => {})
}
