import { beforeAll, beforeEach, expect, test } from 'vitest'

import { addDuty, addToDuty } from '#modules/fleet/change-duty.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { forgetDuties } from '#test/fixtures/fleet.ts'
import { addNamedMember } from '#test/fixtures/sample-staff.server.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import { findMyDutyNow, findMyStop, listMyBuses } from './my-departures.server.ts'

const DAY = Temporal.PlainDate.from('2026-12-24')
const at = (clock: string) => Temporal.Instant.from(`${DAY.toString()}T${clock}:00+02:00`)
const ANNA = 'boarding-anna'
const GIORGOS = 'boarding-giorgos'

beforeAll(async () => {
  await addTimetable()
  await addNamedMember(ANNA, 'Anna')
  await addNamedMember(GIORGOS, 'Giorgos')
})
let buses: string[]
beforeEach(async () => {
  await forgetDepartures()
  await forgetDuties()
  buses = []
  for (const clock of ['08:00', '10:00', '12:00']) {
    buses.push(await addDeparture({ departsAt: at(clock) }))
  }
})

async function addDutyOf(driverId: string, departureIds: readonly string[]): Promise<void> {
  const by = { by: ADMIN, now: at('04:00') }
  const times = { startsAt: at('06:00'), endsAt: at('15:00') }
  const added = await addDuty({ serviceDate: DAY, driverId, ...times, ...by })
  if (!added.ok) throw new Error(added.reason)
  for (const departureId of departureIds) {
    expect(await addToDuty({ dutyId: added.dutyId, departureId, ...by })).toEqual({ ok: true })
  }
}

async function list(staffId: string, stopId: string, day = DAY, now = at('07:00')) {
  const found = await listMyBuses({ staffId, stopId, day, now })
  return found.map(({ departureId, position }) => [buses.indexOf(departureId), position])
}

test('a driver with a duty works on its departures, at the chosen stop', async () => {
  await addDutyOf(ANNA, [buses[2]!, buses[0]!])
  const atFirstStop = [
    [0, 0],
    [2, 0],
  ]
  expect(await list(ANNA, 'A')).toEqual(atFirstStop)
  expect(await list(ANNA, 'B')).toEqual([
    [0, 1],
    [2, 1],
  ])
  // Where nobody boards them, they are met at their first stop.
  expect(await list(ANNA, 'D')).toEqual(atFirstStop)
})

test('the bus on its way or the next one is first, and those that have arrived are last', async () => {
  await addDutyOf(ANNA, buses)
  const order = async (clock: string) => (await list(ANNA, 'A', DAY, at(clock))).map(([bus]) => bus)
  expect(await order('08:20')).toEqual([0, 1, 2])
  expect(await order('09:50')).toEqual([1, 2, 0])
  expect(await order('23:00')).toEqual([0, 1, 2])
})

test('a member without a duty on the day works on all departures of the chosen stop', async () => {
  await addDutyOf(ANNA, [buses[0]!])
  const all = [
    [0, 0],
    [1, 0],
    [2, 0],
  ]
  expect(await list(GIORGOS, 'A')).toEqual(all)
  expect(await list(GIORGOS, 'D')).toEqual([])
  expect(await list(ANNA, 'A', DAY.add({ days: 1 }))).toEqual([])
})

const suggest = (staffId: string, clock: string) =>
  findMyStop(staffId, { day: DAY, now: at(clock) })

test('a duty suggests the first stop of the next bus', async () => {
  await addDutyOf(ANNA, [buses[0]!, buses[2]!])
  expect(await suggest(ANNA, '07:00')).toBe('A')
  expect(await suggest(ANNA, '23:00')).toBe('A')
  expect(await suggest(GIORGOS, '07:00')).toBeUndefined()
})

test('a driver has a duty now until its last bus has arrived, past midnight too', async () => {
  await addDutyOf(ANNA, [buses[0]!, buses[2]!])
  const find = (clock: string, { staffId = ANNA, more = 0 } = {}) =>
    findMyDutyNow(staffId, { today: DAY.add({ days: more }), now: at(clock) })
  expect(await find('07:00')).toEqual({ day: DAY, stopId: 'A' })
  expect(await find('12:01', { more: 1 })).toEqual({ day: DAY, stopId: 'A' })
  expect(await find('23:00')).toBeUndefined()
  expect(await find('07:00', { more: 2 })).toBeUndefined()
  expect(await find('07:00', { staffId: GIORGOS })).toBeUndefined()
})
