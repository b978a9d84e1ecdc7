import { beforeAll, beforeEach, expect, test } from 'vitest'

import { listChanges } from '#app/office/departure/history.server.ts'
import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import { findIncident, listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { now } from '#platform/clock.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { cancelAndTell } from '#test/fixtures/cancelled-bus.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { ManyView } from './view.ts'

const simulation = openSimulation()
const pattern = '/office/incidents/new'
let maria: Colleague
let code: () => Promise<string>
let query: string
let buses: string[]
let hours = 24
beforeAll(async () => {
  maria = await addStaff('dispatcher')
  code = await giveCodes(maria)
})
beforeEach(async () => {
  hours += 48
  // On the hour, so that the window is in whole minutes.
  const leaves = now().round({ smallestUnit: 'hour' }).add({ hours })
  buses = [
    await addDeparture({ departsAt: leaves }),
    await addDeparture({ departsAt: leaves.add({ minutes: 30 }) }),
  ]
  await addDeparture({ departsAt: leaves.add({ hours: 4 }), calls: ['A', 'B', 'C'] })
  for (const bus of buses) {
    await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2, infant: 1 })])
  }
  await buy(simulation.bank, [ride(buses[1] ?? '', 'C', 'D')])
  // The airport is at C, an hour after the first stop.
  const atAirport = leaves.add({ hours: 1 })
  query = new URLSearchParams({
    day: dateInCyprus(atAirport).toString(),
    from: clockTime(atAirport),
    until: clockTime(atAirport.add({ minutes: 45 })),
    stop: 'C',
    percent: '80',
  }).toString()
})

async function look(asked = query, prefix = '') {
  return (await openOffice<ManyView>(loader, { as: maria, pattern, query: asked, prefix })).shown
}

type Shown = NonNullable<ManyView['check']>

async function press(
  shown: Shown | null,
  form: Record<string, string> = {},
  asked = query,
  prefix = '',
) {
  const counts = shown?.counts
  const fields = {
    departures: String(counts?.departures ?? 0),
    bookings: String(counts?.bookings ?? 0),
    paid: String(shown?.paid ?? 0),
    reason: 'airport closed',
    code: await code(),
    ...form,
  }
  const page = { as: maria, pattern, query: asked, prefix } as const
  const pressed = { ...page, intent: 'cancel-many', form: fields } as const
  return act<{ problems: { sentence: string }[] }>(action, pressed)
}

test('a stop and a window select the buses that call there, with all whom they concern', async () => {
  const { check, chosen } = await look()
  expect(check?.departures.map(({ departureId }) => departureId)).toEqual(buses)
  expect(check).toMatchObject({
    counts: { departures: 2, bookings: 3, passengers: 7, wheelchairs: 0, infants: 2, lastBuses: 1 },
    paid: 3600 * 2 + 900,
    next: null,
    isTooMany: false,
  })
  expect(check?.bookings.map(({ people, needs }) => [people, needs])).toEqual([
    [3, 'infant'],
    [3, 'infant'],
    [1, 'last bus of the day'],
  ])
  expect(chosen).toMatchObject({ stop: 'C', percent: 80 })
  expect((await look(query, '/el')).check?.bookings[0]?.needs).toBe('βρέφος')
})

test('those who were offered seats on a bus by another incident are named apart', async () => {
  await cancelAndTell(buses[0] ?? '')
  const { check } = await look()
  expect(check?.counts).toMatchObject({ departures: 1, passengers: 7, offered: 3 })
  expect(check?.bookings.map(({ needs }) => needs)).toEqual([
    'infant, offered seats here because of another incident',
    'infant',
    'last bus of the day',
  ])
  expect((await look(query, '/el')).check?.bookings[0]?.needs).toContain('προσφορά θέσης εδώ')
})

test('an empty form, one without a stop or a route, and a strange one select nothing', async () => {
  expect(await look('')).toMatchObject({ check: null, isIncomplete: false })
  const without = new URLSearchParams(query)
  without.delete('stop')
  expect(await look(without.toString())).toMatchObject({ check: null, isIncomplete: true })
  expect(await look('day=2026-13-40&from=25:61&until=x&stop=C')).toMatchObject({ check: null })
  without.set('route', '1')
  const { check } = await look(without.toString())
  // Without a stop the times are those of the first stop.
  expect(check?.counts.departures).toBe(0)
  const refused = await press(check, {}, 'day=x&stop=C')
  expect(refused.status).toBe(422)
  expect(refused.shown.problems[0]?.sentence).toContain('a stop or at least one route')
})

test('one press cancels all of them as one incident, and what the page no longer shows is refused', async () => {
  const { check } = await look()
  expect((await press(check, { reason: ' ' })).shown.problems[0]?.sentence).toBe('Enter a reason.')
  await buy(simulation.bank, [ride(buses[0] ?? '', 'B', 'C')])
  const stale = await press(check)
  expect(stale.status).toBe(422)
  expect(stale.shown.problems[0]?.sentence).toContain('2 departures with 4 bookings')
  const done = await press((await look()).check)
  expect(done.status).toBe(303)
  const incidentId = done.location.split('/').at(-1)?.split('?')[0] ?? ''
  expect(await findIncident(incidentId)).toMatchObject({
    cause: 'airport closed',
    offeredShare: 0.8,
  })
  const [bus = ''] = buses
  const [cancelled] = await listChanges(bus)
  expect(cancelled).toMatchObject({ about: 'Maria Example · airport closed' })
  await tellHolders(now())
  expect(await listAskedBookings(incidentId, now())).toHaveLength(4)
  expect((await look()).check?.counts.departures).toBe(0)
  expect((await press(check)).shown.problems[0]?.sentence).toContain('No departures match')
})

test('the reason for passengers is chosen, or written in every language, and a half-written one is kept', async () => {
  const { check } = await look()
  const half = { told: 'strike', 'told-en': 'Fire at the airport.' }
  const refused = await press(check, half)
  expect(refused).toMatchObject({
    status: 422,
    shown: {
      problems: [{ fieldId: 'told-el', sentence: expect.stringContaining('in every language') }],
      typed: half,
    },
  })
  const inGreek = await press(check, { 'told-el': 'Πυρκαγιά.' }, query, '/el')
  expect(inGreek.shown.problems).toEqual([
    { fieldId: 'told-en', sentence: expect.stringContaining('σε όλες τις γλώσσες') },
  ])
  const long = { 'told-en': 'x'.repeat(201), 'told-el': 'Πυρκαγιά.' }
  expect((await press(check, long)).shown.problems[0]?.sentence).toContain('up to 200 characters')
  const done = await press(check, { ...half, 'told-el': ' Πυρκαγιά\nστο αεροδρόμιο. ' })
  expect(done.status).toBe(303)
  const incidentId = done.location.split('/').at(-1)?.split('?')[0] ?? ''
  expect(await findIncident(incidentId)).toMatchObject({
    cause: 'airport closed',
    toldReason: { en: 'Fire at the airport.', el: 'Πυρκαγιά στο αεροδρόμιο.' },
  })
})
