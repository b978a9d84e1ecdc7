import type { Database, Tx } from '#platform/db.server.ts'

export type NewestImport = {
  importId: string
  importedAt: Temporal.Instant
  source: string
  feed: Buffer | null
  feedVersion: string | null
  timetableUntil: Temporal.PlainDate
}

/** The import whose timetable is on sale; undefined before the first. */
export async function findNewestImport(db: Database | Tx): Promise<NewestImport | undefined> {
  return db
    .selectFrom('feedImports')
    .select(['importId', 'importedAt', 'source', 'feed', 'feedVersion', 'timetableUntil'])
    .orderBy('importedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
