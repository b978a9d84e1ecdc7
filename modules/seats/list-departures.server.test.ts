import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import { listDepartures, selectDepartures } from './list-departures.server.ts'
import { listLegLoads } from './list-loads.server.ts'

const NOON = Temporal.Instant.from('2026-12-24T10:00:00Z')
const TODAY = { since: NOON, until: NOON.add({ hours: 12 }), now: NOON }

beforeAll(() => addTimetable())
beforeEach(() => forgetDepartures())

const bus = (hours: number, more: object = {}) =>
  addDeparture({ departsAt: NOON.add({ hours }), ...more })

async function listIds(more: object) {
  return (await listDepartures({ ...TODAY, ...more })).map(({ departureId }) => departureId)
}

async function take(departureId: string, legs: [number, number], hold: object = {}) {
  const [fromPosition, toPosition] = legs
  const places = { seats: 1, wheelchairPlaces: 0, state: 'sold' as const, ...hold }
  const ids = { holdId: randomUUID(), bookingId: randomUUID(), departureId }
  await db
    .insertInto('seatHolds')
    .values({ ...ids, fromPosition, toPosition, ...places })
    .execute()
}

test('each leg has its own load: sold, held, and seats next to wheelchair spaces', async () => {
  const id = await bus(1, { seats: 10, wheelchairPlaces: 2 })
  await take(id, [0, 2], { seats: 3 })
  await take(id, [1, 3], { seats: 2, wheelchairPlaces: 1, state: 'paying' })
  await take(id, [2, 3], { state: 'cart', expiresAt: NOON.add({ minutes: 1 }) })
  await take(id, [2, 3], { state: 'cart', expiresAt: NOON })
  const legs = (await listLegLoads([id], NOON)).get(id)
  expect(legs).toMatchObject([
    { fromStopId: 'A', toStopId: 'B', seats: 10, seatsSold: 3, seatsHeld: 0, wheelchairsHeld: 0 },
    { fromStopId: 'B', toStopId: 'C', wheelchairPlaces: 2, seatsSold: 3, seatsHeld: 2 },
    { fromStopId: 'C', toStopId: 'D', seatsSold: 0, seatsHeld: 3, wheelchairsHeld: 1 },
  ])
  expect(await listLegLoads([], NOON)).toEqual(new Map())
})

test('the list has the fullest leg of each departure in the window, earliest first', async () => {
  await bus(-1)
  const second = await bus(3)
  const first = await bus(0)
  await bus(12)
  await take(second, [0, 1], { seats: 4 })
  await take(second, [1, 2], { seats: 5, state: 'paying' })
  expect(await listDepartures(TODAY)).toMatchObject([
    { departureId: first, sold: 0, taken: 0, firstStopId: 'A', lastStopId: 'D', wantedSeats: null },
    { departureId: second, sold: 4, taken: 5, arrivesAt: NOON.add({ minutes: 4 * 60 + 25 }) },
  ])
})

test('pages follow each other, also among departures of the same minute', async () => {
  const all = await Promise.all([bus(1), bus(1), bus(1), bus(2)])
  const seen: string[] = []
  for (let page = await listDepartures({ ...TODAY, most: 2 }); page.length > 0;) {
    seen.push(...page.map(({ departureId }) => departureId))
    page = await listDepartures({ ...TODAY, most: 2, after: page.at(-1) })
  }
  expect(seen).toEqual([...all.slice(0, 3).toSorted(), all[3]])
})

test('the list is filtered by route, by state and by how full a bus is', async () => {
  const planned = await bus(1, { seats: 10 })
  const cancelled = await bus(2, { status: 'cancelled' })
  const withdrawn = await bus(3, { status: 'withdrawn' })
  await take(planned, [0, 1], { seats: 9 })
  expect(await listIds({ filter: 'running' })).toEqual([planned])
  expect(await listIds({ filter: 'cancelled' })).toEqual([cancelled])
  expect(await listIds({ filter: 'withdrawn' })).toEqual([withdrawn])
  expect(await listIds({ nearlyFull: true })).toEqual([planned])
  expect(await listIds({ routeId: 'other' })).toEqual([])
  for (const filter of ['late', 'closed', 'over-full'])
    expect(await listIds({ filter })).toEqual([])
})

test('a day is found by the index of first calls, and no table is read from end to end', async () => {
  await asOwner((owner) =>
    sql`
      with made as (
        insert into departures (departure_id, trip_id, route_id, service_date, seats, wheelchair_places)
        select gen_random_uuid(), 'T' || n, '1',
          ((${NOON}::timestamptz + make_interval(hours => n)) at time zone 'Asia/Nicosia')::date, 10, 1
        from generate_series(1, 5000) as n
        returning departure_id, trip_id)
      insert into departure_stops
      select departure_id, position, stop_id,
        ${NOON}::timestamptz + make_interval(hours => substr(trip_id, 2)::int, mins => 30 * position),
        ${NOON}::timestamptz + make_interval(hours => substr(trip_id, 2)::int, mins => 30 * position),
        true, true
      from made, (values (0, 'A'), (1, 'B')) as call (position, stop_id)`.execute(owner),
  )
  await asOwner((owner) => sql`analyze departures, departure_stops, seat_holds`.execute(owner))
  const { rows } = await sql<object>`explain ${selectDepartures({ ...TODAY, most: 51 })}`.execute(
    db,
  )
  const plan = rows.map((row) => Object.values(row)[0]).join('\n')
  expect(plan).toContain('first_calls')
  expect(plan).not.toMatch(/Seq Scan on departure(s|_stops)/)
  expect(await listDepartures({ ...TODAY, most: 51 })).toHaveLength(11)
})
