import { sql } from 'kysely'

import { db, type Tx } from '#platform/db.server.ts'

/*
 * Two transactions in a known order: a test holds a row, sees another transaction wait for it, and
 * releases it. A lock waits for one second at most, so nothing slow may happen meanwhile.
 */

/**
 * Takes `lock` and keeps other transactions waiting for it until the returned function is called.
 */
export async function hold(lock: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [held, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = db.transaction().execute(async (tx) => {
    await lock(tx)
    held.resolve()
    await going.promise
  })
  await Promise.race([held.promise, done])
  return async () => {
    going.resolve()
    await done
  }
}

/** Ends what would never end, for example after the transaction that was to wait has failed. */
const MAX_WAIT_MILLISECONDS = 30_000

/** Resolves as soon as this many transactions of this database wait for a lock. */
export async function untilWaiting(count: number): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MILLISECONDS
  while (performance.now() < deadline) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.waiting ?? 0) >= count) return
  }
  throw new Error(`${count} transactions were to wait for a lock, and did not`)
}
