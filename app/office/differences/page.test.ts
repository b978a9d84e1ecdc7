import { beforeEach, expect, test } from 'vitest'

import { listChanges, listTold } from '#app/office/departure/history.server.ts'
import { assignVehicle } from '#modules/fleet/assign-vehicle.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { tellRetimed } from '#modules/incidents/times/retimed-bus.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { dateInCyprus, TIME_ZONE } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor } from '#test/fixtures/fleet.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { departureOf, publishTrips } from '#test/fixtures/published-trips.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { DifferencesView } from './view.ts'

const simulation = openSimulation()
const pattern = '/office/differences'
let maria: Colleague
let code: () => Promise<string>
let leaves: Temporal.Instant
let buses: [string, string]
let run = 0
beforeEach(async () => {
  shiftClock({ hours: 96 })
  await decideChoices(now())
  maria = await addStaff('dispatcher')
  code = await giveCodes(maria)
  run += 1
  const date = dateInCyprus(now()).add({ days: 2 })
  leaves = date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '10:00' }).toInstant()
  await publish([0, 0])
  buses = [await departureOf(`A${run}`), await departureOf(`B${run}`)]
  await buy(simulation.bank, [ride(buses[0], 'A', 'C', { adult: 2, infant: 1 })])
  await buy(simulation.bank, [ride(buses[1], 'A', 'C')])
})

/** Two buses, each some minutes later than at first. */
function publish([first = 0, second = 0]: readonly number[]) {
  return publishTrips([
    { tripId: `A${run}`, leaves, shifts: [first, first, first, first] },
    { tripId: `B${run}`, leaves: leaves.add({ hours: 3 }), shifts: [0, 0, second, second] },
  ])
}

async function look(query = '', prefix = '') {
  return (await openOffice<DifferencesView>(loader, { as: maria, pattern, query, prefix })).shown
}

async function press(check: DifferencesView['check'], form: Record<string, string> = {}) {
  const fields = {
    take: check?.departureIds ?? '',
    version: check?.version ?? '',
    reason: 'winter timetable',
    code: await code(),
    ...form,
  }
  const pressed = { as: maria, pattern, intent: 'retime', form: fields } as const
  return act<{ problems: { sentence: string }[] }>(action, pressed)
}

test('the list says what differs, and one press leads to the check page of one departure or of all', async () => {
  expect(await look()).toMatchObject({ differences: [], takeAll: null, check: null })
  await publish([-1, 12])
  const { differences, takeAll } = await look()
  expect(differences).toMatchObject(
    buses.map((departureId) => ({ departureId, bookings: 1, canTake: true, canCancel: false })),
  )
  expect(takeAll).toBe(buses.join(','))
  const { check } = await look(`take=${buses[0]}`)
  expect(check).toMatchObject({
    counts: { departures: 1, bookings: 1, passengers: 3, infants: 1, withChoice: 1 },
    paid: 3600,
    departures: [{ departureId: buses[0], notes: [] }],
  })
  expect(check?.departures[0]?.times[0]).toBe(
    'Almond Square: 09:59 instead of 10:00 (1 minute earlier)',
  )
  const inGreek = (await look(`take=${takeAll}`, '/el')).check
  expect(inGreek?.counts).toMatchObject({ departures: 2, bookings: 2, passengers: 4 })
  expect(inGreek?.departures[1]?.times[0]).toContain('(12 λεπτά αργότερα)')
})

test('one press gives both their new times as one incident, and needs a reason and what was shown', async () => {
  await publish([-1, 12])
  const asked = `take=${buses.join(',')}`
  const { check } = await look(asked)
  expect((await press(check, { reason: ' ' })).shown.problems[0]?.sentence).toBe('Give a reason.')
  const stale = await press(check, { version: 'older' })
  expect(stale.status).toBe(422)
  expect(stale.shown.problems[0]?.sentence).toContain('2 departures with 2 bookings')
  const half = await press(check, { 'told-en': 'A bridge is closed.' })
  expect(half.shown.problems).toMatchObject([{ fieldId: 'told-el' }])
  const done = await press(check, { told: 'roadworks' })
  expect(done.status).toBe(303)
  const incidentId = done.location.split('/').at(-1)?.split('?')[0] ?? ''
  const incident = await findIncident(incidentId)
  expect(incident).toMatchObject({
    kind: 'retimed',
    cause: 'winter timetable',
    toldReason: { en: 'There are roadworks on the route.' },
  })
  expect(incident?.departureIds).toHaveLength(2)
  const target = await departureOf(`A${run}`)
  const [changed] = await listChanges(target)
  expect(changed).toMatchObject({
    what: 'New times of the timetable',
    about: 'Maria Example · winter timetable',
  })
  await tellRetimed(now())
  expect(await listTold(target)).toMatchObject([{ what: 'New times' }])
  expect(await look(asked)).toMatchObject({ differences: [], check: { departures: [] } })
  expect((await press(check)).shown.problems[0]?.sentence).toContain('any more')
})

test('a departure that is gone, or that cannot be taken along, leads to its cancellation', async () => {
  await publishTrips([
    { tripId: `B${run}`, leaves: leaves.add({ hours: 3 }), stops: ['A', 'C', 'D'] },
  ])
  const { differences } = await look()
  expect(differences).toMatchObject(
    buses.map((departureId) => ({ departureId, canTake: false, canCancel: true })),
  )
  const { check } = await look(`take=${buses[1]}`)
  expect(check).toMatchObject({ counts: { departures: 0 }, departureIds: '' })
  expect(check?.departures[0]?.notes[0]).toContain('does not call at the same stops')
})

test('the page says of a departure that it was changed by hand, and that its vehicle is busy', async () => {
  const plate = `KXY ${run}`
  const vehicleId = await addVehicleFor({ plate })
  for (const departureId of buses) {
    const given = await assignVehicle({ departureId, vehicleId, by: ADMIN, now: now() })
    expect(given).toMatchObject({ ok: true })
  }
  await publish([120, 0])
  const { check } = await look(`take=${buses[0]}`)
  expect(check?.departures[0]?.notes).toEqual([
    'Changed by hand: only its times change, and what was decided about it stays.',
    `Vehicle ${plate} is on the road with another departure at the new times.`,
  ])
})
