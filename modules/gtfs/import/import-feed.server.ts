import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { bringFares } from '#modules/fares/bring-fares.server.ts'
import type { FareChange } from '#modules/fares/replace-fares.server.ts'
import { checkFeed } from '#modules/gtfs/check/check-feed.ts'
import type { Feed } from '#modules/gtfs/feed/feed.ts'
import type { FeedProblem, FeedWarning } from '#modules/gtfs/feed/findings.ts'
import type { Assumptions } from '#modules/gtfs/timetable/assumptions.ts'
import type { FeedTimetable } from '#modules/gtfs/timetable/timetable-of-feed.ts'
import { makeFeed, type KeptFeed } from '#modules/gtfs/write/keep-feed.server.ts'
import { readPublished } from '#modules/gtfs/write/published.server.ts'
import { forgetTimetable } from '#modules/timetable/editions.server.ts'
import {
  makeDepartures,
  waitForOthers,
  type MadeDepartures,
} from '#modules/timetable/make-departures.server.ts'
import { replaceTimetable } from '#modules/timetable/replace-timetable.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inTransactionOn } from '#platform/transaction.server.ts'

import { copyTimetable } from './copies.server.ts'
import { countOffSale, noteOnSale, takesTooMuch, type OffSale } from './off-sale.server.ts'

type ImportRequest = {
  /** The origin of the feed, for people: a file name. */
  source: string
  now: Temporal.Instant
  by: Actor
  /** Values that the company gives where the feed has none. */
  assumed?: Assumptions
  /** Allows a feed to take most departures off sale. */
  takeOffSale?: boolean
  /** The fares of the feed replace those of the office, which are kept otherwise. */
  replaceFares?: boolean
  /** Reports the effects, changes nothing, and lets nobody wait. */
  dryRun?: boolean
}

/** The number of each in the timetable. */
export type TimetableSize = { stops: number; routes: number; trips: number; fares: number }

/** The effects of an import, done or planned. */
export type ImportReport = {
  warnings: FeedWarning[]
  until: Temporal.PlainDate
  before: TimetableSize
  after: TimetableSize
  fareChanges: FareChange[]
  departures: MadeDepartures
  offSale: OffSale
}

export type ImportOutcome =
  | { ok: false; reason: 'unsound-feed'; problems: FeedProblem[]; warnings: FeedWarning[] }
  | ({ ok: false; reason: 'takes-off-sale' } & ImportReport)
  | ({ ok: true } & ImportReport)

/**
 * Makes a feed the timetable that is shown and sold, in one transaction: all of it or nothing. A
 * feed with problems is refused with all of them, and one that would take most departures off sale
 * is refused unless that is asked for. Departures already sold stay as they were sold; the outcome
 * lists those that differ in the feed.
 */
export async function importFeed(
  database: Database | Tx,
  feed: Feed,
  request: ImportRequest,
): Promise<ImportOutcome> {
  const checked = checkFeed(feed, dateInCyprus(request.now), request.assumed)
  const { problems, warnings, timetable } = checked
  if (problems.length > 0) return { ok: false, reason: 'unsound-feed', problems, warnings }

  const outcome = database.isTransaction
    ? await replace(database as Tx, timetable, warnings, request)
    : await replaceOrUndo(database, timetable, warnings, request)
  forgetTimetable()
  return outcome
}

async function replaceOrUndo(
  database: Database,
  timetable: FeedTimetable,
  warnings: FeedWarning[],
  request: ImportRequest,
): Promise<ImportOutcome> {
  return inTransactionOn(database, async (tx) => {
    if (request.dryRun) await copyTimetable(tx, dateInCyprus(request.now))
    const done = await replace(tx, timetable, warnings, request)
    if (!done.ok || request.dryRun) throw new Undone(done)
    return done
  }).catch((error: unknown) => {
    if (error instanceof Undone) return error.outcome
    throw error
  })
}

/** Rolls back a transaction and carries its outcome. */
class Undone extends Error {
  readonly outcome: ImportOutcome

  constructor(outcome: ImportOutcome) {
    super('undone')
    this.outcome = outcome
  }
}

async function replace(
  tx: Tx,
  timetable: FeedTimetable,
  warnings: FeedWarning[],
  request: ImportRequest,
): Promise<ImportOutcome> {
  const { until } = timetable
  invariant(until, 'a feed without problems has trips, and each of them runs')
  await waitForOthers(tx)

  const before = await sizeOf(tx)
  await noteOnSale(tx, dateInCyprus(request.now))
  await replaceTimetable(tx, timetable)
  const fareChanges = await bringFares(tx, {
    ...request,
    fares: timetable.fares,
    replaces: request.replaceFares ?? false,
  })
  const departures = await makeDepartures(tx, request.now)
  const offSale = await countOffSale(tx, dateInCyprus(request.now))
  const after = await sizeOf(tx)
  const report = { warnings, until, before, after, fareChanges, departures, offSale }
  if (takesTooMuch(offSale) && !request.takeOffSale) {
    return { ok: false, reason: 'takes-off-sale', ...report }
  }
  if (request.dryRun) return { ok: true, ...report }
  // Before the next search: without fresh statistics a search takes ten times as long.
  await sql`select analyze_timetable()`.execute(tx)
  await writeDown(tx, timetable, report, request)
  return { ok: true, ...report }
}

/** Limit on fare differences kept in the audit, beside their number. */
const MAX_FARES_KEPT = 1000

async function writeDown(
  tx: Tx,
  timetable: FeedTimetable,
  { warnings, until, before, after, fareChanges, departures }: ImportReport,
  { source, now, by }: ImportRequest,
) {
  const importId = randomUUID()
  await tx
    .insertInto('feedImports')
    .values({
      importId,
      importedAt: now,
      source,
      ...(await makeKept(tx, timetable.version, now)),
      publisher: timetable.publisher,
      timetableUntil: until,
      warnings: warnings.length,
    })
    .execute()
  const kept = fareChanges.slice(0, MAX_FARES_KEPT)
  await audit(tx, {
    by,
    subject: `feed-import/${importId}`,
    action: 'import-timetable',
    reason: source,
    before: { ...before, fareChanges: kept.map((change) => ({ ...change, after: undefined })) },
    after: {
      ...after,
      faresChanged: fareChanges.length,
      fareChanges: kept.map((change) => ({ ...change, before: undefined })),
      departures,
    },
    now,
  })
}

/** A version names one timetable: whoever changed a feed that we published may have left ours in it. */
async function makeKept(tx: Tx, version: string | null, now: Temporal.Instant): Promise<KeptFeed> {
  const published = await readPublished(tx, dateInCyprus(now))
  const made = makeFeed(published, version)
  const namesake = await tx
    .selectFrom('feedImports')
    .select('importId')
    .where('feedVersion', '=', made.feedVersion)
    .where('feed', '<>', made.feed)
    .limit(1)
    .executeTakeFirst()
  return namesake ? makeFeed(published, null) : made
}

async function sizeOf(tx: Tx): Promise<TimetableSize> {
  const { rows } = await sql<TimetableSize>`
    select (select count(*) from stops where in_feed) as stops,
      (select count(*) from routes where in_feed) as routes,
      (select count(*) from trips) as trips,
      (select count(*) from fares) as fares`.execute(tx)
  const [size] = rows
  invariant(size, 'a count always returns a row')
  return size
}
