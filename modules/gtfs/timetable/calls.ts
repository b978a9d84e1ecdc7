import type { FeedTables, StopRow, StopTimeRow } from '#modules/gtfs/feed/feed-tables.ts'
import { rowsOf, textIn, type Feed } from '#modules/gtfs/feed/feed.ts'
import type { Problems, Warnings } from '#modules/gtfs/feed/findings.ts'

import { kilometresBetween } from './distance.ts'

/** A stop of a trip with its times: seconds since noon minus twelve hours of the service date. */
export type Call = {
  line: number
  tripId: string
  position: number
  /** The number that the feed gives the call: increasing, with gaps. */
  stopSequence: number
  stopId: string
  arrivesSeconds: number
  departsSeconds: number
  pickup: boolean
  dropoff: boolean
}

const FILE = 'stop_times.txt'
/** No journey on the island takes a day. */
const MAX_HOURS = 24

/**
 * The calls of every trip in order, with times that the feed leaves out interpolated. A trip with
 * fewer than two stops is left out, since it carries no passengers.
 */
export function readCalls(
  feed: Feed,
  tables: FeedTables,
  problems: Problems,
  warnings: Warnings,
): Map<string, Call[]> {
  const given = Map.groupBy(rowsOf(feed, FILE), (row) => textIn(row, 'trip_id'))
  const stops = new Map(tables.stops.map((stop) => [stop.stop_id, stop]))
  const rowsByTrip = Map.groupBy(tables.stopTimes, ({ trip_id }) => trip_id)
  const calls = new Map<string, Call[]>()
  for (const { trip_id: trip, line } of tables.trips) {
    const rows = (rowsByTrip.get(trip) ?? []).toSorted((a, b) => a.stop_sequence - b.stop_sequence)
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last || rows.length < 2) {
      const facts = { trip, stops: given.get(trip)?.length ?? 0 }
      const isToldOtherwise = given.size === 0 || facts.stops >= 2
      if (!isToldOtherwise)
        warnings.add({ file: 'trips.txt', line, code: 'trip-too-short', ...facts })
      continue
    }
    const untimed = [first, last].filter((row) => timesOf(row) === undefined)
    for (const row of untimed) {
      problems.add({ file: FILE, line: row.line, code: 'no-time-at-end', trip, stop: row.stop_id })
    }
    if (untimed.length === 0 && areInOrder(rows, problems)) calls.set(trip, fillIn(rows, stops))
  }
  return calls
}

function areInOrder(rows: readonly StopTimeRow[], problems: Problems): boolean {
  let latest = 0
  for (const row of rows) {
    const times = timesOf(row)
    if (!times) continue
    const isEarlier = times.arrives < latest || times.departs < times.arrives
    if (isEarlier) {
      const facts = { trip: row.trip_id, stop: row.stop_id }
      problems.add({ file: FILE, line: row.line, code: 'times-decrease', ...facts })
      return false
    }
    latest = times.departs
  }
  const [first, last] = [rows[0], rows.at(-1)]
  const seconds = latest - (timesOf(first)?.departs ?? latest)
  if (last && seconds > MAX_HOURS * 3600) {
    const facts = { trip: last.trip_id, hours: Math.round(seconds / 3600) }
    problems.add({ file: FILE, line: last.line, code: 'trip-too-long', ...facts })
    return false
  }
  return true
}

/** Interpolates times: between two timed stops a bus is assumed to drive evenly, in straight lines. */
function fillIn(rows: readonly StopTimeRow[], stops: ReadonlyMap<string, StopRow>): Call[] {
  const distances = rows.map((row, place) => {
    const before = rows[place - 1]
    return before ? kilometresBetween(stops.get(before.stop_id), stops.get(row.stop_id)) : 0
  })
  return rows.map((row, position) => {
    const { arrives, departs } = timesOf(row) ?? evenly(rows, distances, position)
    return {
      line: row.line,
      tripId: row.trip_id,
      position,
      stopSequence: row.stop_sequence,
      stopId: row.stop_id,
      arrivesSeconds: arrives,
      departsSeconds: departs,
      pickup: row.pickup_type !== '1',
      dropoff: row.drop_off_type !== '1',
    }
  })
}

function evenly(rows: readonly StopTimeRow[], distances: readonly number[], place: number) {
  const before = rows.findLastIndex((row, other) => other < place && timesOf(row))
  const after = rows.findIndex((row, other) => other > place && timesOf(row))
  const start = timesOf(rows[before])?.departs ?? 0
  const end = timesOf(rows[after])?.arrives ?? start

  const driven = total(distances.slice(before + 1, place + 1))
  const whole = total(distances.slice(before + 1, after + 1))
  const share = whole > 0 ? driven / whole : (place - before) / (after - before)
  const moment = Math.max(start, toMinute(start + (end - start) * share))
  return { arrives: moment, departs: moment }
}

function timesOf(row: StopTimeRow | undefined) {
  const arrives = row?.arrival_time ?? row?.departure_time
  const departs = row?.departure_time ?? row?.arrival_time
  return typeof arrives === 'number' && typeof departs === 'number'
    ? { arrives, departs }
    : undefined
}

function toMinute(seconds: number): number {
  return Math.floor(seconds / 60) * 60
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
