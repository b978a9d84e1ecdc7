import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import { delayAt, type DelayReport } from './delay.ts'

/** Minutes by which a bus is late at one of its stops; negative if it is early. */
export type DelayAt = (departureId: string, position: number) => number

/**
 * The delays of some departures. All pages, mails and calendars ask here, so that they state the
 * same figure. A departure without a report is on time.
 */
export async function findDelays(
  departureIds: readonly string[],
  tx: Tx | Database = db,
): Promise<DelayAt> {
  const reports = await listDelays(departureIds, tx)
  return (departureId, position) => delayAt(reports.get(departureId) ?? [], position)
}

/** A report as it was entered; later ones have larger numbers. */
export type EnteredDelay = DelayReport & {
  departureId: string
  delayNo: number
  enteredBy: string
  enteredAt: Temporal.Instant
}

/** The reports of some departures, newest first. */
export async function listDelays(
  departureIds: readonly string[],
  tx: Tx | Database = db,
): Promise<Map<string, EnteredDelay[]>> {
  if (departureIds.length === 0) return new Map()
  const reports = await tx
    .selectFrom('departureDelays')
    .select(['departureId', 'delayNo', 'fromPosition', 'minutes', 'enteredBy', 'enteredAt'])
    .where('departureId', 'in', [...new Set(departureIds)])
    .orderBy('delayNo', 'desc')
    .execute()
  return Map.groupBy(reports, ({ departureId }) => departureId)
}

/** One report, by its number. */
export function getDelay(delayNo: number): Promise<DelayReport> {
  return db
    .selectFrom('departureDelays')
    .select(['fromPosition', 'minutes'])
    .where('delayNo', '=', delayNo)
    .executeTakeFirstOrThrow()
}

type NewDelay = DelayReport & { departureId: string; by: Actor; now: Temporal.Instant }

/** Adds a report; the departure is locked. Returns its number: a later report has a larger one. */
export async function writeDelay(tx: Tx, report: NewDelay): Promise<number> {
  const { departureId, fromPosition, minutes, by, now } = report
  const { delayNo } = await tx
    .insertInto('departureDelays')
    .values({ departureId, fromPosition, minutes, enteredBy: actorText(by), enteredAt: now })
    .returning('delayNo')
    .executeTakeFirstOrThrow()
  return delayNo
}

/** Hours after which a report matters to no board any more: a day late, and a long journey. */
const REPORT_COUNTS_HOURS = 48

/** The departures about which something was reported recently; few, if any. */
export async function listReportedDepartures(now: Temporal.Instant): Promise<string[]> {
  const reported = await db
    .selectFrom('departureDelays')
    .select('departureId')
    .distinct()
    .where('enteredAt', '>', now.subtract({ hours: REPORT_COUNTS_HOURS }))
    .execute()
  return reported.map(({ departureId }) => departureId)
}
