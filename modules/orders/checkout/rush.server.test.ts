import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { lockDepartures } from '#modules/seats/seats.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { keepWebLimits } from '#test/fixtures/web-limits.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

await keepWebLimits()

beforeAll(() => addTimetable())

test('a sold-out bus is reported at once, even while other buyers are paying there', async () => {
  const bus = await newBus(1)
  await choose(addTraveller(), ride(bus, 'A', 'C'))
  await db.transaction().execute(async (tx) => {
    await lockDepartures(tx, [bus])
    const refused = await choose(addTraveller(), ride(bus, 'A', 'C'))
    expect(refused).toMatchObject({ reason: 'not-enough-seats', seatsLeft: 0 })
  })
})

test('many simultaneous buyers of the same two buses get their seats without a deadlock', async () => {
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

test('a buyer who queues for more than a second is served once the queue is shorter', async () => {
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
