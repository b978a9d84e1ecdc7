import { parentPort, Worker } from 'node:worker_threads'

import { log } from './log.server.ts'

/*
 * Work that would hold up every other visitor is done on a thread of its own: one question at a
 * time, in the order asked. Who asks and who answers speak in strings, so that what crosses is
 * plain; moments and other types of ours do not survive the crossing.
 */

/** Thrown when so many wait already that an answer would come too late to be of use. */
export class WorkerBusyError extends Error {}

type Question = {
  id: number
  text: string
  resolve: (answer: Uint8Array<ArrayBuffer>) => void
  reject: (problem: Error) => void
}
type Answer = { id: number; bytes?: Uint8Array<ArrayBuffer>; problem?: string }

type Limits = { mostWaiting: number; millisecondsPerQuestion: number; megabytes: number }

export type WorkerPool = {
  /** @throws {WorkerBusyError} when too many wait; any other error is the worker's own. */
  ask(text: string): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/**
 * Opens a pool of one worker, which starts at the first question. If it dies, or does not answer
 * in time, the question it had is lost and the next one gets a new worker.
 */
export function openWorkerPool(file: URL, limits: Limits): WorkerPool {
  const waiting: Question[] = []
  let worker: Worker | undefined
  let current: Question | undefined
  let patience: NodeJS.Timeout | undefined
  let asked = 0

  function next(): void {
    if (current) return
    current = waiting.shift()
    if (!current) return worker?.unref() // an idle worker keeps no program alive
    worker ??= start()
    worker.ref()
    worker.postMessage({ id: current.id, text: current.text }, [])
    patience = setTimeout(() => lose('did not answer in time'), limits.millisecondsPerQuestion)
  }

  function settle(tell: (question: Question) => void): void {
    clearTimeout(patience)
    const question = current
    current = undefined
    if (question) tell(question)
    next()
  }

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes }
    const started = new Worker(file, { execArgv: [], env: {}, resourceLimits })
    started.on('message', ({ id, bytes, problem }: Answer) => {
      if (id !== current?.id) return
      settle(({ resolve, reject }) =>
        bytes ? resolve(bytes) : reject(new Error(`The worker failed: ${problem}`)),
      )
    })
    started.on('error', (error) => lose(String(error), started))
    started.on('exit', (code) => lose(`stopped with code ${code}`, started))
    return started
  }

  /** Once per worker: an error is followed by the exit of the same one. */
  function lose(problem: string, lost = worker): void {
    if (!lost || lost !== worker) return
    worker = undefined
    void lost.terminate()
    log.warn({ problem, file: file.pathname }, 'A worker was lost')
    settle(({ reject }) => reject(new Error(`The worker was lost: ${problem}`)))
  }

  return {
    ask(text) {
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
      if (waiting.length >= limits.mostWaiting) {
        reject(new WorkerBusyError(`${waiting.length} questions wait for the worker`))
      } else {
        waiting.push({ id: ++asked, text, resolve, reject })
        next()
      }
      return promise
    },
    async close() {
      const closing = worker
      worker = undefined
      const abandoned = waiting.splice(0)
      settle(({ reject }) => reject(new Error('The worker was closed')))
      for (const { reject } of abandoned) reject(new Error('The worker was closed'))
      await closing?.terminate()
    },
  }
}

/** The worker's side: answers each question in turn, and survives one it cannot answer. */
export function answerQuestions(answer: (text: string) => Promise<Uint8Array<ArrayBuffer>>): void {
  parentPort?.on('message', async ({ id, text }: { id: number; text: string }) => {
    try {
      const bytes = await answer(text)
      parentPort?.postMessage({ id, bytes } satisfies Answer, [bytes.buffer])
    } catch (error) {
      parentPort?.postMessage({ id, problem: String(error) } satisfies Answer, [])
    }
  })
}
