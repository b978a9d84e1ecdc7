import type { FeedTables } from '#modules/gtfs/feed/feed-tables.ts'
import type { Form, Problems } from '#modules/gtfs/feed/findings.ts'
import { TIME_ZONE } from '#platform/time.ts'

/** Checks that need only a single row and its kind. */
export function checkRows(tables: FeedTables, problems: Problems): void {
  checkTimeZone(tables, problems)
  checkStops(tables, problems)
  checkStations(tables, problems)
  checkRoutes(tables, problems)
  checkCalendars(tables, problems)
}

/** Europe/Nicosia is the older name of the same zone. */
const OUR_ZONES: readonly string[] = [TIME_ZONE, 'Europe/Nicosia']

function checkTimeZone({ agencies }: FeedTables, problems: Problems) {
  for (const { line, agency_timezone: timeZone } of agencies) {
    const isOurs = OUR_ZONES.includes(timeZone)
    if (!isOurs) problems.add({ file: 'agency.txt', line, code: 'other-time-zone', timeZone })
  }
}

/** Every stop for boarding has a name and a position, and buses call nowhere else. */
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
    const { stop_lat: latitude, stop_lon: longitude } = stop
    if (latitude === null || longitude === null) continue
    const value = `${latitude}, ${longitude}`
    if (isOnEarth(latitude, longitude)) continue
    const facts = {
      column: 'stop_lat, stop_lon',
      value,
      expected: { code: 'place-on-earth' },
    } as const
    problems.add({ file, line, code: 'bad-value', ...facts })
  }
  for (const { line, stop_id: value } of stopTimes) {
    if (!elsewhere.has(value)) continue
    const facts = { column: 'stop_id', value, expected: stopOfType('0') }
    problems.add({ file: 'stop_times.txt', line, code: 'bad-value', ...facts })
  }
}

/** 0, 0 is in the sea off Africa; it is the usual value of a position that was never filled in. */
function isOnEarth(latitude: number, longitude: number): boolean {
  const isNowhere = Math.abs(latitude) < 1 && Math.abs(longitude) < 1
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !isNowhere
}

/** A station has platforms and entrances but no parent; only a platform has boarding areas. */
function checkStations({ stops }: FeedTables, problems: Problems) {
  const types = new Map(stops.map(({ stop_id, location_type }) => [stop_id, location_type]))
  for (const { line, parent_station: value, location_type } of stops) {
    const type = value === null ? undefined : types.get(value)
    if (value === null || type === undefined) continue
    const wanted = { '0': '1', '1': null, '2': '1', '3': '1', '4': '0' }[location_type]
    if (type === wanted) continue
    const expected = wanted === null ? ({ code: 'no-parent' } as const) : stopOfType(wanted)
    const facts = { column: 'parent_station', value, expected }
    problems.add({ file: 'stops.txt', line, code: 'bad-value', ...facts })
  }
}

function stopOfType(type: string): Form {
  return { code: 'stop-of-type', type }
}

function checkRoutes({ routes }: FeedTables, problems: Problems) {
  for (const { line, route_id: route, ...names } of routes) {
    const type = Number(names.route_type)
    const isBus = type === 3 || (type >= 200 && type <= 299) || (type >= 700 && type <= 799)
    const file = 'routes.txt'
    if (!isBus) problems.add({ file, line, code: 'not-a-bus', route, routeType: names.route_type })
    const isNamed = names.route_short_name !== '' || names.route_long_name !== ''
    if (!isNamed) problems.add({ file, line, code: 'missing-value', column: 'route_long_name' })
  }
}

function checkCalendars({ calendar }: FeedTables, problems: Problems) {
  for (const { line, start_date, end_date } of calendar) {
    if (Temporal.PlainDate.compare(start_date, end_date) <= 0) continue
    const value = end_date.toString().replaceAll('-', '')
    const facts = { column: 'end_date', value, expected: { code: 'date-from-start' } } as const
    problems.add({ file: 'calendar.txt', line, code: 'bad-value', ...facts })
  }
}
