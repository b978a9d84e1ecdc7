import { beforeAll, expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'

import type { DepartureStatus } from './departure-status.ts'
import { listNextDepartures } from './next-departures.server.ts'

const NOON = Temporal.Instant.from('2027-02-01T10:00:00Z')

beforeAll(async () => {
  const stops = ['LCA', 'AYN', 'NIC', 'PFO'].map((stopId) => ({
    stopId,
    latitude: 35,
    longitude: 33,
  }))
  await db.insertInto('stops').values(stops).execute()
  const routes = ['LF', 'LN'].map((routeId, position) => {
    return { routeId, shortName: routeId, position }
  })
  await db.insertInto('routes').values(routes).execute()
})

test('a board lists the next buses that can be boarded, with their destinations', async () => {
  await addBus('LN', { LCA: 60, NIC: 100 })
  await addBus('LF', { LCA: 30, AYN: 75, NIC: 120 })
  expect(await boardOf('LCA')).toEqual([
    { routeId: 'LF', minutes: 30, toStopIds: ['AYN', 'NIC'] },
    { routeId: 'LN', minutes: 60, toStopIds: ['NIC'] },
  ])
})

test('a bus that leaves this very moment, is cancelled or is far ahead is not on the board', async () => {
  await addBus('LN', { AYN: 0, LCA: 40 })
  await addBus('LN', { AYN: 20, LCA: 60 }, 'cancelled')
  await addBus('LN', { AYN: 36 * 60, LCA: 37 * 60 })
  await addBus('LN', { AYN: 36 * 60 - 1, LCA: 37 * 60 })
  const board = await boardOf('AYN')
  expect(board.map(({ minutes }) => minutes)).toEqual([75, 36 * 60 - 1])
})

test('a bus that ends here cannot be boarded here, and a board is limited in length', async () => {
  expect(await boardOf('NIC')).toEqual([])
  expect(await boardOf('LCA', 1)).toHaveLength(1)
})

test('the board of one route lists no other, and looks as far ahead as that route needs', async () => {
  await addBus('LN', { PFO: 30, NIC: 100 })
  await addBus('LF', { PFO: 45, NIC: 120 })
  await addBus('LF', { PFO: 6 * 24 * 60, NIC: 7 * 24 * 60 })
  const ofRoute = { routeId: 'LF', hoursAhead: 7 * 24 }
  const board = await boardOf('PFO', 5, ofRoute)
  expect(board.map(({ minutes }) => minutes)).toEqual([45, 6 * 24 * 60])
})

type More = { routeId?: string; hoursAhead?: number }

async function boardOf(stopId: string, most = 5, more: More = {}) {
  const rows = await listNextDepartures({ stopId, now: NOON, most, ...more })
  return rows.map(({ routeId, departsAt, toStopIds }) => {
    return { routeId, minutes: NOON.until(departsAt).total('minutes'), toStopIds }
  })
}

async function addBus(
  routeId: string,
  minutesTo: Record<string, number>,
  status: DepartureStatus = 'planned',
) {
  const departureId = crypto.randomUUID()
  const serviceDate = Temporal.PlainDate.from('2027-02-01')
  const places = { seats: 50, wheelchairPlaces: 1 }
  await db
    .insertInto('departures')
    .values({ departureId, tripId: departureId, routeId, serviceDate, status, ...places })
    .execute()
  const calls = Object.entries(minutesTo).map(([stopId, minutes], position) => {
    const at = NOON.add({ minutes })
    const when = { arrivesAt: at, departsAt: at, pickup: true, dropoff: true }
    return { departureId, position, stopId, ...when }
  })
  await db.insertInto('departureStops').values(calls).execute()
}
