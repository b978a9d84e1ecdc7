import { sql, type OperationNodeSource } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }

import { listWorkers } from '#platform/cluster/primary.server.ts'
import { WITHOUT_LIMITS } from '#platform/connection/limits-of-role.server.ts'
import { soonOrNot } from '#platform/connection/steady-pool.server.ts'
import { LOCK_SECONDS, untilNothingIsInTheWay } from '#platform/database/prepare-alone.server.ts'
import { WATCHED_BY_SYSTEM, type Database, type Tx } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { nameOfWrite, writeTogether } from '#platform/write-together.server.ts'

import { OF_OTHERS, openVisitorsFirst } from './visitors-first.server.ts'

/**
 * Work that is done later, once it is enqueued. Enqueuing writes a row in the transaction that
 * gives the reason for it, so neither exists without the other. A job may run twice.
 */
export type Job<Data extends object> = {
  name: string
  /** Attempts before the job is parked, with an alert, while other jobs go on. */
  tries: number
  /** Seconds before the second attempt; doubled at each, up to the longest pause. */
  firstPause: number
  longestPause: number
  /** Time limit in seconds, if longer than JOB_SECONDS. */
  seconds?: number
  /** The type `Data`; never set, only read by the compiler. */
  data?: Data
}

/** A job with the function that does it. `cron` is its schedule, if it has one, in Cyprus time. */
export type JobDone<Data extends object> = {
  job: Job<Data>
  run(data: Data): Promise<unknown>
  /** Called after the last attempt has failed. */
  park?(data: Data): Promise<void>
  /** True if it lets a crowd of visitors pass first. */
  isPatient?: boolean
  cron?: string
}

/** Seconds between checks for dead workers: of the whole, and of any one queue. */
const LOOK_FOR_DEAD_WORKERS = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }
const PARKED = 'parked'
const SCHEMA = 'pgboss'

/** Changes of the library's tables wait no longer for a lock than our own. */
const SOON_OR_LATER = `${WITHOUT_LIMITS} -c lock_timeout=${LOCK_SECONDS}s`

/**
 * Makes the queues that transactions send to. Run by the owner, to prepare a database. Queues that a
 * newer release has made stay as they are.
 */
export function prepareJobs(ownerUrl: string, jobs: Job<object>[]): Promise<void> {
  return untilNothingIsInTheWay(async () => {
    const boss = newBoss(ownerUrl, { migrate: true, options: SOON_OR_LATER })
    try {
      await boss.start()
      if (await isNewer(boss)) return
      await boss.createQueue(PARKED)
      await Promise.all(jobs.map((job) => makeQueue(boss, job)))
    } finally {
      await boss.stop({ graceful: false })
    }
  })
}

async function isNewer(boss: PgBoss): Promise<boolean> {
  return ((await boss.schemaVersion()) ?? 0) > bossPackage.pgboss.schema
}

async function makeQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  const { name, tries, firstPause, longestPause, seconds = 0 } = job
  const options = {
    retryLimit: tries - 1,
    retryDelay: firstPause,
    retryBackoff: true,
    retryDelayMax: longestPause,
    expireInSeconds: Math.max(env().JOB_SECONDS, seconds),
    deadLetter: `${name}-${PARKED}`,
  }
  await boss.createQueue(options.deadLetter)
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

let sender: Promise<PgBoss> | undefined

export type KeptJob = { name: string; data: object }

let kept: KeptJob[] | undefined

/**
 * From now on this program enqueues nothing: its jobs go into the list that is returned, for it to
 * do itself. For a program whose clock differs from that of the workers.
 */
export function keepJobs(): KeptJob[] {
  return (kept ??= [])
}

/** Enqueues a job in this transaction: it exists only if the transaction commits. */
export async function enqueueJob<Data extends object>(
  tx: Tx,
  job: Job<Data>,
  data: Data,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> {
  if (kept) {
    kept.push({ name: job.name, data })
    return
  }
  const boss = await openSender()
  await boss.send(job.name, data, { db: fromKysely(tx), startAfter: afterSeconds })
}

type JobWith<Data extends object> = {
  writes: readonly OperationNodeSource[]
  job: Job<Data>
  data: Data
  afterSeconds?: number
}

/**
 * Sends several writes as one statement (writeTogether), and with them a job if the last one returns a
 * row. Such a statement needs no transaction around it.
 *
 * @returns what the last write returns
 */
export async function writeWithJob<Row, Data extends object>(
  tx: Tx | Database,
  { writes, job, data, afterSeconds = 0 }: JobWith<Data>,
): Promise<Row[]> {
  if (kept) {
    const rows = await writeTogether<Row>(tx, writes)
    if (rows.length > 0) kept.push({ name: job.name, data })
    return rows
  }
  const last = nameOfWrite(writes.length)
  const boss = await openSender()
  let enqueued = sql``
  const db = {
    executeSql: async (text: string, values: readonly unknown[] = []) => {
      // Without a row the library is given null, of which it makes no job.
      enqueued = sql.join(
        text.split(/\$(\d+)\b/).map((part, place) => {
          const value = sql`(select ${values[Number(part) - 1]}::text from ${last} limit 1)`
          return place % 2 === 1 ? value : sql.raw(part)
        }),
        sql``,
      )
      return { rows: [] }
    },
  }
  await boss.send(job.name, data, { db, startAfter: afterSeconds })
  return writeTogether<Row>(tx, [...writes, enqueued, sql`select * from ${last}`])
}

/**
 * Started with the first job enqueued. A failed start is dropped, so that the next call tries again;
 * a slow one goes on, for the next call, while this one waits no longer than for any connection.
 */
function openSender(): Promise<PgBoss> {
  sender ??= startBoss(process.env.DATABASE_URL ?? '', WEB_LIMITS).catch((error: unknown) => {
    sender = undefined
    throw error
  })
  return soonOrNot(sender)
}

/** Deletes messages of failed jobs that contain `text`: a mail server's reply names the address. */
export async function forgetInJobs(tx: Tx, text: string): Promise<void> {
  await sql`update ${sql.table(`${SCHEMA}.job`)} set output = null
    where position(lower(${text}) in lower(output::text)) > 0`.execute(tx)
}

/** Days in which people may ask why a job failed. */
const FAILURE_DAYS_KEPT = 7

/** Deletes old messages of failed jobs, which are no longer needed and may name a person. */
export async function forgetFailures(tx: Tx, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: 24 * FAILURE_DAYS_KEPT }).toString()
  await sql`update ${sql.table(`${SCHEMA}.job`)} set output = null
    where output is not null and completed_on < ${limit}::timestamptz`.execute(tx)
}

export async function stopEnqueueing(): Promise<void> {
  const boss = await sender
  sender = undefined
  await boss?.stop({ graceful: false })
}

const visitorsFirst = openVisitorsFirst()
const othersFirst = openVisitorsFirst(OF_OTHERS)

/** For nightly and parked jobs, which no visitor waits for: each look is a query. */
const SLOW_POLLING_SECONDS = 3

/**
 * A look for jobs that has no answer for so long goes to a database that is gone without a word. Its queue waits for it,
 * and the system gives such a connection up after a quarter of an hour only.
 */
const SILENCE_MILLISECONDS = 30_000

/** Seconds for jobs under way, within a site that is to end soon. */
const SECONDS_WITHIN_SITE = 5

/** Seconds for jobs under way, where a program does nothing else; less than deploy/ allows it. */
export const SECONDS_TO_FINISH = 25

/**
 * Runs the jobs until it is stopped; those under way are finished first, if the seconds given suffice:
 * the others are done again later. The connections are its own, so the address is one past any pooler.
 */
export async function startWorkers(
  directUrl: string,
  jobs: readonly JobDone<object>[],
  silence = SILENCE_MILLISECONDS,
): Promise<{ stop: (seconds?: number) => Promise<void> }> {
  const lines = { options: WITHOUT_LIMITS, query_timeout: silence, ...WATCHED_BY_SYSTEM }
  const duties = { supervise: true, schedule: true, ...lines }
  const boss = await startBoss(directUrl, { ...duties, ...LOOK_FOR_DEAD_WORKERS })
  try {
    for (const done of jobs) await beginWith(boss, done)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return {
    stop: (seconds = SECONDS_WITHIN_SITE) => boss.stop({ graceful: true, timeout: 1000 * seconds }),
  }
}

/** Visitors who are waiting are answered before the first poll for jobs. */
const MILLISECONDS_BEFORE_JOBS = 500

/** As `startWorkers`, again and again while the database is away, until it is `stopping`. */
export async function keepTryingToStart(
  directUrl: string,
  jobs: readonly JobDone<object>[],
  stopping?: AbortSignal,
) {
  for (;;) {
    await pause(MILLISECONDS_BEFORE_JOBS)
    if (stopping?.aborted) return undefined
    try {
      return await startWorkers(directUrl, jobs)
    } catch (error) {
      log.error({ err: error }, 'The jobs cannot begin; they try again')
    }
  }
}

async function beginWith(boss: PgBoss, done: JobDone<object>): Promise<void> {
  const { job, cron, isPatient } = done
  const polling = { pollingIntervalSeconds: cron ? SLOW_POLLING_SECONDS : 0.5 }
  const worker = await boss.work<object>(job.name, polling, async ([one]) => {
    if (!one) return
    // A queue often holds more: without this it would give at most two jobs a second.
    boss.notifyWorker(worker)
    if (isPatient) await (listWorkers().length > 0 ? othersFirst() : visitorsFirst())
    await done.run(one.data)
  })
  const rarely = { pollingIntervalSeconds: SLOW_POLLING_SECONDS }
  await boss.work<object>(`${job.name}-${PARKED}`, rarely, async ([one]) => {
    if (!one) return
    const { data } = one
    log.error({ job: job.name, data }, 'A job was tried often enough and is parked')
    await done.park?.(data)
  })
  if (cron) await boss.schedule(job.name, cron, {}, { tz: 'Asia/Nicosia' })
}

/** For enqueuing. Its connection may come late; who waits for it has rows locked, and waits a second. */
const WEB_LIMITS = { connectionTimeoutMillis: 4000, query_timeout: 2000 }

type Duties = Partial<typeof WEB_LIMITS & typeof WATCHED_BY_SYSTEM> & {
  /** Of PostgreSQL, for each connection. */
  options?: string
  migrate?: boolean
  bamIntervalSeconds?: number
  supervise?: boolean
  schedule?: boolean
  superviseIntervalSeconds?: number
  monitorIntervalSeconds?: number
}

/** Statements that a newer release has deferred are its own affair. */
const ONCE_A_DAY = 24 * 60 * 60

/**
 * Starts the library, also on tables that a newer one has migrated while this release still runs:
 * it refuses them unless it may migrate, and then finds nothing to do. Its migrations add to the
 * tables of the version before.
 */
async function startBoss(address: string, duties: Duties): Promise<PgBoss> {
  const boss = newBoss(address, duties)
  try {
    return await boss.start()
  } catch (error) {
    const isForNewer = await isNewer(boss).catch(() => false)
    await boss.stop({ graceful: false })
    if (!isForNewer) throw error
  }
  log.warn('A newer release has migrated the job queue; this one goes on using it')
  return newBoss(address, { ...duties, migrate: true, bamIntervalSeconds: ONCE_A_DAY }).start()
}

function newBoss(connectionString: string, duties: Duties): PgBoss {
  const boss = new PgBoss({
    connectionString,
    schema: SCHEMA,
    max: 3,
    migrate: false,
    supervise: false,
    schedule: false,
    ...duties,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue has trouble'))
  // The data beside the message may name a person: it contains queries with their values.
  boss.on('warning', ({ message }) => log.warn({ problem: message }, 'The job queue warns'))
  return boss
}
