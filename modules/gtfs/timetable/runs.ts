import type { FeedTables, FrequencyRow, TripRow } from '#modules/gtfs/feed/feed-tables.ts'
import type { Form, Problems } from '#modules/gtfs/feed/findings.ts'

import type { Call } from './calls.ts'

const FILE = 'frequencies.txt'
/** A bus each minute for a week; more is a misread headway. */
const MAX_RUNS = 10_000

type Planned = { trips: readonly TripRow[]; calls: ReadonlyMap<string, readonly Call[]> }

/**
 * A trip in frequencies.txt is a pattern that runs repeatedly, and never at the times of its own
 * stop_times. Each run becomes a trip with an id that the next edition of the feed gives it as
 * well. Only exact times can be sold: "about every ten minutes" is not a departure.
 */
export function makeRuns(
  { frequencies }: FeedTables,
  { trips, calls }: Planned,
  problems: Problems,
): Planned {
  const rowsOf = Map.groupBy(frequencies, ({ trip_id }) => trip_id)
  const made = new Map(calls)
  const all = trips.flatMap((trip) => {
    const rows = rowsOf.get(trip.trip_id)
    const pattern = calls.get(trip.trip_id)
    if (!rows || !pattern) return [trip]
    made.delete(trip.trip_id)
    return startsOf(rows, problems).map((start) => {
      const run = { ...trip, trip_id: `${trip.trip_id}@${clock(start)}` }
      made.set(run.trip_id, shifted(pattern, run.trip_id, start))
      return run
    })
  })
  return { trips: all, calls: made }
}

function startsOf(rows: readonly FrequencyRow[], problems: Problems): number[] {
  const starts: number[] = []
  let end = -Infinity
  for (const row of rows.toSorted((one, other) => one.start_time - other.start_time)) {
    const problem = findProblem(row, end)
    if (problem) problems.add({ file: FILE, line: row.line, ...problem })
    if (problem) continue
    for (let start = row.start_time; start < row.end_time; start += row.headway_secs) {
      starts.push(start)
    }
    end = row.end_time
  }
  return starts
}

function findProblem(row: FrequencyRow, endOfOther: number) {
  const { trip_id: trip, start_time: start, end_time: end, headway_secs: headway } = row
  if (row.exact_times !== '1') return { code: 'inexact-times', trip } as const
  if (start >= end) return wrong('end_time', clock(end), { code: 'time-after-start' })
  if (start < endOfOther)
    return wrong('start_time', clock(start), { code: 'time-after-rows-before' })
  const isTooMany = headway === 0 || (end - start) / headway > MAX_RUNS
  return isTooMany
    ? wrong('headway_secs', String(headway), { code: 'seconds-between-buses' })
    : null
}

function wrong(column: string, value: string, expected: Form) {
  return { code: 'bad-value', column, value, expected } as const
}

function shifted(pattern: readonly Call[], tripId: string, start: number): Call[] {
  const later = start - (pattern[0]?.departsSeconds ?? 0)
  return pattern.map((call) => ({
    ...call,
    tripId,
    arrivesSeconds: Math.max(0, call.arrivesSeconds + later),
    departsSeconds: call.departsSeconds + later,
  }))
}

/** "08:05:00" */
function clock(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((number) => String(number).padStart(2, '0'))
    .join(':')
}
