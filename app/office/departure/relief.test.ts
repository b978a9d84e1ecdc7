import { beforeAll, beforeEach, expect, test } from 'vitest'

import { loader as openDuties } from '#app/office/duties/page.tsx'
import type { DayView } from '#app/office/duties/view.ts'
import { loader as openToday } from '#app/office/today/page.tsx'
import type { TodayView } from '#app/office/today/view.ts'
import { addDuty, addToDuty } from '#modules/fleet/change-duty.server.ts'
import { findVehicle } from '#modules/fleet/find-vehicles.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor } from '#test/fixtures/fleet.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'

import { action, loader } from './page.tsx'
import type { DepartureView } from './view.server.ts'

const pattern = '/office/departures/:id'
const leaves = now().add({ hours: 3 })
let maria: Colleague
let giorgos: Colleague
let id: string
let own: string
let second: string
beforeAll(async () => {
  await addTimetable()
  maria = await addStaff('dispatcher')
  giorgos = await addStaff('driver')
})
beforeEach(async () => {
  id = await addDeparture({ departsAt: leaves, seats: 10 })
  own = await addVehicleFor({ seats: 50 })
  second = await addVehicleFor({ seats: 20 })
})

type Refused = { problems: { fieldId: string; sentence: string }[] }

const open = async (prefix = '') =>
  (await openOffice<DepartureView>(loader, { as: maria, pattern, params: { id }, prefix })).shown

async function press(intent: string, form: Record<string, string>, prefix = '') {
  const fields = { seen: String((await open()).seen), reason: 'a choir', ...form }
  return act<Refused>(action, { as: maria, pattern, params: { id }, intent, form: fields, prefix })
}

async function newDuty(): Promise<string> {
  const added = await addDuty({
    serviceDate: dateInCyprus(leaves),
    driverId: giorgos.staffId,
    startsAt: leaves,
    endsAt: leaves.add({ hours: 2 }),
    by: ADMIN,
    now: now(),
  })
  return added.ok ? added.dutyId : ''
}

const plateOf = async (vehicleId: string) => (await findVehicle(vehicleId))?.plate ?? ''

test('the relief bus of a departure is on its page, on Today and on the duty of its driver', async () => {
  await press('vehicle', { vehicle: own })
  const [first, other] = [await newDuty(), await newDuty()]
  await addToDuty({ dutyId: first, departureId: id, by: ADMIN, now: now() })
  expect((await open()).relief.duties.map(({ dutyId }) => dutyId)).toContain(other)
  expect((await open()).relief.duties.map(({ dutyId }) => dutyId)).not.toContain(first)
  expect((await press('relief', { relief: second, 'relief-duty': other })).status).toBe(303)

  const view = await open()
  expect(view.seats).toBe(70)
  expect(view.relief.present).toMatchObject({
    plate: await plateOf(second),
    driver: 'Maria Example',
  })
  const { shown: today } = await openOffice<TodayView>(openToday, {
    as: maria,
    pattern: '/office',
  })
  const row = today.live.departures.rows.find(({ departureId }) => departureId === id)
  const plates = `${await plateOf(own)} + ${await plateOf(second)}`
  expect(row?.crew).toBe(`${plates} · Maria Example, Maria Example`)

  const query = `day=${dateInCyprus(leaves).toString()}`
  const asked = { as: maria, pattern: '/office/duties', query } as const
  const { duties } = (await openOffice<DayView>(openDuties, asked)).shown
  const texts = (dutyId: string) =>
    duties.find((duty) => duty.dutyId === dutyId)?.runs.map(({ text }) => text)
  expect(texts(other)?.[0]).toContain(', relief bus')
  expect(texts(first)?.[0]).not.toContain('relief')
})

test.each([
  ['', 'Give the departure a vehicle of its own first.'],
  ['/el', 'Ορίστε πρώτα το κύριο όχημα του δρομολογίου.'],
])('a relief bus without a first one is refused in words (%s)', async (prefix, sentence) => {
  const { status, shown } = await press('relief', { relief: second }, prefix)
  expect([status, shown.problems[0]]).toEqual([422, { fieldId: 'relief', sentence }])
})

test('the first vehicle stays while a relief bus runs beside it', async () => {
  await press('vehicle', { vehicle: own })
  await press('relief', { relief: second })
  const { shown } = await press('vehicle', { vehicle: '' })
  expect(shown.problems[0]?.sentence).toContain('Remove the relief bus first')
  expect((await press('relief', { relief: '' })).status).toBe(303)
  expect((await open()).relief.present).toBeNull()
})
