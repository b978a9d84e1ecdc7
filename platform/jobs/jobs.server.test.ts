import { sql } from 'kysely'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { db, type Database, type Tx } from '#platform/db.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { wireToDatabase } from '#test/simulation/wire.ts'

import {
  enqueueJob,
  keepTryingToStart,
  prepareJobs,
  startWorkers,
  stopEnqueueing,
  writeWithJob,
  type Job,
} from './jobs.server.ts'

const COUNT: Job<{ number: number }> = {
  name: 'count',
  tries: 1,
  firstPause: 1,
  longestPause: 1,
}
/** With a pause of three seconds after each, they would outlast the limit of a test. */
const JOBS = 220
const IN_AN_HOUR = { afterSeconds: 3600 }
/** The library then looks for the jobs of the calendar every three seconds only. */
const RARELY = '0 0 1 1 *'

test('a long queue of jobs is worked off without a pause after each', async () => {
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
  const worker = await startWorkers(url, [{ job: COUNT, run, cron: RARELY }])
  await done.promise
  await worker.stop()
  expect(counted.toSorted((one, other) => one - other)).toEqual(numbers)
})

test('a database that goes away while the jobs begin is asked until it is back', async () => {
  await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [COUNT])
  const wire = await wireToDatabase(process.env.DATABASE_URL ?? '')
  wire.cutAfter('pgboss.schedule')
  const counted = Promise.withResolvers<number>()
  const run = async ({ number }: { number: number }) => counted.resolve(number)
  const starting = keepTryingToStart(wire.url, [{ job: COUNT, run, cron: RARELY }])
  await db.transaction().execute((tx) => enqueueJob(tx, COUNT, { number: 7 }))
  const worker = await starting
  expect(await counted.promise).toBe(7)
  await worker?.stop()
  await wire.stop()
})

test('a database that is gone without a word is given up, and the next one is asked', async () => {
  await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [COUNT])
  const wire = await wireToDatabase(process.env.DATABASE_URL ?? '')
  const counts = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  const run = async ({ number }: { number: number }) => counts[number]?.resolve(number)
  const worker = await startWorkers(wire.url, [{ job: COUNT, run }], 300)
  await db.transaction().execute((tx) => enqueueJob(tx, COUNT, { number: 0 }))
  expect(await counts[0]?.promise).toBe(0)
  wire.is('old-are-silent')
  await db.transaction().execute((tx) => enqueueJob(tx, COUNT, { number: 1 }))
  expect(await counts[1]?.promise).toBe(1)
  await worker.stop()
  await wire.stop()
})

test.each([
  { seconds: 1, isFinished: false },
  { seconds: 5, isFinished: true },
])('a job of two seconds is finished ($isFinished) by a stop of $seconds s', async (given) => {
  await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [COUNT])
  await db.transaction().execute((tx) => enqueueJob(tx, COUNT, { number: 2 }))
  const begun = Promise.withResolvers<void>()
  let isFinished = false
  const run = async () => {
    begun.resolve()
    await pause(2000)
    isFinished = true
  }
  const worker = await startWorkers(process.env.DATABASE_URL ?? '', [{ job: COUNT, run }])
  await begun.promise
  await worker.stop(given.seconds)
  expect(isFinished).toBe(given.isFinished)
})

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

test('a job is enqueued by the statement of its reason, if that writes a row, and is lost with it', async () => {
  await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [COUNT])
  const write = (tx: Tx | Database, { from, to }: { from: number; to: number }) => {
    const edition = tx
      .updateTable('publicEditions')
      .set({ edition: to })
      .where('edition', '=', from)
      .returning('edition')
    return writeWithJob(tx, { writes: [edition], job: COUNT, data: { number: to }, ...IN_AN_HOUR })
  }
  const { edition: from } = await db
    .selectFrom('publicEditions')
    .select('edition')
    .executeTakeFirstOrThrow()
  expect(await write(db, { from, to: 1011 })).toEqual([{ edition: 1011 }])
  expect(await write(db, { from: -1, to: 1012 })).toEqual([])
  const undone = db.transaction().execute(async (tx) => {
    await write(tx, { from: 1011, to: 1013 })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const { rows } = await sql<{ number: number; later: boolean }>`
    select (data ->> 'number')::int as number, start_after > now() + interval '50 minutes' as later
    from pgboss.job where name = ${COUNT.name} and (data ->> 'number')::int > 1000`.execute(db)
  expect(rows).toEqual([{ number: 1011, later: true }])
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
