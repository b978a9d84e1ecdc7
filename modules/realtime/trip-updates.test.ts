import { array, assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { toTripUpdates, type DepartureNews } from './trip-updates.ts'

const START = Temporal.Instant.from('2026-11-23T08:00:00Z')
const at = (minutes: number) => START.add({ minutes })

const calls = ['A', 'B', 'C', 'D'].map((stopId, position) => {
  const times = { arrivesAt: at(position * 30), departsAt: at(position * 30 + 5) }
  return { position, stopId, instead: null, planned: { stopId, ...times }, ...times }
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
  reports: [],
  loads: [],
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

test('whatever was reported in whichever order, no bus comes to a stop before it left the one before', () => {
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

test('a run of frequencies.txt is told under the trip of the feed, with its start', () => {
  const [entity] = toTripUpdates({ ...bus, tripId: 'N@08:00:00', reports: [late(5)] }, START)
  expect(entity).toMatchObject({ tripUpdate: { trip: { tripId: 'N', startTime: '08:00:00' } } })
})

test('a departure that calls twice at a stop is told only if it does not run', () => {
  const [first] = calls
  const round = { ...bus, calls: [...calls, { ...first!, position: 4 }], plannedCalls: 5 }
  const reports = [late(5)]
  const planned = round.calls.map((call) => {
    const moment = at(call.position * 30)
    return { ...call, arrivesAt: moment, departsAt: moment }
  })
  expect(toTripUpdates({ ...round, calls: planned, reports }, START)).toEqual([])
  expect(toTripUpdates({ ...round, calls: planned, isCancelled: true }, START)).toHaveLength(1)
})

test('a bus that has arrived is told no longer, at the second of its arrival still', () => {
  const news = { ...bus, reports: [late(10)] }
  expect(toTripUpdates(news, at(100))).toHaveLength(1)
  expect(toTripUpdates(news, at(100).add({ seconds: 1 }))).toEqual([])
})
