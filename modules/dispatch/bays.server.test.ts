import { expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { departureOf, publishTrips } from '#test/fixtures/published-trips.ts'
import { atTen } from '#test/fixtures/retimed-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

import { listBays, setBay } from './bays.server.ts'

openSimulation()

test('a bus that left the timetable and gets a bay is on sale once the timetable has it again', async () => {
  const leaves = atTen(2)
  const trip = { tripId: 'T1', leaves }
  await publishTrips([trip])
  const bus = await departureOf('T1')
  await choose(addTraveller(), ride(bus, 'A', 'C'))
  await publishTrips([{ tripId: 'T2', leaves }])
  const statusOf = async () => {
    const departure = db.selectFrom('departures').select('status').where('departureId', '=', bus)
    return (await departure.executeTakeFirstOrThrow()).status
  }
  expect(await statusOf()).toBe('withdrawn')
  const bay = { departureId: bus, position: 0, bay: '4', directions: null }
  expect(await setBay({ ...bay, by: ADMIN, now: now() })).toEqual({ ok: true })
  await publishTrips([trip])
  expect(await statusOf()).toBe('planned')
  expect(await listBays([bus])).toMatchObject([{ position: 0, bay: '4' }])
})
