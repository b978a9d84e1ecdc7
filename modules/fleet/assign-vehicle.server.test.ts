import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'

import { closeSale } from '#modules/dispatch/close-sale.server.ts'
import { listLegLoads } from '#modules/seats/list-loads.server.ts'
import { holdSeats, releaseSeats, sellSeats } from '#modules/seats/seats.server.ts'
import { countEntries, listEntries } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { listOpenAlerts } from '#platform/watch/alerts.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor, newVehicle } from '#test/fixtures/fleet.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'

import { assignVehicle, changePlaces } from './assign-vehicle.server.ts'
import { findVehicleOf } from './find-vehicles.server.ts'
import { addVehicle, saveVehicle } from './vehicles.server.ts'

const NOON = Temporal.Instant.from('2026-12-24T10:00:00Z')
const LEAVES = NOON.add({ hours: 48 })

beforeAll(() => addTimetable())

const bus = (wish: { seats?: number; departsAt?: Temporal.Instant } = {}) =>
  addDeparture({ departsAt: LEAVES, seats: 10, wheelchairPlaces: 1, ...wish })
const decision = (departureId: string) => ({ departureId, by: ADMIN, reason: 'test', now: NOON })
const assign = (departureId: string, vehicleId: string | null, more = {}) =>
  assignVehicle({ ...decision(departureId), vehicleId, ...more })

async function sell(departureId: string, seats: number, wheelchairPlaces = 0) {
  const bookingId = randomUUID()
  const ride = { fromPosition: 0, toPosition: 2 }
  const held = { bookingId, departureId, ride, places: { seats, wheelchairPlaces } }
  const rides = [{ ...held, boardsAt: LEAVES, accessible: true, wheelchairGranted: true }]
  const outcome = await inTransaction((tx) =>
    holdSeats(tx, {
      rides,
      as: { state: 'paying' },
      closing: 'for-buyers',
      insteadOf: [],
      now: NOON,
    }),
  )
  if (outcome.ok) await inTransaction((tx) => sellSeats(tx, [bookingId]))
  return { ...outcome, bookingId }
}

function read(departureId: string) {
  return db
    .selectFrom('departures')
    .select(['seats', 'wheelchairPlaces', 'closedBecause', 'pinned'])
    .where('departureId', '=', departureId)
    .executeTakeFirstOrThrow()
}

const alertsAbout = async (departureId: string) =>
  (await listOpenAlerts(200)).filter(({ subject }) => subject === `departure:${departureId}`)

describe('a vehicle decides what its departure sells', () => {
  test('a larger one at once, pinned, and with one entry of the audit', async () => {
    const id = await bus({ seats: 2 })
    await sell(id, 2)
    const vehicleId = await addVehicleFor({ seats: 50, wheelchairPlaces: 2, hasLift: true })
    expect(await assign(id, vehicleId)).toEqual({ ok: true, overFull: null })
    expect(await read(id)).toMatchObject({ seats: 50, wheelchairPlaces: 2, pinned: true })
    expect(await sell(id, 48)).toMatchObject({ ok: true })
    const { plate } = (await findVehicleOf(id)) ?? {}
    const entries = await listEntries(`departure:${id}`, 10)
    expect(entries).toMatchObject([
      {
        action: 'vehicle',
        before: { vehicle: null, seats: 2 },
        after: { vehicle: plate, seats: 50 },
      },
    ])
    expect(await assign(id, vehicleId)).toMatchObject({ reason: 'vehicle-unchanged' })
  })

  test('a smaller one takes no seat from anybody: the sale ends, the alert opens and ends', async () => {
    const id = await bus({ seats: 50 })
    await sell(id, 20)
    const { bookingId } = await sell(id, 15)
    const vehicleId = await addVehicleFor({ seats: 30 })
    expect(await assign(id, vehicleId)).toMatchObject({ overFull: { leg: 0, seats: 35 } })
    expect(await read(id)).toMatchObject({ seats: 35, closedBecause: 'over-full' })
    expect(await alertsAbout(id)).toMatchObject([{ kind: 'departure-over-full' }])
    expect(await sell(id, 1)).toMatchObject({ reason: 'closed-by-us' })

    await inTransaction((tx) => releaseSeats(tx, [bookingId]))
    const larger = await addVehicleFor({ seats: 40 })
    expect(await assign(id, larger)).toEqual({ ok: true, overFull: null })
    expect(await read(id)).toMatchObject({ seats: 40, closedBecause: null })
    expect(await alertsAbout(id)).toEqual([])
  })

  test('without a lift no wheelchair space is sold, and one that is sold opens the alert', async () => {
    const [free, taken] = [await bus(), await bus({ departsAt: LEAVES.add({ hours: 4 }) })]
    const vehicleId = await addVehicleFor({ seats: 10, wheelchairPlaces: 2, hasLift: false })
    await sell(taken, 1, 1)
    expect(await assign(free, vehicleId)).toEqual({ ok: true, overFull: null })
    expect(await read(free)).toMatchObject({ wheelchairPlaces: 0, closedBecause: null })
    expect(await assign(taken, vehicleId)).toMatchObject({ overFull: { wheelchairPlaces: 1 } })
    expect(await read(taken)).toMatchObject({ wheelchairPlaces: 1, closedBecause: 'over-full' })
  })

  test('without any vehicle again it sells what it sold before the first one', async () => {
    const id = await bus({ seats: 10 })
    await assign(id, await addVehicleFor({ seats: 30 }))
    await assign(id, await addVehicleFor({ seats: 50 }))
    expect(await assign(id, null)).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ seats: 10, wheelchairPlaces: 1 })
    expect(await assign(id, null)).toMatchObject({ reason: 'vehicle-unchanged' })
  })

  test('a person may sell less than it has, never more', async () => {
    const id = await bus()
    await assign(id, await addVehicleFor({ seats: 30, wheelchairPlaces: 1 }))
    const want = (seats: number) =>
      changePlaces({ ...decision(id), wanted: { seats, wheelchairPlaces: 1 } })
    expect(await want(31)).toMatchObject({ reason: 'beyond-vehicle', places: { seats: 30 } })
    expect(await want(28)).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ seats: 28 })
  })
})

test('a vehicle that turns out to have fewer seats changes its departures to come, and no others', async () => {
  const [id, left] = [await bus(), await bus({ departsAt: NOON.subtract({ hours: 3 }) })]
  const vehicle = newVehicle({ seats: 30 })
  const added = await addVehicle({ content: vehicle, by: ADMIN, now: NOON })
  const vehicleId = added.ok ? added.vehicleId : ''
  await assign(left, vehicleId, { now: NOON.subtract({ hours: 4 }) })
  await assign(id, vehicleId)
  const content = { ...vehicle, seats: 27 }
  const saving = { vehicleId, content, seen: 1, by: ADMIN, now: NOON }
  expect(await saveVehicle(saving)).toMatchObject({ ok: true })
  expect([(await read(id)).seats, (await read(left)).seats]).toEqual([27, 30])
  expect(await saveVehicle(saving)).toMatchObject({ reason: 'changed-meanwhile' })
  expect(
    await saveVehicle({ ...saving, seen: 2, content: { ...content, state: 'sold' } }),
  ).toMatchObject({ reason: 'has-departures', departures: 1 })
})

describe('a vehicle is refused', () => {
  test('that is on another departure at the same time, and taken as soon as that has arrived', async () => {
    const vehicleId = await addVehicleFor({})
    const first = await bus()
    const arrives = LEAVES.add({ minutes: 85 })
    expect(await assign(first, vehicleId)).toMatchObject({ ok: true })
    const early = await bus({ departsAt: arrives.subtract({ minutes: 1 }) })
    expect(await assign(early, vehicleId)).toMatchObject({
      reason: 'vehicle-busy',
      run: { departureId: first, firstStopId: 'A', lastStopId: 'D' },
    })
    expect(await assign(await bus({ departsAt: arrives }), vehicleId)).toMatchObject({ ok: true })
  })

  test('that is in the workshop then, or sold, or does not exist', async () => {
    const workshop = { from: LEAVES.subtract({ hours: 8 }), until: LEAVES.add({ minutes: 1 }) }
    const away = await addVehicleFor({ state: 'workshop', workshop })
    const id = await bus()
    expect(await assign(id, away)).toMatchObject({
      reason: 'vehicle-in-workshop',
      until: workshop.until,
    })
    const later = await bus({ departsAt: LEAVES.add({ minutes: 1 }) })
    expect(await assign(later, away)).toMatchObject({ ok: true })
    const sold = await addVehicleFor({ state: 'sold' })
    expect(await assign(id, sold)).toMatchObject({ reason: 'vehicle-sold' })
    for (const unknown of [randomUUID(), 'a bus']) {
      expect(await assign(id, unknown)).toMatchObject({ reason: 'no-such-vehicle' })
    }
  })

  test('for a departure that has left, or does not run', async () => {
    const vehicleId = await addVehicleFor({})
    expect(await assign(await bus(), vehicleId, { now: LEAVES })).toMatchObject({
      reason: 'has-left',
    })
    const cancelled = await addDeparture({ departsAt: LEAVES, status: 'cancelled' })
    expect(await assign(cancelled, vehicleId)).toMatchObject({ reason: 'not-running' })
  })
})

describe('two dispatchers', () => {
  test('the second hears of the first, and nothing of theirs is done', async () => {
    const id = await bus()
    const vehicleId = await addVehicleFor({ seats: 30 })
    const seen = await countEntries(`departure:${id}`)
    const outcomes = await Promise.all([
      closeSale({ ...decision(id), seen }),
      assign(id, vehicleId, { seen }),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed-meanwhile' })
    expect(await countEntries(`departure:${id}`)).toBe(1)
  })

  test('one vehicle for two departures at the same time goes to one of them', async () => {
    const vehicleId = await addVehicleFor({})
    const both = [await bus(), await bus()]
    const outcomes = await Promise.all(both.map((id) => assign(id, vehicleId)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'vehicle-busy' })
  })
})

test('50 seats become 30 under 40 buyers, and nobody with a seat loses it', async () => {
  const id = await bus({ seats: 50 })
  const vehicleId = await addVehicleFor({ seats: 30 })
  const buying = Array.from({ length: 40 }, () => sell(id, 1))
  const [assigned, ...bought] = await Promise.all([assign(id, vehicleId), ...buying])
  expect(assigned.ok).toBe(true)
  const sold = bought.filter(({ ok }) => ok).length
  for (const leg of (await listLegLoads([id], NOON)).get(id)?.slice(0, 2) ?? []) {
    expect(leg.seatsSold).toBe(sold)
    expect(leg.seats).toBe(Math.max(30, sold))
  }
})

describe('a vehicle is saved', () => {
  test.each([
    ['plate-missing', { plate: '  ' }],
    ['plate-missing', { plate: 'ABCDEFGHIJKLM' }],
    ['seats-missing', { seats: 0 }],
    ['seats-missing', { seats: 201 }],
    ['wheelchairs-missing', { wheelchairPlaces: 21 }],
    ['workshop-missing', { state: 'workshop' }],
    ['workshop-missing', { state: 'workshop', workshop: { from: NOON, until: NOON } }],
  ] as const)('%s is refused', async (reason, wrong) => {
    const content = newVehicle(wrong)
    expect(await addVehicle({ content, by: ADMIN, now: NOON })).toMatchObject({ reason })
  })

  test('once under its plate, however it is typed', async () => {
    const content = newVehicle({})
    const plate = ` ${content.plate.toLowerCase()} `
    const added = await Promise.all(
      [content, { ...content, plate }].map((one) =>
        addVehicle({ content: one, by: ADMIN, now: NOON }),
      ),
    )
    expect(added.filter(({ ok }) => ok)).toHaveLength(1)
    expect(added.find(({ ok }) => !ok)).toMatchObject({ reason: 'plate-taken' })
  })
})
