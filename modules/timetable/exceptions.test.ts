import { expect, test } from 'vitest'

import { exceptionsOf } from './exceptions.ts'
import { periodsOf } from './periods.ts'
import type { RouteRows, ServiceRow, TripRow } from './route-rows.ts'
import { mergeStops } from './stop-order.ts'

const FROM = Temporal.PlainDate.from('2026-11-20')

test('a bus that runs on one date only is extra, also when it starts after midnight', () => {
  const rows = {
    services: [service('daily', [1, 2, 3, 4, 5, 6, 7]), single('fair', '2026-12-05')],
    trips: [trip('daily', '08:00'), trip('fair', '24:15')],
  }
  expect(exceptionsOf(rows, FROM)).toEqual([
    {
      date: '2026-12-06',
      directionId: 0,
      clocks: null,
      notRunning: [],
      extra: ['00:15'],
      running: ['00:15', '08:00'],
      firstOfTwo: [],
    },
  ])
})

test('a bus that another replaces at the same time is no exception', () => {
  const rows = {
    services: [
      service('daily', [1, 2, 3, 4, 5, 6, 7], [{ date: day('2026-12-05'), runs: false }]),
      single('instead', '2026-12-05'),
    ],
    trips: [trip('daily', '08:00'), trip('instead', '08:00')],
  }
  expect(exceptionsOf(rows, FROM)).toEqual([])
})

test('a service of single dates is no period', () => {
  const rows: RouteRows = {
    services: [single('fair', '2026-12-05')],
    trips: [trip('fair', '08:00')],
  }
  expect(periodsOf(rows, FROM)).toEqual([])
})

test('stops that only some buses call at are put in their proper place', () => {
  expect(
    mergeStops([
      ['A', 'D'],
      ['A', 'B', 'D'],
      ['C', 'D'],
    ]),
  ).toEqual(['C', 'A', 'B', 'D'])
  expect(
    mergeStops([
      ['A', 'C'],
      ['A', 'B'],
    ]),
  ).toEqual(['A', 'B', 'C'])
  expect(mergeStops([])).toEqual([])
})

test('a bus that calls at a stop twice has two times for it', () => {
  const loop = trip('daily', '08:00')
  const calls = ['A', 'B', 'A'].map((stopId, place) => {
    const seconds = (8 * 60 + place * 10) * 60
    return { stopId, arrivesSeconds: seconds, departsSeconds: seconds }
  })
  const rows = { services: [service('daily', [1])], trips: [{ ...loop, calls }] }
  const [table] = periodsOf(rows, FROM)[0]?.tables ?? []
  expect(table?.stopIds).toEqual(['A', 'B', 'A'])
  expect(table?.runs[0]?.times.map((call) => call?.time)).toEqual(['08:00', '08:10', '08:20'])
})

function service(
  serviceId: string,
  weekdays: number[],
  exceptions: ServiceRow['exceptions'] = [],
): ServiceRow {
  const [validFrom, validUntil] = [day('2026-11-01'), day('2026-12-31')]
  return { serviceId, weekdays, validFrom, validUntil, periodName: 'Now', exceptions }
}

function single(serviceId: string, date: string): ServiceRow {
  const validFrom = day(date)
  const exceptions = [{ date: validFrom, runs: true }]
  return { serviceId, weekdays: [], validFrom, validUntil: validFrom, periodName: '', exceptions }
}

function trip(serviceId: string, start: string): TripRow {
  const [hours = 0, minutes = 0] = start.split(':').map(Number)
  const departs = (hours * 60 + minutes) * 60
  return {
    tripId: `${serviceId} ${start}`,
    serviceId,
    directionId: 0,
    calls: [
      { stopId: 'A', arrivesSeconds: departs, departsSeconds: departs },
      { stopId: 'B', arrivesSeconds: departs + 1800, departsSeconds: departs + 1800 },
    ],
  }
}

function day(date: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(date)
}
