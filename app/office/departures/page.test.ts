import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import { loader } from './page.tsx'
import type { DeparturesView } from './view.server.ts'

let maria: Colleague
beforeAll(async () => {
  await addTimetable()
  maria = await addStaff('dispatcher')
})
beforeEach(() => forgetDepartures())

const open = (query = '', prefix = '') =>
  openOffice<DeparturesView>(loader, {
    as: maria,
    pattern: '/office/departures',
    query,
    prefix,
  })
const openTomorrow = (query = '', prefix = '') =>
  open(`day=${tomorrow().toString()}&${query}`, prefix)

const listIds = async (query: string) =>
  (await openTomorrow(query)).shown.rows.map(({ departureId }) => departureId)

const tomorrow = () => dateInCyprus(now()).add({ days: 1 })
const bus = (hours: number, more: object = {}) =>
  addDeparture({ departsAt: startOfDay(tomorrow()).add({ hours }), ...more })

test('a day lists its departures with a bar for each leg, and what is wrong in words', async () => {
  await bus(9)
  await bus(10, { status: 'cancelled' })
  const { shown } = await openTomorrow()
  expect(shown.rows).toMatchObject([
    {
      time: '09:00',
      routeName: 'AD',
      way: 'Almond Square to Dune Steps',
      label: '0/10',
      states: [],
    },
    { time: '10:00', states: [{ text: 'Cancelled', tone: 'danger' }], tone: 'danger' },
  ])
  expect(shown.rows[0]?.legs).toHaveLength(3)
  expect(shown).toMatchObject({ isToday: false, next: null })
  const greek = await openTomorrow('', '/el')
  expect(greek.shown.rows[1]?.states).toEqual([{ text: 'Ακυρώθηκε', tone: 'danger' }])
})

test.each(['0000-01-01', '9999-12-31', '2026-02-30', 'soon'])('%s shows today', async (day) => {
  const key = `${day}T00:00:00Z_${randomUUID()}`
  expect((await open(`day=${day}&after=${key}`)).shown).toMatchObject({ isToday: true })
})

test('the filters of the address choose, and what they cannot mean is ignored', async () => {
  await bus(9)
  const cancelled = await bus(10, { status: 'cancelled' })
  expect(await listIds('state=cancelled')).toEqual([cancelled])
  expect(await listIds('state=cancelled&route=1')).toEqual([cancelled])
  expect(await listIds('route=none')).toEqual([])
  expect(await listIds('full=yes')).toEqual([])
  expect(await listIds('state=sunk&after=nothing')).toHaveLength(2)
  for (const day of ['', '2026-13-45', 'tomorrow']) {
    expect((await open(`day=${day}`)).shown.isToday).toBe(true)
  }
})

test('a page has fifty departures, and a link to the later ones', async () => {
  await Promise.all(Array.from({ length: 52 }, (_one, place) => bus(9 + (place % 3))))
  const { shown } = await openTomorrow()
  expect(shown.rows).toHaveLength(50)
  const rest = await openTomorrow(`after=${shown.next}`)
  expect(rest.shown.rows).toHaveLength(2)
  expect(rest.shown.next).toBeNull()
})
