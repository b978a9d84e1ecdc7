import { checkFeed } from '#modules/gtfs/check/check-feed.ts'
import { describeFinding } from '#modules/gtfs/check/describe-finding.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import { findNewestImport } from './newest-import.server.ts'
import { unpackFeed } from './pack-feed.ts'
import { readPublished } from './published.server.ts'
import type { PublishedTimetable } from './write-feed.ts'

/**
 * I20: whoever reads the newest feed gets exactly the timetable and the fares that are sold. Returns
 * a sentence for each table that differs.
 */
export async function compareFeed(db: Database | Tx, now: Temporal.Instant): Promise<string[]> {
  const newest = await findNewestImport(db)
  if (!newest?.feed) return []
  const { problems, timetable } = checkFeed(unpackFeed(newest.feed), dateInCyprus(now))
  if (problems.length > 0) {
    return problems.map((problem) => `I20: the feed is unsound: ${describeFinding(problem)}`)
  }
  const sold = await readPublished(db, dateInCyprus(now))
  const tables = Object.keys(sold) as (keyof PublishedTimetable)[]
  return tables.flatMap((table) => {
    const [own, read] = [linesOf(sold[table]), linesOf(timetable[table])]
    const [missing] = own.difference(read)
    const [other] = read.difference(own)
    const differs = missing ?? other
    return differs ? [`I20: the feed and the ${table} that are sold differ in ${differs}`] : []
  })
}

/** Rows as texts that do not depend on the order of their columns. */
function linesOf(rows: readonly object[]): ReadonlySet<string> {
  return new Set(rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())))
}
