import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { keepTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

import { findSale } from './door.ts'
import { Journey } from './journey.ts'
import { openCast, type OpenCast } from './open-cast.ts'
import { doAtOnce, type Step } from './steps.ts'
import { addDeparture } from './timetable.ts'

/* The steps at the doors do what they say: in random journeys, nobody sees whether one did nothing. */

let cast: OpenCast
let journey: Journey

beforeAll(async () => {
  cast = await openCast()
  await keepTicketKeys(now())
})
beforeEach(async () => {
  const departsAt = now().add({ minutes: 75 })
  const [bus, later] = [
    await addDeparture({ departsAt, seats: 10 }),
    await addDeparture({ departsAt: departsAt.add({ minutes: 20 }), seats: 10 }),
  ]
  journey = await Journey.start(cast, [bus, later])
  await take('press pay', 'pay the newest', 'come back', 'the bus comes to its stop')
})
afterAll(() => cast.stop())

async function take(...steps: Step[]): Promise<void> {
  for (const step of steps) await doAtOnce(journey, [step])
}

/** The people whom the phones and the office counted aboard each bus, and those who are too many. */
async function countScanned() {
  const [bus, later] = journey.buses
  const { rows } = await sql<{ here: number; there: number; tooMany: number; seated: number }>`
    select coalesce(sum(boarded) filter (where departure_id = ${bus}), 0)::int as here,
      coalesce(sum(boarded) filter (where departure_id = ${later}), 0)::int as there,
      (select coalesce(sum(too_many), 0)::int from boarding_conflicts join bookings using (booking_id)
        where departure_id = ${bus}) as too_many,
      (select coalesce(sum(seats), 0)::int from taken_along join seat_holds on guest_id = seat_holds.booking_id
        where taken_along.departure_id = ${later}) as seated
    from scans where departure_id in (${bus}, ${later})`.execute(db)
  return rows[0]
}

async function listBreaches(): Promise<string[]> {
  await journey.end()
  return checkInvariants(db, { now: now(), bank: cast.bank.provider })
}

test('two phones without a network let the same party aboard, and the books say how many too many', async () => {
  await take('a driver scans the ticket', 'a second driver scans the ticket')
  expect(await countScanned()).toMatchObject({ here: 0 })
  await take('the answer to a phone is lost', 'the message of a phone is lost')
  expect(await countScanned()).toMatchObject({ here: 2, tooMany: 0 })
  await take('all phones are in reach', 'one steps off the bus', 'a phone is in reach')
  expect(await countScanned()).toMatchObject({ here: 3, tooMany: 1 })
  await take('a driver lets them aboard again', 'all phones are in reach')
  expect(await countScanned()).toMatchObject({ here: 5, tooMany: 3 })
  expect(await listBreaches()).toEqual([])
})

test('another bus takes the party along, and one steps off again', async () => {
  await take('another bus takes them along', 'all phones are in reach')
  expect(await countScanned()).toMatchObject({ here: 0, there: 2, seated: 2 })
  await take('one steps off the other bus', 'all phones are in reach')
  expect(await countScanned()).toMatchObject({ there: 1, seated: 1 })
  expect(await listBreaches()).toEqual([])
})

test('the office ticks a party and takes the ticks back', async () => {
  await take('the office ticks one')
  expect(await countScanned()).toMatchObject({ here: 1 })
  await take('the office ticks all')
  expect(await countScanned()).toMatchObject({ here: 2 })
  await take('the office ticks nobody', 'the bus leaves its stop')
  expect(await countScanned()).toMatchObject({ here: 0 })
  expect(await listBreaches()).toEqual([])
})

test('phones sell out of their leases without a network, and the books have each sale once', async () => {
  await take('a driver sells three seats', 'a driver sells a seat')
  // Two of ten seats are bought, two are kept for tickets; the website keeps half of the second leg.
  expect(journey.soldAtDoor).toHaveLength(1)
  await take('eleven minutes later', 'eleven minutes later', 'all phones are in reach')
  await take('a seat is sold on the other bus', 'a seat is sold on the other bus')
  const [first = '', second = '', third = ''] = journey.soldAtDoor
  expect(await findSale(second)).toEqual([])
  await take('all phones are in reach', 'all phones are in reach')
  expect(await findSale(first)).toMatchObject([{ status: 'confirmed', soldSeats: 3, tills: 1 }])
  expect(await findSale(third)).toMatchObject([{ status: 'confirmed', soldSeats: 1, tills: 1 }])
  expect(await listBreaches()).toEqual([])
})
