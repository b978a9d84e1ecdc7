import type { FeedTables } from '#modules/gtfs/feed/feed-tables.ts'
import type { Warnings } from '#modules/gtfs/feed/findings.ts'
import type { Call } from '#modules/gtfs/timetable/calls.ts'
import { kilometresBetween } from '#modules/gtfs/timetable/distance.ts'

/** Oddities for a person to look at: possible, but seldom meant. */
type Subject = {
  tables: FeedTables
  calls: ReadonlyMap<string, readonly Call[]>
  until: Temporal.PlainDate | undefined
  today: Temporal.PlainDate
}

const MAX_KILOMETRES_PER_HOUR = 110
const DAYS_AHEAD = 30
/** The island with some sea around it, in degrees. */
const CYPRUS = { south: 34.5, north: 35.75, west: 32.2, east: 34.65 }

export function warnOfOddities(subject: Subject, warnings: Warnings): void {
  warnOfSpeed(subject, warnings)
  warnOfCoverage(subject, warnings)
  warnOfStops(subject, warnings)
  warnOfCompany(subject, warnings)
}

function warnOfCompany({ tables, until }: Subject, warnings: Warnings) {
  const { agencies, feedInfo } = tables
  const place = { line: null } as const
  if (agencies.length > 1) {
    const facts = { code: 'other-agencies', agencies: agencies.length } as const
    warnings.add({ file: 'agency.txt', ...place, ...facts })
  }
  const date = feedInfo?.feed_end_date
  if (date && until && Temporal.PlainDate.compare(date, until) < 0) {
    const facts = { date: date.toString(), until: until.toString() }
    warnings.add({ file: 'feed_info.txt', ...place, code: 'vouched-until', ...facts })
  }
}

/** Warns once for each stretch of road and travel time, not for each trip. */
function warnOfSpeed({ tables, calls }: Subject, warnings: Warnings) {
  const stops = new Map(tables.stops.map((stop) => [stop.stop_id, stop]))
  const told = new Set<string>()
  for (const trip of calls.values()) {
    for (const [place, call] of trip.entries()) {
      const before = trip[place - 1]
      if (!before) continue
      const seconds = call.arrivesSeconds - before.departsSeconds
      const stretch = `${before.stopId}\n${call.stopId}\n${seconds}`
      if (told.has(stretch)) continue
      told.add(stretch)
      const kilometres = kilometresBetween(stops.get(before.stopId), stops.get(call.stopId))
      // Times are in whole minutes: two stops in the same minute are not infinitely fast.
      const fastest = Math.round((kilometres * 3600) / Math.max(seconds, 60))
      if (fastest <= MAX_KILOMETRES_PER_HOUR) continue
      const facts = { from: before.stopId, to: call.stopId, kilometresPerHour: fastest }
      const where = { file: 'stop_times.txt', line: call.line }
      warnings.add({ ...where, code: 'too-fast', trip: call.tripId, ...facts })
    }
  }
}

function warnOfCoverage({ until, today }: Subject, warnings: Warnings) {
  const needed = today.add({ days: DAYS_AHEAD })
  if (!until || Temporal.PlainDate.compare(until, needed) >= 0) return
  const facts = { lastDate: until.toString(), needed: needed.toString() }
  warnings.add({ file: 'calendar.txt', line: null, code: 'ends-soon', ...facts })
}

function warnOfStops({ tables, calls }: Subject, warnings: Warnings) {
  const served = new Set([...calls.values()].flatMap((trip) => trip.map(({ stopId }) => stopId)))
  for (const { line, stop_id: stop, stop_lat, stop_lon, location_type } of tables.stops) {
    if (location_type !== '0' || stop_lat === null || stop_lon === null) continue
    const isBetween = CYPRUS.south <= stop_lat && stop_lat <= CYPRUS.north
    const isOnIsland = isBetween && CYPRUS.west <= stop_lon && stop_lon <= CYPRUS.east
    const place = { file: 'stops.txt', line }
    if (!isOnIsland) warnings.add({ ...place, code: 'outside-cyprus', stop })
    if (!served.has(stop)) warnings.add({ ...place, code: 'stop-not-served', stop })
  }
}
