import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { lockDepartures } from '#modules/seats/seats.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { keepWebLimits } from '#test/fixtures/web-limits.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

keepWebLimits()

beforeAll(() => addTimetable())

test('who wants a bus that is sold out hears it at once, whoever is just buying there', async () => {
  const bus = await newBus(1)
  await choose(addTraveller(), ride(bus, 'A', 'C'))
  await db.transaction().execute(async (tx) => {
    await lockDepartures(tx, [bus])
    const refused = await choose(addTraveller(), ride(bus, 'A', 'C'))
    expect(refused).toMatchObject({ reason: 'not-enough-seats', seatsLeft: 0 })
  })
})

test('many buyers at once of the same two buses get their seats, and none stands in a ring', async () => {
  const [there, back] = [await newBus(40), await newBus(40)]
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const [first, second] = index % 2 ? [there, back] : [back, there]
      const visitor = addTraveller()
      const one = await choose(visitor, ride(first, 'A', 'C'))
      const other = await choose(visitor, ride(second, 'A', 'C'))
      return one.ok && other.ok
    }),
  )
  expect(outcomes.filter(Boolean)).toHaveLength(20)
})

test('who stands in line longer than a second is served when it has become shorter', async () => {
  const bus = await newBus(2)
  const buying = db.transaction().execute(async (tx) => {
    await lockDepartures(tx, [bus])
    await sql`select pg_sleep(1.3)`.execute(tx)
  })
  expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
  await buying
})

function newBus(seats: number): Promise<string> {
  return addDeparture({ departsAt: now().add({ hours: 48 }), seats })
}
