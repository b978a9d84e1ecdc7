import { sql } from 'kysely'

import { forgetKept } from '#platform/answers/cache.server.ts'
import { forgetPages } from '#platform/answers/page-cache.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'
import { lookEachSecond, type Looking } from '#platform/look-often.server.ts'

/** The edition that the caches of this process are of. */
let known: number | undefined

/** Drops all that this process has cached of a timetable that was replaced. */
export function forgetTimetable(): void {
  forgetKept()
  forgetPages()
}

/**
 * Notices each import, each departure that was cancelled or runs after all, and each notice, whichever
 * process wrote it, and drops what this process cached before. While the database cannot be reached, the cached
 * timetable stays in use.
 */
export function followEditions(): Looking {
  return lookEachSecond(look)
}

async function look(): Promise<void> {
  const { rows } = await sql<{ edition: number }>`select ${EDITION} as edition`.execute(db)
  for (const { edition } of rows) noteEdition(edition)
}

/** Imports are only ever added, and the other number only ever raised, so their sum is an edition. */
export const EDITION = sql<number>`(
  (select count(*) from feed_imports) + (select edition from public_editions))`

/** Drops what this process cached if the database is at another edition. */
export function noteEdition(edition: number): void {
  if (known !== undefined && edition !== known) {
    log.info({ edition }, 'A new edition is shown')
    forgetTimetable()
  }
  known = edition
}

/**
 * Makes a new edition with the changes of this transaction, so that every process shows them. Called
 * after the rows that they concern are locked.
 */
export async function raiseEdition(tx: Tx): Promise<void> {
  await tx
    .updateTable('publicEditions')
    .set((row) => ({ edition: row('edition', '+', 1) }))
    .execute()
}
