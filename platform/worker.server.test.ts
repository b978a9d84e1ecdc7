import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { LineFullError } from './limits/turns.server.ts'
import { openWorker } from './worker.server.ts'

const EXAMPLE = new URL('../test/fixtures/echoing-worker.ts', import.meta.url)
const LIMITS = { maxWaiting: 3, milliseconds: 10_000, megabytes: 64 }

test('each caller gets its own answer, one after the other', async () => {
  const answer = openExample()
  expect(await Promise.all(['α', 'β', 'γ'].map(answer))).toEqual(['α', 'β', 'γ'])
})

test('a job that cannot be done does not affect the others', async () => {
  const answer = openExample()
  const [bad, good] = await Promise.allSettled(['fail', 'good'].map(answer))
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: /no answer to that/ } })
  expect(good).toMatchObject({ status: 'fulfilled', value: 'good' })
})

test('a worker that dies loses only its job; the next one has a new worker', async () => {
  const answer = openExample()
  const [lost, next] = await Promise.allSettled(['die', 'next'].map(answer))
  expect(lost).toMatchObject({ status: 'rejected', reason: { message: /exited with code: 3/ } })
  expect(next).toMatchObject({ status: 'fulfilled', value: 'next' })
  expect(await answer('later')).toBe('later')
})

test('a worker that hangs is abandoned, and the next job has its full time', async () => {
  const answer = openExample({ ...LIMITS, milliseconds: 1500 })
  await answer('first')
  const [silent, next] = await Promise.allSettled(['hang', 'next'].map(answer))
  expect(silent).toMatchObject({
    status: 'rejected',
    reason: { name: 'AbortError', cause: { name: 'TimeoutError' } },
  })
  expect(next).toMatchObject({ status: 'fulfilled', value: 'next' })
})

test('a thread has more time to start and for its first job than for others', async () => {
  const file = new URL('../test/fixtures/slowly-started-worker.ts', import.meta.url)
  const answer = openExample({ ...LIMITS, milliseconds: 1500 }, file)
  expect(await answer('slow')).toBe('slow')
  await expect(answer('hang')).rejects.toMatchObject({ cause: { name: 'TimeoutError' } })
  expect(await answer('next')).toBe('next')
})

test('a job is refused straight away when too many are waiting', async () => {
  const answer = openExample()
  const waiting = ['1 at work', '2', '3', '4'].map(answer)
  await expect(answer('5')).rejects.toBeInstanceOf(LineFullError)
  expect(await Promise.all(waiting)).toHaveLength(4)
  expect(await answer('6')).toBe('6')
})

test('an idle worker does not keep a finished program alive', async () => {
  const program = `
    import { openWorker } from '#platform/worker.server.ts'
    const file = new URL(${JSON.stringify(EXAMPLE.href)})
    const bytes = await openWorker(file, ${JSON.stringify(LIMITS)})('done')
    console.log(new TextDecoder().decode(bytes))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  expect(stdout.trim()).toBe('done')
})

function openExample(limits = LIMITS, file = EXAMPLE) {
  const answer = openWorker(file, limits)
  return async (text: string) => new TextDecoder().decode(await answer(text))
}
