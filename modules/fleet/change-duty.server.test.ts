import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { countEntries, listEntries } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor, forgetDuties } from '#test/fixtures/fleet.ts'
import { addNamedMember } from '#test/fixtures/sample-staff.server.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import {
  addDuty,
  addToDuty,
  deleteDuty,
  deleteOldDuties,
  giveVehicle,
  saveDuty,
  takeOffDuty,
} from './change-duty.server.ts'
import { copyDuties } from './copy-duties.server.ts'
import { addAbsence, forgetDriver, listDrivers, saveDriver } from './drivers.server.ts'
import {
  findDuty,
  listDay,
  listDeparturesOfDriver,
  listDutiesOf,
  listOnNoDuty,
  listUndriven,
} from './duties.server.ts'
import { findVehicleOf } from './find-vehicles.server.ts'

const DAY = Temporal.PlainDate.from('2026-12-24')
const at = (clock: string, date = DAY) =>
  Temporal.Instant.from(`${date.toString()}T${clock}:00+02:00`)
const NOW = at('04:00')
const GIORGOS = 'driver-giorgos'
const ANNA = 'driver-anna'

beforeAll(async () => {
  await addTimetable()
  await addNamedMember(GIORGOS, 'Giorgos')
  await addNamedMember(ANNA, 'Anna')
})
beforeEach(async () => {
  await forgetDepartures()
  await forgetDuties()
})

const bus = (clock: string, date = DAY, more = {}) =>
  addDeparture({ departsAt: at(clock, date), ...more })

async function newDuty(wish: { driverId?: string | null; date?: Temporal.PlainDate } = {}) {
  const { driverId = GIORGOS, date = DAY } = wish
  const times = { startsAt: at('06:00', date), endsAt: at('14:00', date) }
  const added = await addDuty({ serviceDate: date, driverId, ...times, by: ADMIN, now: NOW })
  return added.ok ? added.dutyId : ''
}

const act = (dutyId: string) => ({ dutyId, by: ADMIN, now: NOW })
const put = (dutyId: string, departureId: string) => addToDuty({ ...act(dutyId), departureId })

const deleteBefore = (limit: Temporal.PlainDate) =>
  inTransaction((tx) => deleteOldDuties(tx, { limit, most: 10 }))

describe('a departure on a duty', () => {
  test('is on one alone, and the duty grows to the time that it needs', async () => {
    const [dutyId, other] = [await newDuty(), await newDuty({ driverId: ANNA })]
    const id = await bus('13:00')
    expect(await put(dutyId, id)).toEqual({ ok: true })
    expect(await findDuty(dutyId)).toMatchObject({
      startsAt: at('06:00'),
      endsAt: at('14:25'),
      runs: [{ departureId: id, firstStopId: 'A', lastStopId: 'D', vehicleId: null }],
    })
    for (const again of [dutyId, other]) {
      expect(await put(again, id)).toEqual({ ok: false, reason: 'on-a-duty', dutyId })
    }
    expect(await takeOffDuty({ ...act(other), departureId: id })).toMatchObject({
      reason: 'not-on-it',
    })
    expect(await takeOffDuty({ ...act(dutyId), departureId: id })).toEqual({ ok: true })
    expect(await put(other, id)).toEqual({ ok: true })
  })

  test('is of the same day, runs, and exists', async () => {
    const dutyId = await newDuty()
    const later = await bus('08:00', DAY.add({ days: 1 }))
    expect(await put(dutyId, later)).toMatchObject({ reason: 'other-day' })
    const cancelled = await bus('08:00', DAY, { status: 'cancelled' })
    expect(await put(dutyId, cancelled)).toMatchObject({ reason: 'not-running' })
    for (const unknown of [randomUUID(), 'a bus']) {
      expect(await put(dutyId, unknown)).toMatchObject({ reason: 'no-such-departure' })
      expect(await put(unknown, later)).toMatchObject({ reason: 'no-such-duty' })
    }
  })

  test('gets the vehicle of the others if it has none and that one is free', async () => {
    const dutyId = await newDuty()
    const vehicleId = await addVehicleFor({ seats: 30 })
    const [first, second, atOnce] = [await bus('06:30'), await bus('08:30'), await bus('09:00')]
    await put(dutyId, first)
    expect(await giveVehicle({ ...act(dutyId), vehicleId })).toEqual({ ok: true })
    await put(dutyId, second)
    await put(dutyId, atOnce)
    expect((await findVehicleOf(second))?.vehicleId).toBe(vehicleId)
    expect(await findVehicleOf(atOnce)).toBeUndefined()
  })

  test('goes to one of two dispatchers', async () => {
    const both = [await newDuty(), await newDuty({ driverId: ANNA })]
    const id = await bus('08:00')
    const outcomes = await Promise.all(both.map((dutyId) => put(dutyId, id)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'on-a-duty' })
  })
})

describe('the vehicle of a duty', () => {
  test('goes to all departures that have not left, and changes what they sell', async () => {
    const dutyId = await newDuty()
    const [left, first, second] = [await bus('03:00'), await bus('06:30'), await bus('08:30')]
    for (const id of [left, first, second]) await put(dutyId, id)
    const vehicleId = await addVehicleFor({ seats: 30 })
    const given = { ...act(dutyId), vehicleId, now: NOW.add({ minutes: 1 }) }
    expect(await giveVehicle(given)).toEqual({ ok: true })
    const seats = await db.selectFrom('departures').select('seats').orderBy('seats').execute()
    expect(seats).toEqual([{ seats: 10 }, { seats: 30 }, { seats: 30 }])
    expect(await findVehicleOf(left)).toBeUndefined()
    expect(await listEntries(`departure:${first}`, 5)).toMatchObject([
      { actor: 'job:fit-vehicle', action: 'vehicle' },
    ])
    expect((await listEntries(`duty:${dutyId}`, 1))[0]).toMatchObject({
      actor: 'admin:maria',
      action: 'vehicle',
      after: { departures: 2 },
    })
    expect(await giveVehicle({ ...act(dutyId), vehicleId })).toMatchObject({
      reason: 'vehicle-unchanged',
    })
  })

  test('is refused whole if one departure cannot have it', async () => {
    const [dutyId, other] = [await newDuty(), await newDuty({ driverId: ANNA })]
    const [first, second, elsewhere] = [await bus('06:30'), await bus('09:00'), await bus('09:30')]
    await put(dutyId, first)
    await put(dutyId, second)
    await put(other, elsewhere)
    const vehicleId = await addVehicleFor({})
    await giveVehicle({ ...act(other), vehicleId })
    expect(await giveVehicle({ ...act(dutyId), vehicleId })).toMatchObject({
      reason: 'vehicle-busy',
      run: { departureId: elsewhere },
    })
    expect(await findVehicleOf(first)).toBeUndefined()
  })
})

describe('a duty', () => {
  test('gets another driver and other times, which leave room for its departures', async () => {
    const dutyId = await newDuty()
    await put(dutyId, await bus('08:00'))
    const save = (from: string, until: string) =>
      saveDuty({ ...act(dutyId), driverId: ANNA, startsAt: at(from), endsAt: at(until) })
    expect(await save('08:01', '12:00')).toMatchObject({
      reason: 'cuts-a-departure',
      from: at('08:00'),
      until: at('09:25'),
    })
    expect(await save('08:00', '09:24')).toMatchObject({ reason: 'cuts-a-departure' })
    expect(await save('12:00', '12:00')).toMatchObject({ reason: 'ends-before-it-begins' })
    expect(await save('03:00', '23:01')).toMatchObject({ reason: 'too-long' })
    expect(await save('08:00', '09:25')).toEqual({ ok: true })
    expect(await findDuty(dutyId)).toMatchObject({ driverId: ANNA, endsAt: at('09:25') })
  })

  test('tells the second of two dispatchers of the first', async () => {
    const dutyId = await newDuty()
    const seen = await countEntries(`duty:${dutyId}`)
    const times = { startsAt: at('07:00'), endsAt: at('15:00') }
    const later = { ...act(dutyId), now: NOW.add({ minutes: 1 }) }
    const outcomes = await Promise.all(
      [ANNA, null].map((driverId) => saveDuty({ ...later, seen, driverId, ...times })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      reason: 'changed-meanwhile',
      entries: [{ action: 'saved' }],
    })
  })

  test('is deleted until it begins, and old ones with the absences of their time by the night', async () => {
    const dutyId = await newDuty()
    await put(dutyId, await bus('08:00'))
    expect(await deleteDuty({ ...act(dutyId), now: at('06:00') })).toMatchObject({
      reason: 'has-begun',
    })
    expect(await deleteDuty({ ...act(dutyId), now: at('05:59') })).toEqual({ ok: true })
    expect(await listOnNoDuty(DAY)).toHaveLength(1)
    await put(await newDuty(), await bus('08:00'))
    expect([await deleteBefore(DAY), await deleteBefore(DAY.add({ days: 1 }))]).toEqual([0, 1])
    expect(await listDutiesOf(DAY)).toEqual([])
  })

  test('is checked with what is known of driver, vehicle and the duty before', async () => {
    const yesterday = DAY.subtract({ days: 1 })
    const late = { startsAt: at('14:00', yesterday), endsAt: at('22:00', yesterday) }
    const whole = { serviceDate: yesterday, driverId: GIORGOS, ...late, by: ADMIN, now: NOW }
    await addDuty(whole)
    const dutyId = await newDuty()
    await put(dutyId, await bus('06:30'))
    await put(dutyId, await bus('08:00'))
    const { duties } = await listDay(DAY)
    expect(duties).toMatchObject([
      { dutyId, findings: [{ is: 'rest-too-short', minutes: 480 }, { is: 'short-turn-round' }] },
    ])
  })
})

describe('what a driver drives', () => {
  test('is listed for boarding in the order of the day', async () => {
    const [own, other] = [await newDuty(), await newDuty({ driverId: ANNA })]
    const [later, earlier, elsewhere] = [await bus('09:00'), await bus('07:00'), await bus('08:00')]
    await put(own, later)
    await put(own, earlier)
    await put(other, elsewhere)
    const days = { from: DAY, until: DAY }
    const ids = async (driver: string) =>
      (await listDeparturesOfDriver(driver, days)).map(({ departureId }) => departureId)
    expect(await ids(GIORGOS)).toEqual([earlier, later])
    expect(await ids('nobody')).toEqual([])
  })

  test('and what nobody drives is known once the company uses duties', async () => {
    const [driven, without, onNone] = [await bus('06:30'), await bus('08:30'), await bus('10:30')]
    await bus('07:00', DAY, { status: 'cancelled' })
    const span = { from: at('06:00'), until: at('10:31') }
    const undriven = async (today = DAY) => {
      const runs = await listUndriven(span, { today, most: 10, driverIds: [GIORGOS] })
      return runs.map(({ departureId }) => departureId)
    }
    expect(await undriven()).toEqual([])
    await put(await newDuty(), driven)
    await put(await newDuty({ driverId: null }), without)
    expect(await undriven()).toEqual([without, onNone])
    expect(await undriven(DAY.add({ days: 7 }))).toEqual([without, onNone])
    expect(await undriven(DAY.add({ days: 8 }))).toEqual([])
  })

  test('is also what an absent driver has, and one who has left, until somebody else drives it', async () => {
    const ill = 'driver-ill'
    await addNamedMember(ill, 'Ill')
    const [first, second] = [await bus('06:30'), await bus('08:30')]
    const [one, two] = [await newDuty({ driverId: ill }), await newDuty({ driverId: ANNA })]
    await put(one, first)
    await put(two, second)
    const undriven = async (driverIds = [ill, ANNA, GIORGOS]) => {
      const span = { from: at('06:00'), until: at('10:31') }
      const runs = await listUndriven(span, { today: DAY, most: 10, driverIds })
      return runs.map(({ departureId, why, dutyId, driverId }) => [
        departureId,
        why,
        dutyId,
        driverId,
      ])
    }
    expect(await undriven()).toEqual([])
    const absent = { staffId: ill, by: ADMIN, now: NOW }
    const [before, after] = [DAY.subtract({ days: 1 }), DAY.add({ days: 1 })]
    await addAbsence({ ...absent, seen: 0, fromOn: before, untilOn: before })
    await addAbsence({ ...absent, seen: 1, fromOn: after, untilOn: after })
    expect(await undriven()).toEqual([])
    await addAbsence({ ...absent, seen: 2, fromOn: DAY, untilOn: DAY })
    expect(await undriven()).toEqual([[first, 'absent', one, ill]])
    expect(await undriven([ill])).toEqual([
      [first, 'absent', one, ill],
      [second, 'left', two, ANNA],
    ])
    const { startsAt, endsAt } = (await findDuty(one)) ?? { startsAt: NOW, endsAt: NOW }
    await saveDuty({ ...act(one), seen: 2, driverId: GIORGOS, startsAt, endsAt })
    expect(await undriven()).toEqual([])
  })
})

describe('a copied day', () => {
  const NEXT = DAY.add({ days: 7 })
  const copy = () =>
    copyDuties({ from: DAY, to: NEXT, driverIds: [GIORGOS, ANNA], by: ADMIN, now: NOW })

  test('has the same duties with the departures of the same times, and the vehicles that are free', async () => {
    const [one, two] = [await newDuty(), await newDuty({ driverId: ANNA })]
    await put(one, await bus('07:00'))
    await put(one, await bus('11:00'))
    await put(two, await bus('08:00'))
    const vehicleId = await addVehicleFor({ seats: 30 })
    await giveVehicle({ ...act(one), vehicleId })
    const [seven, eight] = [await bus('07:00', NEXT), await bus('08:00', NEXT)]
    await bus('08:01', NEXT)
    expect(await copy()).toEqual({ ok: true, duties: 2, departures: 2 })
    const copied = await listDutiesOf(NEXT)
    expect(
      copied.map(({ driverId, runs }) => [driverId, runs.map((run) => run.departureId)]),
    ).toEqual(
      expect.arrayContaining([
        [GIORGOS, [seven]],
        [ANNA, [eight]],
      ]),
    )
    expect(copied[0]).toMatchObject({ startsAt: at('06:00', NEXT), endsAt: at('14:00', NEXT) })
    expect((await findVehicleOf(seven))?.vehicleId).toBe(vehicleId)
    expect(await countEntries(`duties:${NEXT.toString()}`)).toBe(1)
    expect(await copy()).toMatchObject({ reason: 'has-duties' })
  })

  test('has no driver who is absent, without licence or no driver any more', async () => {
    const gone = 'driver-gone'
    await addNamedMember(gone, 'Gone')
    for (const driverId of [GIORGOS, ANNA, gone]) await newDuty({ driverId })
    const known = { staffId: GIORGOS, seen: 0, by: ADMIN, now: NOW }
    expect(await addAbsence({ ...known, fromOn: NEXT, untilOn: NEXT })).toEqual({ ok: true })
    const details = {
      languages: ['greek'] as const,
      phone: null,
      licenceUntil: NEXT.subtract({ days: 1 }),
    }
    expect(await saveDriver({ ...known, staffId: ANNA, details })).toEqual({ ok: true })
    expect(await copy()).toMatchObject({ ok: true, duties: 3 })
    expect((await listDutiesOf(NEXT)).map(({ driverId }) => driverId)).toEqual([null, null, null])
  })

  test('is copied once of two presses, and never from an empty day', async () => {
    expect(await copy()).toMatchObject({ reason: 'nothing-to-copy' })
    await newDuty()
    const outcomes = await Promise.all([copy(), copy()])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listDutiesOf(NEXT)).toHaveLength(1)
  })
})

test('what is known of a driver is deleted when the driver leaves, and the duties stay', async () => {
  const staffId = 'driver-leaving'
  await addNamedMember(staffId, 'Leaving')
  const known = { staffId, seen: 0, by: ADMIN, now: NOW }
  const details = {
    languages: ['greek', 'russian'] as const,
    phone: '+35799123456',
    licenceUntil: DAY,
  }
  await saveDriver({ ...known, details })
  await addAbsence({ ...known, seen: 1, fromOn: DAY, untilOn: DAY })
  await newDuty({ driverId: staffId })
  const find = async () => (await listDrivers([staffId], NOW)).get(staffId)
  expect(await find()).toMatchObject({ ...details, absences: [{ fromOn: DAY }] })
  const entries = JSON.stringify(await listEntries(`driver:${staffId}`, 10))
  expect(entries).not.toContain('99123456')
  await inTransaction((tx) => forgetDriver(tx, staffId))
  expect(await find()).toMatchObject({ languages: [], phone: null, absences: [] })
  expect(await listDutiesOf(DAY)).toMatchObject([{ driverId: staffId }])
})

test('a departure that a new timetable removes leaves its duty', async () => {
  const dutyId = await newDuty()
  const [kept, lost] = [await bus('07:00'), await bus('09:00')]
  await put(dutyId, kept)
  await put(dutyId, lost)
  await inTransaction((tx) => decideDeparture(tx, kept, {}))
  await db.deleteFrom('departures').where('pinned', '=', false).execute()
  expect((await findDuty(dutyId))?.runs.map(({ departureId }) => departureId)).toEqual([kept])
  expect(dateInCyprus(at('07:00')).equals(DAY)).toBe(true)
})
