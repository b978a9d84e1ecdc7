import { sql } from 'kysely'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { asOwner } from '#test/fixtures/as-owner.ts'

import { db } from './db.server.ts'
import { enqueueJob, prepareJobs, startWorkers, stopEnqueueing, type Job } from './jobs.server.ts'

const COUNT: Job<{ number: number }> = {
  name: 'count',
  tries: 1,
  firstPause: 1,
  longestPause: 1,
}
const JOBS = 40
/** At the normal polling pace of two jobs a second the test would take four times as long. */
const MILLISECONDS = 5000

test(
  'a long queue of jobs is worked off without a pause after each',
  { timeout: MILLISECONDS },
  async () => {
    const url = process.env.DATABASE_URL ?? ''
    await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [COUNT])
    const numbers = Array.from({ length: JOBS }, (_, number) => number)
    await db.transaction().execute(async (tx) => {
      for (const number of numbers) await enqueueJob(tx, COUNT, { number })
    })

    const counted: number[] = []
    const done = Promise.withResolvers<void>()
    const run = async ({ number }: { number: number }) => {
      if (counted.push(number) === JOBS) done.resolve()
    }
    const worker = await startWorkers(url, [{ job: COUNT, run }])
    await done.promise
    await worker.stop()
    expect(counted.toSorted((one, other) => one - other)).toEqual(numbers)
  },
)

describe('while visitors take the whole thread', () => {
  /** The results of looks at the thread, from the next one on. */
  let busy: number[]
  beforeEach(async () => {
    await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [COUNT])
    await db.transaction().execute((tx) => enqueueJob(tx, COUNT, { number: 1 }))
    busy = [1, 0.9, 0.1]
    vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((before) => ({
      idle: 0,
      active: 0,
      utilization: before ? (busy.shift() ?? 0) : 0,
    }))
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test.each([
    { isPatient: true, looks: 3 },
    { isPatient: false, looks: 0 },
  ])(
    'a job that is patient ($isPatient) starts after $looks looks',
    async ({ isPatient, looks }) => {
      const started = Promise.withResolvers<number>()
      const run = async () => started.resolve(3 - busy.length)
      const worker = await startWorkers(process.env.DATABASE_URL ?? '', [
        { job: COUNT, run, isPatient },
      ])
      expect(await started.promise).toBe(looks)
      await worker.stop()
    },
  )
})

test('a release sends, does and keeps its jobs on the tables of a newer queue', async () => {
  const url = process.env.DATABASE_URL ?? ''
  const ownerUrl = process.env.DATABASE_OWNER_URL ?? ''
  await prepareJobs(ownerUrl, [COUNT])
  await stopEnqueueing()
  await asOwner((owner) => sql`update pgboss.version set version = version + 1`.execute(owner))
  await prepareJobs(ownerUrl, [{ ...COUNT, tries: 9 }])
  const { rows } = await sql<{ retryLimit: number }>`
    select retry_limit from pgboss.queue where name = ${COUNT.name}`.execute(db)
  expect(rows).toEqual([{ retryLimit: 0 }])

  await db.transaction().execute((tx) => enqueueJob(tx, COUNT, { number: 7 }))
  const done = Promise.withResolvers<number>()
  const run = async ({ number }: { number: number }) => done.resolve(number)
  const worker = await startWorkers(url, [{ job: COUNT, run }])
  expect(await done.promise).toBe(7)
  await worker.stop()
})
