import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

type QueueCounts = {
  queue: string
  /** Jobs whose time has come and that nobody does yet. */
  waiting: number
  /** When the job that waits longest should have begun; null if none waits. */
  waitingSince: Temporal.Instant | null
  /** The seconds since then; 0 if none waits. */
  oldestSeconds: number
  active: number
  /** Jobs whose last attempt failed in the last seven days. */
  parked: number
}

export type JobCounts = Pick<QueueCounts, 'waiting' | 'waitingSince' | 'active' | 'parked'>

/**
 * The progress of the jobs of each queue; a job that waits to be parked belongs to the queue in
 * which it failed. Times are those of the database's clock.
 */
export async function countQueues(): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    select queue, coalesce(waiting, 0) as waiting, waiting_since,
      coalesce(extract(epoch from now() - waiting_since), 0)::float8 as oldest_seconds,
      coalesce(active, 0) as active, coalesce(parked, 0) as parked
    from (
      select distinct regexp_replace(name, '-parked$', '') as queue from pgboss.queue
    ) as queues
    left join (
      select
        regexp_replace(name, '-parked$', '') as queue,
        count(*) filter (where state in ('created', 'retry') and start_after <= now()) as waiting,
        min(start_after) filter (where state in ('created', 'retry') and start_after <= now())
          as waiting_since,
        count(*) filter (where state = 'active') as active,
        count(*) filter (where name like '%-parked' and created_on > now() - interval '7 days')
          as parked
      from pgboss.job
      group by 1
    ) as jobs using (queue)`.execute(db)
  return rows
}

/** The same for all queues together. */
export async function countJobs(): Promise<JobCounts> {
  const queues = await countQueues()
  const sumOf = (name: 'waiting' | 'active' | 'parked') =>
    queues.reduce((total, counts) => total + counts[name], 0)
  const [waitingSince = null] = queues
    .flatMap((counts) => counts.waitingSince ?? [])
    .toSorted((one, other) => Temporal.Instant.compare(one, other))
  return {
    waiting: sumOf('waiting'),
    waitingSince,
    active: sumOf('active'),
    parked: sumOf('parked'),
  }
}
