import cluster, { type Worker } from 'node:cluster'
import { expect, test } from 'vitest'

import { ask } from './ask.server.ts'
import type { Order, Report } from './messages.ts'

/** Longer than any test takes. */
const MILLISECONDS = 60_000

/** A process that serves pages; `asked` has the numbers of the questions that it has not answered. */
function newWorker() {
  const asked: number[] = []
  const send = (order: Order) => void ('number' in order && asked.push(order.number))
  const worker = { isConnected: () => true, send } as unknown as Worker
  const report = (told: Report) => void cluster.emit('message', worker, told)
  return { worker, asked, report }
}

test('many questions at once, answered in any order, have one listener and get an answer each', async () => {
  const workers = Array.from({ length: 20 }, newWorker)
  const listeners = cluster.listenerCount('message')
  const answers = workers.map(({ worker }) => ask(worker, 'tell-work', MILLISECONDS))
  expect(cluster.listenerCount('message') - listeners).toBeLessThanOrEqual(1)
  for (const [share, { asked, report }] of [...workers.entries()].toReversed()) {
    report({ report: 'worked', number: asked[0] ?? 0, share })
  }
  const shares = (await Promise.all(answers)).map((answer) => answer?.share)
  expect(shares).toEqual([...workers.keys()])
})

test('a report of the same number that answers another question is no answer', async () => {
  const { worker, asked, report } = newWorker()
  const answer = ask(worker, 'tell-work', MILLISECONDS)
  const number = asked[0] ?? 0
  const count = { name: 'any', key: 'any', tries: 1, seconds: 1, shared: false }
  report({ report: 'count', number, count })
  report({ report: 'metrics', number, metrics: [] })
  report({ report: 'worked', number, share: 0.5 })
  expect((await answer)?.share).toBe(0.5)
})

test('a question that nobody answers ends without an answer', async () => {
  expect(await ask(newWorker().worker, 'tell-metrics', 0)).toBeUndefined()
})
