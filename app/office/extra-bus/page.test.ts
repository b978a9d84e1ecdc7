import { beforeAll, beforeEach, expect, test } from 'vitest'

import { loader as listLoader } from '#app/office/departures/page.tsx'
import type { DeparturesView } from '#app/office/departures/view.server.ts'
import { lastBookableDate } from '#modules/rules/deadlines.ts'
import { findExtra } from '#modules/timetable/extra-departures.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import {
  act,
  addStaff,
  ageConfirmation,
  openOffice,
  type Colleague,
} from '#test/fixtures/office.ts'
import { publishTrips } from '#test/fixtures/published-trips.ts'
import { addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import { action, loader } from './page.tsx'
import type { ExtraBusView } from './view.server.ts'

const pattern = '/office/departures/new'
const day = () => dateInCyprus(now()).add({ days: 3 })
const FORM = { line: '0:1', kind: 'extra', time: '03:00', seats: '50', wheelchairs: '1' }

let maria: Colleague
beforeAll(async () => {
  await addTimetable()
  maria = await addStaff('dispatcher')
})
beforeEach(async () => {
  await forgetDepartures()
  await publishTrips([{ tripId: 'T1', leaves: startOfDay(day()).add({ hours: 9 }) }])
})

type Form = Record<string, string>
const addressOf = (form: Form = {}) =>
  new URLSearchParams({ ...FORM, date: day().toString(), reason: 'Easter', ...form }).toString()

async function look(form: Form = {}, prefix = ''): Promise<ExtraBusView> {
  const page = { as: maria, pattern, query: addressOf(form), prefix } as const
  return (await openOffice<ExtraBusView>(loader, page)).shown
}

const add = (form: Form = {}, as = maria) =>
  act<{ problems: { fieldId: string }[] }>(action, {
    as,
    pattern,
    query: addressOf(form),
    intent: 'add',
  })

test('the empty page offers the lines, with the day of the list that led to it', async () => {
  const page = { as: maria, pattern, query: 'date=2026-12-24' } as const
  const { shown } = await openOffice<ExtraBusView>(loader, page)
  expect(shown).toMatchObject({
    lines: [{ value: '0:1', name: 'AD Almond Square to Dune Steps' }],
    typed: { date: '2026-12-24', time: '' },
    problems: [],
    check: null,
  })
})

test('a check says what will be made, in both languages, and makes nothing', async () => {
  const { problems, check } = await look()
  expect(problems).toEqual([])
  expect(check).toMatchObject({
    time: '03:00',
    isCharter: false,
    seats: 50,
    soldUntil: expect.stringMatching(/02:30$/),
    besides: [],
  })
  expect(check?.calls.map(({ time, names }) => [time, names.en, names.el])).toEqual([
    ['03:00', 'Almond Square', 'Πλατεία Αμυγδάλου'],
    ['03:30', 'Bay Road', 'Οδός Όρμου'],
    ['04:00', 'Cape Airport', 'Αεροδρόμιο Ακρωτηρίου'],
    ['04:30', 'Dune Steps', 'Σκαλιά Αμμόλοφου'],
  ])
  const { shown } = await openOffice<DeparturesView>(listLoader, {
    as: maria,
    pattern: '/office/departures',
    query: `day=${day().toString()}`,
  })
  expect(shown.rows).toHaveLength(1)
})

test('a check names the other bus of the same minute, and is no obstacle', async () => {
  expect((await look({ time: '9.00' })).check?.besides).toHaveLength(1)
})

test('the bus is added with one press, and is in the list as an extra one', async () => {
  const { status, location } = await add()
  expect(status).toBe(303)
  const id = location.split('/').at(-1) ?? ''
  expect(await findExtra(id)).toMatchObject({ origin: 'extra', reason: 'Easter' })
  const query = `day=${day().toString()}`
  const list = { as: maria, pattern: '/office/departures', query, prefix: '/el' } as const
  const { shown } = await openOffice<DeparturesView>(listLoader, list)
  expect(shown.rows[0]).toMatchObject({ time: '03:00', states: [{ text: 'Έκτακτο' }] })
})

test('a charter names who ordered it', async () => {
  const { check } = await look({ kind: 'charter', orderer: 'School' })
  expect(check).toMatchObject({ isCharter: true })
  const { location } = await add({ kind: 'charter', orderer: ' School\tof  Aradippou ' })
  const id = location.split('/').at(-1) ?? ''
  expect(await findExtra(id)).toMatchObject({ orderedBy: 'School of Aradippou' })
})

const BEYOND = () => lastBookableDate(dateInCyprus(now())).add({ days: 1 }).toString()

test.each<[keyof ExtraBusView['typed'], () => Form, RegExp]>([
  ['line', () => ({ line: '0:none' }), /Choose a line/],
  ['line', () => ({ line: 'nonsense' }), /Choose a line/],
  ['date', () => ({ date: '' }), /Enter the date/],
  ['date', () => ({ date: '2026-02-30' }), /Enter the date/],
  ['date', () => ({ date: dateInCyprus(now()).subtract({ days: 1 }).toString() }), /is over/],
  ['date', () => ({ date: BEYOND() }), /on sale until \w+/],
  ['time', () => ({ time: 'noon' }), /Enter the time/],
  ['time', () => ({ date: dateInCyprus(now()).toString(), time: '00:00' }), /is over/],
  ['time', () => ({ date: '2027-03-28', time: '03:30' }), /skip this time/],
  ['seats', () => ({ seats: '201' }), /1 to 200/],
  ['seats', () => ({ seats: 'many' }), /1 to 200/],
  ['wheelchairs', () => ({ wheelchairs: '21' }), /0 to 20/],
  ['reason', () => ({ reason: ' ' }), /Write the reason/],
  ['orderer', () => ({ kind: 'charter' }), /who ordered/],
])('a form is refused at %s, and keeps what was typed', async (fieldId, changed, sentence) => {
  const form = changed()
  const view = await look(form)
  expect(view).toMatchObject({ check: null, typed: { seats: '50', ...form } })
  expect(view.problems).toEqual([{ fieldId, sentence: expect.stringMatching(sentence) }])
  const { problems } = await look(form, '/el')
  expect(problems[0]?.sentence).toMatch(/[Ͱ-Ͽ]{4}/)
  const { status, shown } = await add(form)
  expect([status, shown.problems[0]?.fieldId]).toEqual([422, fieldId])
})

test('a bus is added by a dispatcher who has just confirmed, and by no seller', async () => {
  const seller = await addStaff('seller')
  expect((await add({}, seller)).status).toBe(403)
  expect((await openOffice(loader, { as: seller, pattern })).status).toBe(403)
  const nikos = await addStaff('dispatcher')
  await ageConfirmation(nikos)
  expect((await add({}, nikos)).status).not.toBe(303)
})
