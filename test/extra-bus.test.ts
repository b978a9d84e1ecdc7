import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { findManifest } from '#modules/boarding/lists/find-manifest.server.ts'
import { listLoadsOfRoutes, sumUpLoads } from '#modules/bookkeeping/figures/daily-loads.server.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { assignVehicle } from '#modules/fleet/assign-vehicle.server.ts'
import { listOnNoDuty } from '#modules/fleet/duties.server.ts'
import { addExtra, type ExtraWish } from '#modules/fleet/extra-departure.server.ts'
import {
  cancelDeparture,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { blockSeats } from '#modules/seats/seat-blocks.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor } from '#test/fixtures/fleet.ts'
import { publishTrips } from '#test/fixtures/published-trips.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { forgetDepartures } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

/* A bus that the office adds lives as any other does: from Add to the report of its day. */

const simulation = openSimulation()
const by = ADMIN
const day = () => dateInCyprus(now()).add({ days: 2 })

beforeAll(async () => {
  await forgetDepartures()
  await publishTrips([{ tripId: 'T1', leaves: startOfDay(day()).add({ hours: 9 }) }])
})

async function add(hour: number, origin: ExtraWish['origin'] = 'extra'): Promise<string> {
  const time = Temporal.PlainTime.from({ hour })
  const places = { seats: 10, wheelchairPlaces: 1 }
  const why = { reason: 'Easter', orderedBy: 'School' }
  const wish = { origin, routeId: '1', directionId: 0, date: day(), time, ...places, ...why }
  const added = await addExtra({ ...wish, by, now: now() })
  if (!added.ok) throw new Error(added.reason)
  return added.departureId
}

test('an extra bus is sold, gets a vehicle, is late, is boarded, and is in the report of its day', async () => {
  const [bus, charter] = [await add(3), await add(4, 'charter')]
  const leaves = startOfDay(day()).add({ hours: 3 })
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  const decision = { departureId: bus, by }
  const group = { seats: 3, reason: 'School class' }
  expect(await blockSeats({ ...decision, ...group, now: now() })).toMatchObject({ ok: true })
  expect((await listOnNoDuty(day())).map(({ departureId }) => departureId)).toEqual(
    expect.arrayContaining([bus, charter]),
  )
  const vehicleId = await addVehicleFor({ seats: 20 })
  for (const departureId of [bus, charter]) {
    const assigned = await assignVehicle({ departureId, by, vehicleId, now: now() })
    expect(assigned.ok).toBe(departureId === bus)
  }

  await renewDepartures(now())
  shiftClock({ milliseconds: now().until(leaves).total('milliseconds') })
  const late = { ...decision, fromPosition: 0, minutes: 20, now: now() }
  expect(await reportDelay(late)).toEqual({ ok: true })
  await doJobs()
  const { rows } = await sql<{ bookingId: string }>`
    select booking_id from bookings where departure_id = ${bus}`.execute(db)
  const [booking] = rows
  const boarded = { ...decision, bookingId: booking?.bookingId ?? '', aboard: 2, position: 0 }
  expect(await tick({ ...boarded, now: now() })).toEqual({ ok: true })
  expect(await findManifest(bus, { locale: 'en', now: now() })).toMatchObject({
    people: 2,
    aboard: 2,
    blocked: [group],
  })

  const dayOfBus = dateInCyprus(leaves)
  shiftClock({ hours: 30 })
  await sumUpLoads(now())
  const [load] = await listLoadsOfRoutes({ from: dayOfBus, until: dayOfBus })
  // The charter was for sale to nobody, so it is not among them.
  expect(load).toMatchObject({ departures: 2, sold: 2 })
  expect(await listBreaches()).toEqual([])
})

test('an extra bus with people on it is cancelled as any other, and each has a choice', async () => {
  const bus = await add(5)
  await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const wish = { departureId: bus, by, reason: 'Fog', now: now() }
  expect(await cancelDeparture(wish)).toEqual({ ok: true, holders: 1 })
  await tellHolders(now())
  const { rows } = await sql`
    select from mails join bookings using (booking_id)
    where departure_id = ${bus} and kind = 'departure-cancelled'`.execute(db)
  expect(rows).toHaveLength(1)
  expect(await listBreaches()).toEqual([])
})

/** But for mails, which nobody sends here. */
async function listBreaches(): Promise<string[]> {
  const breaches = await checkInvariants(db, { now: now() })
  return breaches.filter((breach) => !breach.startsWith('I10: mail'))
}
