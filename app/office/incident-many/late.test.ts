import { beforeEach, expect, test } from 'vitest'

import { listChanges } from '#app/office/departure/history.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { tellNews } from '#modules/incidents/times/tell-news.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, getChoice } from '#test/fixtures/cancelled-bus.ts'
import {
  act,
  addStaff,
  ageConfirmation,
  giveCodes,
  openOffice,
  type Colleague,
} from '#test/fixtures/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { ManyView } from './view.ts'

const simulation = openSimulation()
const pattern = '/office/incidents/new'
let maria: Colleague
let leaves: Temporal.Instant
let buses: [string, string]
let orderId: string
beforeEach(async () => {
  shiftClock({ hours: 96 })
  await decideChoices(now())
  // With a new session, since the one of the test before would have to be confirmed again.
  maria = await addStaff('dispatcher')
  leaves = now().round({ smallestUnit: 'hour' }).add({ hours: 24 })
  buses = [
    await addDeparture({ departsAt: leaves }),
    await addDeparture({ departsAt: leaves.add({ minutes: 30 }) }),
  ]
  orderId = await buyUnderNewTerms(simulation.bank, ride(buses[0], 'A', 'C', { adult: 2 }))
  await buyUnderNewTerms(simulation.bank, ride(buses[1], 'B', 'C', { adult: 1, infant: 1 }))
})

type More = Record<string, string | readonly string[]>

function queryOf(minutes: string, more: More = {}): string {
  const query = new URLSearchParams({
    what: 'late',
    day: dateInCyprus(leaves).toString(),
    from: clockTime(leaves),
    until: clockTime(leaves.add({ minutes: 45 })),
    route: '1',
    minutes,
  })
  for (const [name, value] of Object.entries(more)) {
    query.delete(name)
    for (const one of [value].flat()) query.append(name, one)
  }
  return query.toString()
}

async function look(query: string, prefix = '') {
  return (await openOffice<ManyView>(loader, { as: maria, pattern, query, prefix })).shown
}

type Problems = { problems: { fieldId: string; sentence: string }[] }

/** Presses the button at the figures of the moment. */
async function press(query: string, form: Record<string, string> = {}, entries = 2) {
  const { check } = await look(query)
  const { departures = 0, bookings = 0, passengers = 0 } = check?.counts ?? {}
  const fields = {
    departures: String(departures),
    bookings: String(bookings),
    passengers: String(passengers),
    'last-report': String(check?.lastReport ?? 0),
    reason: 'motorway closed',
    ...form,
  }
  return act<Problems>(action, {
    as: maria,
    pattern,
    query,
    intent: 'late-many',
    form: fields,
    entries,
  })
}

test('the check page says which buses, how many board them, and from where each is late', async () => {
  const { check, chosen } = await look(queryOf('40'))
  expect(chosen).toMatchObject({ what: 'late', minutes: '40', lateFrom: 'next' })
  expect(check).toMatchObject({
    counts: { departures: 2, bookings: 2, passengers: 4, infants: 1, withoutMail: 0 },
    departures: [
      { departureId: buses[0], passengers: 2, late: { from: 'Almond Square', present: 0 } },
      { departureId: buses[1], passengers: 2, late: { present: 0 } },
    ],
    already: [],
    lastReport: 0,
  })
  expect(check?.bookings.map(({ needs }) => needs)).toEqual(['–', 'infant'])
  // From the second stop on, only those who board there are concerned.
  const fromStop = { stop: 'B', 'late-from': 'stop', until: clockTime(leaves.add({ minutes: 75 })) }
  expect((await look(queryOf('40', fromStop), '/el')).check).toMatchObject({
    counts: { departures: 2, bookings: 1, passengers: 2 },
    departures: [{ bookings: 0, late: { from: 'Οδός Όρμου' } }, { bookings: 1 }],
    bookings: [{ needs: 'βρέφος' }],
  })
})

test('one press reports all of them, and the incident leads to the choice of each', async () => {
  const half = await press(queryOf('40'), { 'told-el': 'Κλειστός αυτοκινητόδρομος.' })
  expect(half.shown.problems).toMatchObject([{ fieldId: 'told-en' }])
  const done = await press(queryOf('40'), { told: 'road-closed' })
  expect(done.status).toBe(303)
  const incidentId = done.location.split('/').at(-1)?.split('?')[0] ?? ''
  expect(await findIncident(incidentId)).toMatchObject({
    kind: 'late',
    cause: 'motorway closed',
    toldReason: { el: 'Ένας δρόμος της διαδρομής είναι κλειστός.' },
    departureIds: buses.toSorted(),
  })
  for (const bus of buses) {
    const [change] = await listChanges(bus)
    expect(change).toMatchObject({ about: expect.stringContaining('Maria Example') })
    expect(change).toMatchObject({ about: expect.stringContaining('motorway closed') })
  }
  await tellNews(now())
  expect(await getChoice(orderId)).toMatchObject({ incidentId, defaultChoice: 'stay' })
  const { check } = await look(queryOf('40'))
  expect(check?.counts.departures).toBe(0)
  expect(check?.already.map(({ departureId }) => departureId)).toEqual(buses)
  // On time again, in one go as well: without an incident the same page says so.
  const onTime = await press(queryOf('0'))
  expect(onTime.status).toBe(303)
  expect(onTime.location).toContain('/office/incidents/new?what=late')
  expect((await look(queryOf('0'))).check?.already).toHaveLength(2)
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
})

test('a departure that is left out is named, and stays as it was', async () => {
  const without = queryOf('15', { without: [buses[1], 'no-id'] })
  const { check, chosen } = await look(without)
  expect(chosen.without).toEqual([buses[1]])
  expect(check).toMatchObject({
    counts: { departures: 1, passengers: 2 },
    without: [{ departureId: buses[1], title: expect.stringContaining('Almond Square') }],
  })
  expect((await press(without, {}, 1)).status).toBe(303)
  expect((await look(queryOf('15'))).check).toMatchObject({
    departures: [{ departureId: buses[1], late: { present: 0 } }],
    already: [{ departureId: buses[0] }],
  })
})

test.each([
  ['', {}],
  ['-5', {}],
  ['1441', {}],
  ['ten', {}],
  ['40', { route: [] }],
  ['40', { 'late-from': 'stop' }],
])('"%s" minutes with %o are not enough to select anything', async (minutes, more) => {
  const query = queryOf(minutes, more)
  expect(await look(query)).toMatchObject({ check: null, isIncomplete: true })
  const refused = await press(query)
  expect(refused.status).toBe(422)
  expect(refused.shown.problems).toMatchObject([{ fieldId: 'minutes' }])
})

test('figures that have changed, a report meanwhile and a missing reason are refused in words', async () => {
  const query = queryOf('40')
  const problemOf = async (form: Record<string, string>) =>
    (await press(query, form)).shown.problems[0]?.sentence
  expect(await problemOf({ reason: ' ' })).toBe('Enter a reason.')
  expect(await problemOf({ passengers: '3' })).toContain('2 departures with 2 bookings')
  const [bus] = buses
  await reportDelay({ departureId: bus, fromPosition: 0, minutes: 5, by: ADMIN, now: now() })
  expect(await problemOf({ 'last-report': '0' })).toContain('driver has reported')
  for (const departureId of buses) {
    await cancelDeparture({ departureId, reason: 'engine', by: ADMIN, now: now() })
  }
  expect(await problemOf({})).toContain('No departures match')
})

test('a confirmation that is too old is asked for again before anything is reported', async () => {
  const code = await giveCodes(maria)
  await ageConfirmation(maria)
  const asked = await press(queryOf('40'))
  expect(asked.status).not.toBe(303)
  expect((await press(queryOf('40'), { code: await code() })).status).toBe(303)
})
