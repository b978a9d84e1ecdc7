import { TIME_ZONE } from '#platform/time.ts'

import { readCalls } from './calls.ts'
import { checkIds } from './check-ids.ts'
import { readFares } from './fares.ts'
import { rowsOf, type Feed } from './feed.ts'
import { readTables, type FeedTables } from './feed-tables.ts'
import { Findings, type FeedProblem, type FeedWarning, type Problems } from './findings.ts'
import { warnOfOddities } from './oddities.ts'
import { readNames } from './names.ts'
import { readServices, type ServiceCalendar } from './service-dates.ts'
import { toTimetable, type FeedTimetable } from './timetable-of-feed.ts'

export type CheckedFeed = {
  /** The feed does not add up while there is one; all are told at once. */
  problems: FeedProblem[]
  warnings: FeedWarning[]
  timetable: FeedTimetable
}

/** Reads a feed through and tells all that is wrong or odd about it. `today` is for its coverage. */
export function checkFeed(feed: Feed, today: Temporal.PlainDate): CheckedFeed {
  const problems = new Findings<FeedProblem>()
  const warnings = new Findings<FeedWarning>()
  for (const problem of feed.unread) problems.add(problem as FeedProblem)

  // A source that cannot be read at all is told so, and not of each file that it lacks.
  const isFeed = feed.files.size > 0 || feed.unread.length === 0
  const tables = readTables(feed, isFeed ? problems : new Findings<FeedProblem>())
  checkIds(feed, problems)
  checkTimeZone(tables, problems)
  checkStops(tables, problems)
  checkRoutes(tables, problems)
  const services = readServices(tables)
  checkServices(feed, tables, services, problems)
  const calls = readCalls(feed, tables, problems)
  if (isFeed && rowsOf(feed, 'trips.txt').length === 0) {
    problems.add({ file: 'trips.txt', line: null, code: 'no-trips' })
  }

  const fares = readFares(feed, tables, calls, problems, warnings)
  const names = readNames(tables)
  const timetable = toTimetable({ tables, names, calls, services, fares })
  names.warnOfMissing(warnings)
  // What is missing only because its row is faulty is not odd.
  const found = problems.list()
  const { until } = timetable
  if (found.length === 0) warnOfOddities({ feed, tables, calls, until, today }, warnings)
  return { problems: found, warnings: warnings.list(), timetable }
}

/** Europe/Nicosia is the older name of the same zone. */
const OUR_ZONES: readonly string[] = [TIME_ZONE, 'Europe/Nicosia']

function checkTimeZone({ agencies }: FeedTables, problems: Problems) {
  for (const { line, agency_timezone: timeZone } of agencies) {
    const isOurs = OUR_ZONES.includes(timeZone)
    if (!isOurs) problems.add({ file: 'agency.txt', line, code: 'other-time-zone', timeZone })
  }
}

/** Where one boards, there is a name and a place; buses call nowhere else. */
function checkStops({ stops, stopTimes }: FeedTables, problems: Problems) {
  const file = 'stops.txt'
  const elsewhere = new Set<string>()
  for (const { line, ...stop } of stops) {
    if (stop.location_type !== '0') {
      elsewhere.add(stop.stop_id)
      continue
    }
    const needed = ['stop_name', 'stop_lat', 'stop_lon'] as const
    for (const column of needed) {
      const isFilled = stop[column] !== null && stop[column] !== ''
      if (!isFilled) problems.add({ file, line, code: 'missing-value', column })
    }
    const isOnEarth = Math.abs(stop.stop_lat ?? 0) <= 90 && Math.abs(stop.stop_lon ?? 0) <= 180
    const value = `${stop.stop_lat}, ${stop.stop_lon}`
    const facts = { column: 'stop_lat, stop_lon', value, expected: 'a place on earth' }
    if (!isOnEarth) problems.add({ file, line, code: 'bad-value', ...facts })
  }
  for (const { line, stop_id: value } of stopTimes) {
    if (!elsewhere.has(value)) continue
    const facts = { column: 'stop_id', value, expected: 'a stop with location_type 0' }
    problems.add({ file: 'stop_times.txt', line, code: 'bad-value', ...facts })
  }
}

function checkRoutes({ routes, trips }: FeedTables, problems: Problems) {
  for (const { line, route_id: route, ...names } of routes) {
    const type = Number(names.route_type)
    const isBus = type === 3 || (type >= 200 && type <= 299) || (type >= 700 && type <= 799)
    const file = 'routes.txt'
    if (!isBus) problems.add({ file, line, code: 'not-a-bus', route, routeType: names.route_type })
    const isNamed = names.route_short_name !== '' || names.route_long_name !== ''
    if (!isNamed) problems.add({ file, line, code: 'missing-value', column: 'route_long_name' })
  }
  for (const { line, seats } of trips) {
    if (seats > 0) continue
    const facts = { column: 'seats', value: '0', expected: 'at least 1' }
    problems.add({ file: 'trips.txt', line, code: 'bad-value', ...facts })
  }
}

function checkServices(
  feed: Feed,
  tables: FeedTables,
  running: readonly ServiceCalendar[],
  problems: Problems,
) {
  for (const { line, start_date, end_date } of tables.calendar) {
    if (Temporal.PlainDate.compare(start_date, end_date) <= 0) continue
    const value = end_date.toString().replaceAll('-', '')
    const facts = { column: 'end_date', value, expected: 'a date from start_date on' }
    problems.add({ file: 'calendar.txt', line, code: 'bad-value', ...facts })
  }
  const withDates = new Set(running.map(({ serviceId }) => serviceId))
  const named = new Set(
    ['calendar.txt', 'calendar_dates.txt'].flatMap((file) =>
      rowsOf(feed, file).map(({ values }) => values.get('service_id')),
    ),
  )
  const told = new Set<string>()
  for (const { line, service_id: service } of tables.trips) {
    const isFine = withDates.has(service) || !named.has(service) || told.has(service)
    told.add(service)
    if (!isFine) problems.add({ file: 'trips.txt', line, code: 'service-without-dates', service })
  }
}
