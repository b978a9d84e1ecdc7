import { array, assert, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { StopTimeUpdate, TripUpdate } from './messages.ts'
import { toTripUpdates, type DepartureNews } from './trip-updates.ts'

const START = Temporal.Instant.from('2026-11-23T08:00:00Z')
const at = (minutes: number) => START.add({ minutes })

const calls = ['A', 'B', 'C', 'D'].map((stopId, position) => {
  const times = { arrivesAt: at(position * 30), departsAt: at(position * 30 + 5) }
  const planned = { position, stopId, stopSequence: position, ...times }
  return { position, stopId, planned, ...times }
})

const bus: DepartureNews = {
  departureId: 'one',
  tripId: 'N-0800',
  routeId: '1',
  serviceDate: Temporal.PlainDate.from('2026-11-23'),
  isCancelled: false,
  plannedCalls: 4,
  closedStops: [],
  movedStops: [],
  isAccessible: null,
  calls,
  assigned: new Map(),
  reports: [],
  seats: 10,
  seatsSold: new Map(),
}

const late = (minutes: number, fromPosition = 0) => ({ minutes, fromPosition, enteredAt: START })

function timesIn(news: DepartureNews): number[] {
  return toTripUpdates(news, at(-60)).flatMap((entity) => {
    const updates = 'tripUpdate' in entity ? (entity.tripUpdate.stopTimeUpdate ?? []) : []
    return updates.flatMap(({ arrival, departure }) =>
      [arrival, departure].flatMap((event) => (event ? [Number(event.time)] : [])),
    )
  })
}

function updateOf(news: DepartureNews): TripUpdate {
  const [entity] = toTripUpdates(news, START)
  return (entity as { tripUpdate: TripUpdate }).tripUpdate
}

function secondCallOf(news: DepartureNews): StopTimeUpdate | undefined {
  return updateOf(news).stopTimeUpdate?.[1]
}

/** A round trip, with the numbers of the feed. */
function roundTrip(sequenceOf: (position: number) => number | null): DepartureNews {
  const stopIds = ['A', 'B', 'C', 'A']
  const round = stopIds.map((stopId, position) => {
    const times = { arrivesAt: at(position * 30), departsAt: at(position * 30) }
    const planned = { position, stopId, stopSequence: sequenceOf(position), ...times }
    return { position, stopId, planned, ...times }
  })
  return { ...bus, calls: round, reports: [late(5, 3)] }
}

test('in whatever order delays were reported, no bus comes to a stop before it left the previous one', () => {
  const report = record({
    minutes: integer({ min: -10, max: 1440 }),
    fromPosition: integer({ min: 0, max: 2 }),
  })
  const reports = array(report.map(({ minutes, fromPosition }) => late(minutes, fromPosition)))
  assert(
    property(reports, (newestFirst) => {
      const times = timesIn({ ...bus, reports: newestFirst })
      expect(times).toEqual(times.toSorted((one, other) => one - other))
    }),
  )
})

describe('a departure that calls twice at a stop', () => {
  test('tells its calls apart by their numbers', () => {
    const { stopTimeUpdate } = updateOf(roundTrip((position) => position * 7))
    expect(stopTimeUpdate).toMatchObject([
      { stopSequence: 0, stopId: 'A', scheduleRelationship: 'NO_DATA' },
      { stopSequence: 7, stopId: 'B', scheduleRelationship: 'NO_DATA' },
      { stopSequence: 14, stopId: 'C', scheduleRelationship: 'NO_DATA' },
      { stopSequence: 21, stopId: 'A', arrival: { delay: 300 } },
    ])
  })

  test('is reported only if it does not run, while the timetable has no numbers', () => {
    const round = roundTrip(() => null)
    expect(toTripUpdates(round, START)).toEqual([])
    expect(toTripUpdates({ ...round, isCancelled: true }, START)).toHaveLength(1)
  })

  test('counts its calls from 1 if the timetable does not have it', () => {
    const { trip, stopTimeUpdate } = updateOf({ ...roundTrip(() => null), plannedCalls: null })
    expect(trip.scheduleRelationship).toBe('NEW')
    expect(stopTimeUpdate?.map(({ stopSequence, stopId }) => [stopSequence, stopId])).toEqual([
      [1, 'A'],
      [2, 'B'],
      [3, 'C'],
      [4, 'A'],
    ])
  })
})

describe('a stop that moved to another of the feed', () => {
  const moved = { ...bus, movedStops: [1], assigned: new Map([[1, 'X']]) }

  test('is assigned by its number alone', () => {
    const update = secondCallOf(moved)
    const stop = { stopSequence: 1, stopTimeProperties: { assignedStopId: 'X' } }
    expect(update).toMatchObject({ ...stop, scheduleRelationship: 'SCHEDULED' })
    expect(update).not.toHaveProperty('stopId')
  })

  test('is skipped, and the seats are not told, while the timetable has no numbers', () => {
    const unnumbered = calls.map((call) => {
      return { ...call, planned: { ...call.planned, stopSequence: null } }
    })
    const seatsSold = new Map([0, 1, 2].map((position) => [position, 10]))
    const skipped = { stopId: 'B', scheduleRelationship: 'SKIPPED' }
    expect(secondCallOf({ ...moved, calls: unnumbered, seatsSold })).toEqual(skipped)
    const [entity] = toTripUpdates({ ...bus, calls: unnumbered, seatsSold }, at(-60))
    expect(JSON.stringify(entity)).not.toContain('departureOccupancyStatus')
  })

  test('is the stop of a trip that the timetable does not have', () => {
    const update = secondCallOf({ ...moved, plannedCalls: null })
    expect(update).toMatchObject({ stopSequence: 2, stopId: 'X' })
    expect(update).not.toHaveProperty('stopTimeProperties')
  })
})

test('a bus is reported up to the second of its arrival, and not after it', () => {
  const news = { ...bus, reports: [late(10)] }
  expect(toTripUpdates(news, at(100))).toHaveLength(1)
  expect(toTripUpdates(news, at(100).add({ seconds: 1 }))).toEqual([])
})
