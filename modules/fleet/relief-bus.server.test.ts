import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { closeSale } from '#modules/dispatch/close-sale.server.ts'
import { listEntries } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor, forgetDuties } from '#test/fixtures/fleet.ts'
import { addNamedMember } from '#test/fixtures/sample-staff.server.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import { assignVehicle, changePlaces } from './assign-vehicle.server.ts'
import { addDuty, addToDuty, deleteDuty, takeOffDuty } from './change-duty.server.ts'
import { findDuty, listDeparturesOfDriver, listUndriven } from './duties.server.ts'
import { findVehicle, listRuns } from './find-vehicles.server.ts'
import { listPairs, sendRelief } from './relief-bus.server.ts'
import type { Vehicle } from './vehicle.ts'
import { saveVehicle } from './vehicles.server.ts'

const NOW = Temporal.Instant.from('2026-12-24T04:00:00Z')
const LEAVES = NOW.add({ hours: 6 })
const DAY = dateInCyprus(LEAVES)
const GIORGOS = 'relief-giorgos'

let id: string
let own: string
let second: string
beforeAll(async () => {
  await addTimetable()
  await addNamedMember(GIORGOS, 'Giorgos')
})
beforeEach(async () => {
  await forgetDepartures()
  await forgetDuties()
  id = await addDeparture({ departsAt: LEAVES, seats: 10, wheelchairPlaces: 1 })
  own = await addVehicleFor({ seats: 50, wheelchairPlaces: 1 })
  second = await addVehicleFor({ seats: 20, wheelchairPlaces: 2 })
  await assignVehicle({ ...decision(id), vehicleId: own, now: NOW.subtract({ minutes: 1 }) })
})

const decision = (departureId: string) => ({
  departureId,
  by: ADMIN,
  reason: 'the choir came',
  now: NOW,
})
const relieve = (vehicleId: string | null, more: { dutyId?: string; departureId?: string } = {}) =>
  sendRelief({ ...decision(more.departureId ?? id), vehicleId, dutyId: more.dutyId ?? null })
const read = (departureId = id) =>
  db
    .selectFrom('departures')
    .select(['seats', 'wheelchairPlaces', 'closedBecause'])
    .where('departureId', '=', departureId)
    .executeTakeFirstOrThrow()

async function newDuty(driverId: string | null = GIORGOS) {
  const times = { startsAt: LEAVES.add({ minutes: 30 }), endsAt: LEAVES.add({ hours: 1 }) }
  const added = await addDuty({ serviceDate: DAY, driverId, ...times, by: ADMIN, now: NOW })
  return added.ok ? added.dutyId : ''
}
const act = (dutyId: string) => ({ dutyId, by: ADMIN, now: NOW })

describe('a relief bus', () => {
  test('adds its places to those that are sold, and takes them back', async () => {
    expect(await relieve(second)).toEqual({ ok: true, overFull: null })
    expect(await read()).toMatchObject({ seats: 70, wheelchairPlaces: 3 })
    expect((await listEntries(`departure:${id}`, 1))[0]).toMatchObject({
      action: 'relief',
      before: { relief: null, seats: 50 },
      after: { seats: 70 },
    })
    expect([...((await listPairs([id])).get(id) ?? [])].map(({ seats }) => seats)).toEqual([50, 20])
    expect(await relieve(second)).toMatchObject({ reason: 'vehicle-unchanged' })
    expect(await relieve(null)).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ seats: 50, wheelchairPlaces: 1 })
    expect((await listPairs([id])).size).toBe(0)
  })

  test('stays beside another first vehicle, and outlives its own changes', async () => {
    await relieve(second)
    await assignVehicle({ ...decision(id), vehicleId: await addVehicleFor({ seats: 30 }) })
    expect(await read()).toMatchObject({ seats: 50 })
    const { vehicleId: _id, ...content } = (await findVehicle(second)) as Vehicle
    await saveVehicle({
      vehicleId: second,
      content: { ...content, seats: 25 },
      seen: 1,
      by: ADMIN,
      now: NOW,
    })
    expect(await read()).toMatchObject({ seats: 55 })
    const want = (seats: number) =>
      changePlaces({ ...decision(id), wanted: { seats, wheelchairPlaces: 1 } })
    expect(await want(56)).toMatchObject({ reason: 'beyond-vehicle', places: { seats: 55 } })
    expect(await want(55)).toMatchObject({ ok: true })
  })

  test('needs a first vehicle, which stays as long as it does', async () => {
    const bare = await addDeparture({ departsAt: LEAVES.add({ hours: 5 }) })
    expect(await relieve(second, { departureId: bare })).toMatchObject({
      reason: 'no-first-vehicle',
    })
    await relieve(second)
    expect(await assignVehicle({ ...decision(id), vehicleId: null })).toMatchObject({
      reason: 'has-relief',
    })
    expect(await read()).toMatchObject({ seats: 70 })
  })

  test('is in one place at a time, and not both buses of a departure', async () => {
    expect(await relieve(own)).toMatchObject({ reason: 'vehicle-busy' })
    await relieve(second)
    expect(await assignVehicle({ ...decision(id), vehicleId: second })).toMatchObject({
      reason: 'vehicle-busy',
    })
    const other = await addDeparture({ departsAt: LEAVES })
    expect(await assignVehicle({ ...decision(other), vehicleId: second })).toMatchObject({
      reason: 'vehicle-busy',
    })
    const span = { from: LEAVES, until: LEAVES.add({ minutes: 1 }) }
    expect(await listRuns(span, { vehicleIds: [second] })).toMatchObject([
      { departureId: id, isRelief: true },
    ])
  })
})

describe('a relief bus that cannot be', () => {
  test.each([
    ['an unknown vehicle', () => relieve(randomUUID()), 'no-such-vehicle'],
    ['an unknown duty', () => relieve(second, { dutyId: randomUUID() }), 'no-such-relief-duty'],
    ['a duty that is none', () => relieve(second, { dutyId: 'x' }), 'no-such-relief-duty'],
    [
      'a departure whose journey is over',
      () =>
        sendRelief({
          ...decision(id),
          vehicleId: second,
          dutyId: null,
          now: LEAVES.add({ minutes: 85 + 180 }),
        }),
      'has-left',
    ],
    ['none, where none is', () => relieve(null), 'vehicle-unchanged'],
  ])('is refused: %s', async (_what, send, reason) => {
    expect(await send()).toMatchObject({ ok: false, reason })
  })

  test('of two dispatchers the second hears of the first', async () => {
    const seen = (await listEntries(`departure:${id}`, 10)).length
    await closeSale({ ...decision(id), seen })
    expect(
      await sendRelief({ ...decision(id), seen, vehicleId: second, dutyId: null }),
    ).toMatchObject({ reason: 'changed-meanwhile' })
  })

  test('that is too small for those who booked closes the sale when it goes', async () => {
    await relieve(second)
    await db
      .insertInto('seatHolds')
      .values({
        holdId: randomUUID(),
        bookingId: randomUUID(),
        departureId: id,
        fromPosition: 0,
        toPosition: 1,
        seats: 60,
        wheelchairPlaces: 0,
        state: 'sold',
      })
      .execute()
    expect(await relieve(null)).toMatchObject({ overFull: { leg: 0, seats: 60 } })
    expect(await read()).toMatchObject({ seats: 60, closedBecause: 'over-full' })
  })
})

test('a relief bus is sent to a bus on the road, and none is taken away from it', async () => {
  const wish = { departureId: id, dutyId: null, by: ADMIN, now: LEAVES.add({ minutes: 40 }) }
  expect(await sendRelief({ ...wish, vehicleId: second })).toEqual({ ok: true, overFull: null })
  expect(await sendRelief({ ...wish, vehicleId: null })).toMatchObject({ reason: 'has-left' })
})

describe('the driver of a relief bus', () => {
  test('has it on the own duty, which grows to it, and on the own phone', async () => {
    const dutyId = await newDuty()
    await relieve(second, { dutyId })
    const duty = await findDuty(dutyId)
    expect(duty).toMatchObject({ startsAt: LEAVES, endsAt: LEAVES.add({ minutes: 85 }) })
    expect(duty?.runs).toMatchObject([{ departureId: id, vehicleId: second, isRelief: true }])
    const mine = await listDeparturesOfDriver(GIORGOS, { from: DAY, until: DAY })
    expect(mine.map(({ departureId }) => departureId)).toEqual([id])
  })

  test('is not the driver of the first bus', async () => {
    const dutyId = await newDuty()
    await addToDuty({ ...act(dutyId), departureId: id })
    expect(await relieve(second, { dutyId })).toMatchObject({ reason: 'no-such-relief-duty' })
  })

  test('is missed until there is one, and again when the duty ends', async () => {
    const span = { from: NOW, until: LEAVES.add({ hours: 1 }) }
    const missing = async () =>
      (await listUndriven(span, { today: DAY, most: 10, driverIds: [GIORGOS] })).map(
        ({ departureId }) => departureId,
      )
    const first = await newDuty()
    await addToDuty({ ...act(first), departureId: id })
    expect(await missing()).toEqual([])
    await relieve(second)
    expect(await missing()).toEqual([id])
    const dutyId = await newDuty()
    await relieve(second, { dutyId })
    expect(await missing()).toEqual([])
    expect(await takeOffDuty({ ...act(dutyId), departureId: id })).toEqual({ ok: true })
    expect(await missing()).toEqual([id])
    await relieve(second, { dutyId })
    expect(await deleteDuty(act(dutyId))).toEqual({ ok: true })
    expect(await missing()).toEqual([id])
    expect((await read()).seats).toBe(70)
  })
})
