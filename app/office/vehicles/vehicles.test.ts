import { beforeAll, describe, expect, test } from 'vitest'

import { assignVehicle } from '#modules/fleet/assign-vehicle.server.ts'
import { now } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor, newVehicle } from '#test/fixtures/fleet.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'

import { action, loader as one } from './one.tsx'
import { loader as list } from './page.tsx'
import type { VehicleRow, VehicleView } from './view.server.ts'

const pattern = '/office/vehicles/:id'

let maria: Colleague
beforeAll(async () => {
  await addTimetable()
  maria = await addStaff('dispatcher')
})

type Refused = { problems: { fieldId: string; sentence: string }[] }

async function open(id: string, as = maria, prefix = '') {
  return (await openOffice<VehicleView>(one, { as, pattern, params: { id }, prefix })).shown
}

async function listAll(prefix = ''): Promise<VehicleRow[]> {
  const page = { as: maria, pattern: '/office/vehicles', prefix } as const
  return (await openOffice<{ rows: VehicleRow[] }>(list, page)).shown.rows
}

const formOf = () => ({
  plate: newVehicle({}).plate,
  name: 'Big one',
  seats: '50',
  wheelchairs: '2',
})

async function press(id: string, form: Record<string, string>, as = maria) {
  const { seen } = await open(id)
  const fields = { seen: String(seen), state: 'in-service', ...form }
  return act<Refused>(action, { as, pattern, params: { id }, intent: 'save', form: fields })
}

test('a vehicle is added, changed, sent to the workshop and sold', async () => {
  const form = { ...formOf(), lift: 'yes' }
  const { location } = await press('new', form)
  const id = location.split('/').at(-1) ?? ''
  expect(await open(id)).toMatchObject({ title: `${form.plate} · Big one`, hasLift: true, seen: 1 })
  const workshop = { 'workshop-from': '2026-12-01T08:00', 'workshop-until': '2026-12-02T17:00' }
  expect((await press(id, { ...form, ...workshop, state: 'workshop' })).status).toBe(303)
  expect(await open(id)).toMatchObject({ workshopUntil: '2026-12-02T17:00', state: 'workshop' })
  const row = (await listAll('/el')).find(({ vehicleId }) => vehicleId === id)
  expect(row?.stateText).toBe('Συνεργείο από Τρί 1 Δεκ, 08:00 έως Τετ 2 Δεκ, 17:00')
  expect((await press(id, { ...form, ...workshop, state: 'sold' })).status).toBe(303)
  expect(await open(id)).toMatchObject({ state: 'sold', workshopFrom: '' })
})

test.each([
  ['plate', { plate: '' }],
  ['seats', { seats: 'many' }],
  ['wheelchairs', { wheelchairs: '21' }],
  ['workshop-from', { state: 'workshop', 'workshop-from': '2026-12-01T08:00' }],
  ['workshop-from', { state: 'workshop', 'workshop-from': 'soon', 'workshop-until': 'later' }],
])('a form is refused at %s', async (fieldId, changed) => {
  const { status, shown } = await press('new', { ...formOf(), ...changed })
  expect([status, shown.problems[0]?.fieldId]).toEqual([422, fieldId])
})

describe('departures of a vehicle', () => {
  test('are listed with what is in the way, and have to find another one before it is sold', async () => {
    const form = formOf()
    const { location } = await press('new', form)
    const id = location.split('/').at(-1) ?? ''
    const departureId = await addDeparture({ departsAt: now().add({ hours: 30 }) })
    await assignVehicle({ departureId, vehicleId: id, by: ADMIN, now: now() })
    expect(await open(id)).toMatchObject({
      runs: [{ departureId, way: 'Almond Square to Dune Steps', isInWorkshop: false }],
    })
    const row = (await listAll()).find(({ vehicleId }) => vehicleId === id)
    expect(row?.next).toMatchObject({ departureId })
    const { shown } = await press(id, { ...form, state: 'sold' })
    expect(shown.problems).toEqual([
      {
        fieldId: 'state',
        sentence: '1 departure still has this vehicle. Give them another one first.',
      },
    ])
    const workshop = { 'workshop-from': '2026-01-01T08:00', 'workshop-until': '2030-12-02T17:00' }
    expect((await press(id, { ...form, ...workshop, state: 'workshop' })).status).toBe(303)
    expect((await open(id)).runs[0]?.isInWorkshop).toBe(true)
  })
})

test('the second of two dispatchers learns who was first', async () => {
  const id = await addVehicleFor(newVehicle({}))
  const { seen, plate } = await open(id)
  const form = { ...formOf(), plate }
  expect((await press(id, form)).status).toBe(303)
  const { shown } = await press(id, { ...form, seats: '20', seen: String(seen) })
  expect(shown.problems[0]?.sentence).toMatch(/^Maria Example changed this vehicle on /)
  expect(await open(id)).toMatchObject({ seats: '50' })
})

test('an auditor reads the vehicles and changes none; an unknown one is not found', async () => {
  const id = await addVehicleFor(newVehicle({}))
  const auditor = await addStaff('auditor')
  expect((await open(id, auditor)).seats).toBe('10')
  expect((await press(id, formOf(), auditor)).status).toBe(403)
  const unknown = { as: maria, pattern, params: { id: 'x' } } as const
  expect((await openOffice(one, unknown)).status).toBe(404)
  const lost = { as: maria, pattern, intent: 'save', params: { id: 'x' }, form: formOf() } as const
  expect((await act(action, lost)).status).toBe(404)
})
