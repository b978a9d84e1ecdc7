import { db } from '#platform/db.server.ts'

/** The last date of the newest timetable; undefined if none was ever imported. */
export async function findTimetableEnd(): Promise<Temporal.PlainDate | undefined> {
  const latest = await db
    .selectFrom('feedImports')
    .select('timetableUntil')
    .orderBy('importedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.timetableUntil
}
