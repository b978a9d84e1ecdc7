import { beforeAll, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'

import { listCrews, listKilometres } from './crews.server.ts'

beforeAll(() => addTimetable())

test('a departure is as long as its way from stop to stop, and a quarter more', async () => {
  // A degree of latitude is 111.2 km.
  const places = { A: 35, B: 35.5, C: 35, D: 35 }
  for (const [stopId, latitude] of Object.entries(places)) {
    await db.updateTable('stops').set({ latitude }).where('stopId', '=', stopId).execute()
  }
  const id = await addDeparture({ departsAt: now().add({ hours: 3 }) })
  expect((await listKilometres([id])).get(id)).toBeCloseTo(1.25 * 111.2, 0)
})

test('a departure without a vehicle and a driver has no crew', async () => {
  const id = await addDeparture({ departsAt: now().add({ hours: 3 }) })
  expect(await listCrews([id])).toEqual(new Map())
  expect(await listKilometres([])).toEqual(new Map())
})
