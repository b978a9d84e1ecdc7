import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

export type Replication = {
  /** Programs that read the log of changes now; a backup that streams is one of them. */
  standbys: number
  /** The standbys that a commit waits for, as PostgreSQL lists them; empty if it waits for none. */
  names: string
  /** Whether a commit waits for the disk of the primary at least. */
  waits: boolean
}

/**
 * What the role of the site can see of the copies of its database. It cannot see the state or delay
 * of a standby, one that is not connected at this moment, or copies made below PostgreSQL.
 */
export async function findReplication(): Promise<Replication> {
  const { rows } = await sql<Replication>`
    select (select count(*) from pg_stat_replication) as standbys,
      current_setting('synchronous_standby_names') as names,
      current_setting('synchronous_commit') <> 'off' as waits`.execute(db)
  return rows[0] ?? { standbys: 0, names: '', waits: true }
}
