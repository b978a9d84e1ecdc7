import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { writeKey } from '#app/components/office/page-key.ts'
import { findDeparture } from '#modules/dispatch/departure.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { addVehicleFor, forgetDuties, newVehicle } from '#test/fixtures/fleet.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import { action as dutyAction, loader as dutyLoader } from './one.tsx'
import { action as dayAction, loader as dayLoader } from './page.tsx'
import type { DayView, DutyView } from './view.ts'

const DAY = dateInCyprus(now()).add({ days: 2 })
const at = (hours: number) => startOfDay(DAY).add({ minutes: Math.round(hours * 60) })

let maria: Colleague
let giorgos: Colleague
beforeAll(async () => {
  await addTimetable()
  maria = await addStaff('dispatcher')
  giorgos = await addStaff('driver')
})
beforeEach(async () => {
  await forgetDepartures()
  await forgetDuties()
})

type Refused = { problems: { fieldId: string; sentence: string }[] }

async function openDay(as = maria, { prefix = '', day = DAY, after = null as string | null } = {}) {
  const query = new URLSearchParams({ day: day.toString(), ...(after && { after }) }).toString()
  const page = { as, pattern: '/office/duties', query, prefix } as const
  return (await openOffice<DayView>(dayLoader, page)).shown
}

function pressDay(intent: string, form: Record<string, string>, as = maria) {
  const fields = { day: DAY.toString(), ...form }
  return act<Refused>(dayAction, { as, pattern: '/office/duties', intent, form: fields })
}

async function open(id: string, as = maria) {
  const page = { as, pattern: '/office/duties/:id', params: { id } } as const
  return (await openOffice<DutyView>(dutyLoader, page)).shown
}

async function press(id: string, intent: string, form: Record<string, string> = {}, as = maria) {
  const { seen } = await open(id)
  const pattern = '/office/duties/:id' as const
  const fields = { seen: String(seen), ...form }
  return act<Refused>(dutyAction, { as, pattern, params: { id }, intent, form: fields })
}

async function refusalOf(answer: Promise<{ status: number; shown: Refused }>) {
  const { status, shown } = await answer
  expect(status).toBe(422)
  return shown.problems[0]
}

test('a day has its departures on no duty on pages of a hundred', async () => {
  const moments = Array.from({ length: 101 }, (_, place) => at(8 + place / 60))
  for (const departsAt of moments) await addDeparture({ departsAt, seats: 10 })
  const day = await openDay()
  expect(day.loose.slice(98).map(({ time }) => time)).toEqual(['09:38', '09:39'])
  const later = await openDay(maria, { after: day.next })
  expect([later.loose.map(({ time }) => time), later.next]).toEqual([['09:40'], null])
  const end = writeKey(at(10), later.loose[0]?.departureId ?? '')
  expect((await openDay(maria, { after: end })).loose).toEqual(day.loose)
})

const TIMES = { 'starts-at': `${DAY.toString()}T06:00`, 'ends-at': `${DAY.toString()}T14:00` }

async function newDuty(driver = giorgos.staffId): Promise<string> {
  const { location } = await pressDay('add', { driver, ...TIMES })
  return location.split('/').at(-1) ?? ''
}

const bus = (hours: number) => addDeparture({ departsAt: at(hours) })

test('a duty is added, filled from the page of the day, and shown in order with its checks', async () => {
  const id = await newDuty()
  const [later, earlier] = [await bus(8), await bus(6.5)]
  expect((await openDay()).loose).toMatchObject([
    { departureId: earlier, time: '06:30', way: 'Almond Square to Dune Steps', vehicle: '' },
    { departureId: later },
  ])
  for (const departure of [later, earlier]) {
    expect(await pressDay('assign', { duty: id, departure })).toMatchObject({
      status: 303,
      location: `/office/duties?day=${DAY.toString()}`,
    })
  }
  const { duties, loose } = await openDay()
  expect(loose).toEqual([])
  expect(duties).toMatchObject([
    {
      driver: 'Maria Example',
      times: '06:00–14:00',
      runs: [
        { text: '06:30 Almond Square to Dune Steps, arrives 07:55', pause: null },
        { text: '08:00 Almond Square to Dune Steps, arrives 09:25', pause: '5 min to turn round' },
      ],
      driving: '2 h 50 min',
      findings: ['Only 5 min before the 08:00. Allow at least 15.'],
    },
  ])
  const inGreek = await openDay(maria, { prefix: '/el' })
  expect(inGreek.duties[0]?.findings).toEqual([
    'Μόνο 5 λεπτά πριν από το δρομολόγιο των 08:00. Αφήστε τουλάχιστον 15.',
  ])
  const sentence = `It is already on a duty: 06:00–14:00 Maria Example.`
  expect(await refusalOf(pressDay('assign', { duty: id, departure: later }))).toEqual({
    fieldId: `assign-${later}`,
    sentence,
  })
})

test.each([
  ['driver', { driver: 'a stranger' }],
  ['starts-at', { 'starts-at': '' }],
  ['ends-at', { 'ends-at': 'late' }],
  ['ends-at', { 'ends-at': TIMES['starts-at'] }],
])('a new duty is refused at %s', async (fieldId, wrong) => {
  const form = { driver: giorgos.staffId, ...TIMES, ...wrong }
  expect(await refusalOf(pressDay('add', form))).toMatchObject({ fieldId })
})

describe('on the page of a duty', () => {
  test('departures come and go, and the vehicle changes what they sell', async () => {
    const id = await newDuty()
    const departure = await bus(6.5)
    expect((await press(id, 'assign', { departure })).status).toBe(303)
    const { plate } = newVehicle({})
    const vehicle = await addVehicleFor({ plate, seats: 44 })
    expect((await press(id, 'vehicle', { vehicle })).status).toBe(303)
    expect(await open(id)).toMatchObject({ vehicleId: vehicle, row: { vehicle: plate } })
    expect(await findDeparture(departure)).toMatchObject({ seats: 44 })
    expect(await refusalOf(press(id, 'vehicle', { vehicle }))).toMatchObject({ fieldId: 'vehicle' })
    expect(await refusalOf(press(id, 'vehicle', { vehicle: 'x' }))).toMatchObject({
      sentence: 'Choose a vehicle of the company.',
    })
    expect((await press(id, 'remove', { departure })).status).toBe(303)
    expect(await refusalOf(press(id, 'remove', { departure }))).toMatchObject({
      fieldId: 'departures',
    })
    expect((await openDay()).loose).toMatchObject([{ departureId: departure, vehicle: plate }])
  })

  test('driver and times change, and never cut a departure', async () => {
    const id = await newDuty()
    await press(id, 'assign', { departure: await bus(8) })
    const late = { 'starts-at': `${DAY.toString()}T08:30` }
    expect(await refusalOf(press(id, 'save', { driver: '', ...TIMES, ...late }))).toEqual({
      fieldId: 'starts-at',
      sentence: 'Its departures need the time from 08:00 to 09:25. Remove one first.',
    })
    expect((await press(id, 'save', { driver: '', ...TIMES })).status).toBe(303)
    expect(await open(id)).toMatchObject({ driverId: '', row: { driver: null } })
  })

  test('the second of two dispatchers learns who was first', async () => {
    const id = await newDuty()
    const { seen } = await open(id)
    expect((await press(id, 'save', { driver: '', ...TIMES })).status).toBe(303)
    const second = press(id, 'save', { driver: '', ...TIMES, seen: String(seen) })
    expect((await refusalOf(second))?.sentence).toMatch(/^Maria Example changed this duty on /)
  })

  test('it is deleted, and then unknown', async () => {
    const id = await newDuty()
    expect(await press(id, 'delete')).toMatchObject({
      status: 303,
      location: `/office/duties?day=${DAY.toString()}`,
    })
    for (const unknown of [id, 'x']) {
      const page = { as: maria, pattern: '/office/duties/:id', params: { id: unknown } } as const
      expect((await openOffice(dutyLoader, page)).status).toBe(404)
      for (const intent of ['save', 'vehicle', 'assign', 'remove', 'delete']) {
        expect((await act(dutyAction, { ...page, intent })).status).toBe(404)
      }
    }
  })
})

test('a day is copied from the day before or the week before, once', async () => {
  const id = await newDuty()
  await press(id, 'assign', { departure: await bus(8) })
  const next = DAY.add({ days: 1 })
  const departure = await addDeparture({ departsAt: at(32) })
  const { yesterday } = await openDay(maria, { day: next })
  const copying = { day: next.toString(), from: yesterday.value }
  expect((await pressDay('copy', copying)).status).toBe(303)
  expect((await openDay(maria, { day: next })).duties).toMatchObject([
    { driver: 'Maria Example', times: '06:00–14:00', runs: [{ departureId: departure }] },
  ])
  expect(await refusalOf(pressDay('copy', copying))).toEqual({
    fieldId: 'copy',
    sentence: 'This day already has duties.',
  })
  const week = DAY.add({ days: 7 })
  const { weekBefore } = await openDay(maria, { day: week })
  expect((await pressDay('copy', { day: week.toString(), from: weekBefore.value })).status).toBe(
    303,
  )
  expect((await openDay(maria, { day: week })).duties).toMatchObject([
    { driver: 'Maria Example', times: '06:00–14:00', runs: [] },
  ])
  const empty = { day: DAY.add({ days: 9 }).toString(), from: '2026-01-01' }
  expect((await refusalOf(pressDay('copy', empty)))?.sentence).toBe('That day has no duties.')
})

describe('a driver', () => {
  test('sees the own duties alone, and neither forms nor departures of others', async () => {
    const [own, other] = [await newDuty(), await newDuty('')]
    const departure = await bus(8)
    await press(own, 'assign', { departure })
    await press(other, 'assign', { departure: await bus(10) })
    await bus(12)
    expect(await openDay(giorgos)).toMatchObject({
      isOwn: true,
      loose: [],
      drivers: [],
      options: [{ value: own }],
      duties: [{ dutyId: own, runs: [{ departureId: departure }] }],
    })
    expect((await openDay(await addStaff('driver'))).duties).toEqual([])
  })

  test('changes none of them', async () => {
    const driver = giorgos.staffId
    expect((await pressDay('add', { driver, ...TIMES }, giorgos)).status).toBe(403)
    const page = { as: giorgos, pattern: '/office/duties/:id', params: { id: 'x' } } as const
    expect((await openOffice(dutyLoader, page)).status).toBe(403)
  })
})

test('an auditor reads the duties and changes none', async () => {
  const id = await newDuty()
  const auditor = await addStaff('auditor')
  expect((await open(id, auditor)).row.driver).toBe('Maria Example')
  expect((await press(id, 'delete', {}, auditor)).status).toBe(403)
})
