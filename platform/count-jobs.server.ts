import { sql } from 'kysely'

import { db } from './db.server.ts'

export type JobCounts = {
  /** Jobs whose time has come and that nobody does yet. */
  waiting: number
  /** When the one that waits longest should have begun; null if none waits. */
  waitingSince: Temporal.Instant | null
  active: number
  /** Jobs whose last attempt failed in the last seven days. */
  parked: number
}

/** How the jobs get on. They tell the time by the clock of the database. */
export async function countJobs(): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select
      count(*) filter (where state in ('created', 'retry') and start_after <= now()) as waiting,
      min(start_after) filter (where state in ('created', 'retry') and start_after <= now())
        as waiting_since,
      count(*) filter (where state = 'active') as active,
      count(*) filter (where name like '%-parked' and created_on > now() - interval '7 days')
        as parked
    from pgboss.job`.execute(db)
  return rows[0] ?? { waiting: 0, waitingSince: null, active: 0, parked: 0 }
}
