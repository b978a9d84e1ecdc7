import type { TripRow } from '#modules/gtfs/feed/feed-tables.ts'
import type { Problems, Warnings } from '#modules/gtfs/feed/findings.ts'

import type { Assumptions } from './assumptions.ts'

/** `wheelchairPlaces` is null if unknown: none is sold, and travellers are asked to contact us. */
export type Capacity = { seats: number; wheelchairPlaces: number | null }

const FILE = 'trips.txt'
const MAX_SEATS = 200
const MAX_WHEELCHAIR_SPACES = 20

/** The capacity of each trip's bus: the feed's value, or else the company's. */
export function readCapacities(
  trips: readonly TripRow[],
  assumed: Assumptions,
  problems: Problems,
  warnings: Warnings,
): (trip: TripRow) => Capacity {
  for (const trip of trips) checkLimits(trip, problems)
  warnOfSeats(trips, assumed, problems, warnings)
  warnOfSpaces(trips, assumed, warnings)
  return (trip) => ({
    seats: trip.seats ?? assumed.seats ?? 0,
    wheelchairPlaces: spacesOf(trip, assumed),
  })
}

/** GTFS: `wheelchair_accessible` 1 takes at least one wheelchair, 2 takes none, 0 is unknown. */
function spacesOf(trip: TripRow, { wheelchairSpaces: assumed }: Assumptions): number | null {
  if (trip.wheelchair_places !== null) return trip.wheelchair_places
  if (trip.wheelchair_accessible === '2') return 0
  return trip.wheelchair_accessible === '1' ? Math.max(1, assumed ?? 1) : assumed
}

function checkLimits({ line, seats, wheelchair_places: spaces }: TripRow, problems: Problems) {
  const limits = [
    { column: 'seats', value: seats, least: 1, most: MAX_SEATS },
    { column: 'wheelchair_places', value: spaces, least: 0, most: MAX_WHEELCHAIR_SPACES },
  ]
  for (const { column, value, least, most } of limits) {
    if (value === null || (value >= least && value <= most)) continue
    const expected = { code: 'number-between', least, most } as const
    const facts = { column, value: String(value), expected }
    problems.add({ file: FILE, line, code: 'bad-value', ...facts })
  }
}

function warnOfSeats(
  trips: readonly TripRow[],
  { seats }: Assumptions,
  problems: Problems,
  warnings: Warnings,
) {
  const silent = trips.filter((trip) => trip.seats === null).length
  if (silent === 0) return
  const place = { file: FILE, line: null, trips: silent }
  if (seats === null) problems.add({ ...place, code: 'seats-not-said' })
  else warnings.add({ ...place, code: 'seats-assumed', seats })
}

function warnOfSpaces(trips: readonly TripRow[], assumed: Assumptions, warnings: Warnings) {
  const silent = trips.filter(
    (trip) => trip.wheelchair_places === null && trip.wheelchair_accessible === '0',
  ).length
  if (silent === 0) return
  const place = { file: FILE, line: null, trips: silent }
  const { wheelchairSpaces: spaces } = assumed
  if (spaces === null) warnings.add({ ...place, code: 'wheelchairs-not-said' })
  else warnings.add({ ...place, code: 'wheelchairs-assumed', spaces })
}
