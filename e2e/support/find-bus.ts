import type { Database } from '#platform/db.server.ts'
import { TIME_ZONE } from '#platform/time.ts'

/** The first and the last stop of a line. */
export type Line = { from: string; to: string }

/** The moment of a local time in Cyprus, such as 2026-12-04T06:30. */
export function momentOf(local: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(TIME_ZONE).toInstant()
}

/** The departure of a line that leaves its first stop at this local time. */
export async function findBus(books: Database, line: Line, local: string): Promise<string> {
  const found = await busesOf(books, line)
    .where('firstCall.departsAt', '=', momentOf(local))
    .executeTakeFirstOrThrow()
  return found.departureId
}

/** The departures of a line that leave after a moment, soonest first. */
export async function listBuses(
  books: Database,
  line: Line,
  { after, most }: { after: Temporal.Instant; most: number },
): Promise<string[]> {
  const found = await busesOf(books, line)
    .where('firstCall.departsAt', '>', after)
    .orderBy('firstCall.departsAt')
    .limit(most)
    .execute()
  return found.map(({ departureId }) => departureId)
}

function busesOf(books: Database, { from, to }: Line) {
  return books
    .selectFrom('departureStops as firstCall')
    .innerJoin('departureStops as lastCall', 'lastCall.departureId', 'firstCall.departureId')
    .select('firstCall.departureId')
    .where('firstCall.position', '=', 0)
    .where('firstCall.stopId', '=', from)
    .where('lastCall.stopId', '=', to)
}
