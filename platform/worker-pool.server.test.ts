import { afterEach, expect, test } from 'vitest'

import { openWorkerPool, WorkerBusyError, type WorkerPool } from './worker-pool.server.ts'

const FILE = new URL('worker-pool-example.server.ts', import.meta.url)
const LIMITS = { mostWaiting: 3, millisecondsPerQuestion: 5000, megabytes: 64 }

let pool: WorkerPool

afterEach(() => pool.close())

const ask = async (text: string) => new TextDecoder().decode(await pool.ask(text))

test('answers come to who asked, one question after the other', async () => {
  pool = openWorkerPool(FILE, LIMITS)
  expect(await Promise.all([ask('α'), ask('β'), ask('γ')])).toEqual(['α', 'β', 'γ'])
})

test('a question that cannot be answered harms no other', async () => {
  pool = openWorkerPool(FILE, LIMITS)
  const [bad, good] = await Promise.allSettled([ask('fail'), ask('good')])
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: /no answer to that/ } })
  expect(good).toMatchObject({ status: 'fulfilled', value: 'good' })
})

test('a worker that dies loses its question only; the next one has a new worker', async () => {
  pool = openWorkerPool(FILE, LIMITS)
  const [lost, next] = await Promise.allSettled([ask('die'), ask('next')])
  expect(lost).toMatchObject({ status: 'rejected', reason: { message: /lost/ } })
  expect(next).toMatchObject({ status: 'fulfilled', value: 'next' })
  expect(await ask('later')).toBe('later')
})

test('a worker that falls silent is given up', async () => {
  pool = openWorkerPool(FILE, { ...LIMITS, millisecondsPerQuestion: 300 })
  const [silent] = await Promise.allSettled([ask('sleep')])
  expect(silent).toMatchObject({ status: 'rejected', reason: { message: /in time/ } })
})

test('when too many wait, the next is told at once', async () => {
  pool = openWorkerPool(FILE, LIMITS)
  const waiting = ['1 at work', '2', '3', '4'].map(ask)
  await expect(ask('5')).rejects.toBeInstanceOf(WorkerBusyError)
  expect(await Promise.all(waiting)).toHaveLength(4)
  expect(await ask('6')).toBe('6')
})
