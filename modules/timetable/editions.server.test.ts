import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'
import { makeLarge } from '#test/fixtures/large-timetable.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'

import { followEditions, forgetTimetable } from './editions.server.ts'
import { getStops, listPlaces } from './list-places.server.ts'
import { listTimetables } from './list-timetables.server.ts'

beforeEach(async () => {
  await forgetTimetables()
  forgetTimetable()
})
afterEach(() => void vi.useRealTimers())

/** Imports as another process would: this process drops none of its caches. */
function importElsewhere(stops: number): Promise<void> {
  return inPatientTransaction((tx) => makeLarge(tx, now(), { stops, runsADay: 1, days: 1 }))
}

test('a timetable with stops that this process has not read yet is shown with them', async () => {
  await importElsewhere(20)
  expect((await getStops('en')).size).toBe(20)
  await importElsewhere(40)
  const routes = await listTimetables('en', dateInCyprus(now()))
  expect(routes.map(({ from, to }) => [from.name, to.name])).toEqual([
    ['Stop S0-0', 'Stop S0-19'],
    ['Stop S1-0', 'Stop S1-19'],
  ])
})

test('within a second of an import elsewhere this process offers the new stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await importElsewhere(20)
  const following = followEditions()
  await look()
  expect(await listPlaces('en')).toHaveLength(20)
  await importElsewhere(40)
  expect(await listPlaces('en')).toHaveLength(20)
  await look()
  expect(await listPlaces('en')).toHaveLength(40)
  await following.stop()

  async function look() {
    vi.advanceTimersByTime(1000)
    await following.looked()
  }
})
