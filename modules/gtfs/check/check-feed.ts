import { readFares } from '#modules/gtfs/fares/fares.ts'
import { readTables, type FeedTables, type TripRow } from '#modules/gtfs/feed/feed-tables.ts'
import { rowsOf, textIn, type Feed } from '#modules/gtfs/feed/feed.ts'
import {
  Findings,
  type FeedProblem,
  type FeedWarning,
  type Problems,
  type Warnings,
} from '#modules/gtfs/feed/findings.ts'
import { NOTHING_ASSUMED, type Assumptions } from '#modules/gtfs/timetable/assumptions.ts'
import { readCalls, type Call } from '#modules/gtfs/timetable/calls.ts'
import { readCapacities } from '#modules/gtfs/timetable/capacity.ts'
import { readNames } from '#modules/gtfs/timetable/names.ts'
import { makeRuns } from '#modules/gtfs/timetable/runs.ts'
import { readServices, type ServiceCalendar } from '#modules/gtfs/timetable/service-dates.ts'
import { toTimetable, type FeedTimetable } from '#modules/gtfs/timetable/timetable-of-feed.ts'

import { checkIds } from './check-ids.ts'
import { checkRows } from './check-rows.ts'
import { readDirections } from './directions.ts'
import { warnOfLost } from './lost.ts'
import { warnOfOddities } from './oddities.ts'
import { checkSize } from './size.ts'

export type CheckedFeed = {
  /** If there is one, the feed is refused; all are reported at once. */
  problems: FeedProblem[]
  warnings: FeedWarning[]
  timetable: FeedTimetable
}

/**
 * Reads a feed through and reports everything that is wrong or odd about it. `today` is for its
 * coverage; `assumed` has the values that the company gives where the feed has none.
 */
export function checkFeed(
  feed: Feed,
  today: Temporal.PlainDate,
  assumed: Assumptions = NOTHING_ASSUMED,
): CheckedFeed {
  const problems = new Findings<FeedProblem>()
  const warnings = new Findings<FeedWarning>()
  for (const problem of feed.unread) problems.add(problem as FeedProblem)

  // A source that cannot be read at all is reported once, not for each file that it lacks.
  const isFeed = feed.files.size > 0 || feed.unread.length === 0
  const tables = readTables(feed, isFeed ? problems : new Findings<FeedProblem>())
  checkIds(feed, problems)
  checkRows(tables, problems)
  const services = readServices(tables)
  const { trips, calls } = readTrips(feed, tables, services, problems, warnings)
  const isEmpty = feed.files.get('trips.txt')?.rows.length === 0 && feed.unread.length === 0
  if (isEmpty || (trips.length === 0 && problems.list().length === 0)) {
    problems.add({ file: 'trips.txt', line: null, code: 'no-trips' })
  }

  warnOfLost(feed, warnings)
  const capacityOf = readCapacities(trips, assumed, problems, warnings)
  // If rows could not be read, those with the fares may be missing too.
  const isWhole = feed.unread.length === 0
  const fares = isWhole ? readFares({ tables, trips, calls, assumed, problems, warnings }) : []
  const names = readNames(tables)
  const directionOf = readDirections(trips, calls)
  const parts = { tables, names, trips, capacityOf, directionOf, calls, services, fares }
  const timetable = toTimetable(parts)
  names.warnOfMissing(warnings)
  checkSize(timetable, today, problems)
  // A gap that only comes from a faulty row is not odd.
  const found = problems.list()
  const { until } = timetable
  if (found.length === 0) warnOfOddities({ tables, calls, until, today }, warnings)
  return { problems: found, warnings: warnings.list(), timetable }
}

type SoldTrips = { trips: readonly TripRow[]; calls: ReadonlyMap<string, readonly Call[]> }

/** The trips on sale: those that run, and each run of frequencies.txt as a trip of its own. */
function readTrips(
  feed: Feed,
  tables: FeedTables,
  services: readonly ServiceCalendar[],
  problems: Problems,
  warnings: Warnings,
): SoldTrips {
  const calls = readCalls(feed, tables, problems, warnings)
  const idle = idleServices(feed, tables, services, warnings)
  const trips = tables.trips.filter(
    ({ trip_id, service_id }) => calls.has(trip_id) && !idle.has(service_id),
  )
  const running = new Set(trips.map(({ trip_id }) => trip_id))
  const own = new Map([...calls].filter(([trip]) => running.has(trip)))
  return makeRuns(tables, { trips, calls: own }, problems)
}

/** Services that run on no date. Their trips are left out, with one warning for each service. */
function idleServices(
  feed: Feed,
  tables: FeedTables,
  running: readonly ServiceCalendar[],
  warnings: Warnings,
): ReadonlySet<string> {
  const withDates = new Set(running.map(({ serviceId }) => serviceId))
  const named = new Set(
    ['calendar.txt', 'calendar_dates.txt'].flatMap((file) =>
      rowsOf(feed, file).map((row) => textIn(row, 'service_id')),
    ),
  )
  const idle = new Set<string>()
  for (const { line, service_id: service } of tables.trips) {
    const isFine = withDates.has(service) || !named.has(service) || idle.has(service)
    if (isFine) continue
    idle.add(service)
    warnings.add({ file: 'trips.txt', line, code: 'service-without-dates', service })
  }
  return idle
}
