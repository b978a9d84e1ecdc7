import { beforeAll, beforeEach, expect, test } from 'vitest'

import { action as departureAction } from '#app/office/departure/page.tsx'
import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import { cancelDepartures } from '#modules/incidents/departures/cancel-departures.server.ts'
import { reasonKey, sayUsual } from '#modules/incidents/incident/told-reason.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import {
  addPhone,
  buyUnderNewTerms,
  cancelAndTell,
  getChoice,
  makeToldEarlier,
} from '#test/fixtures/cancelled-bus.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { listRefunds, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './one.tsx'
import { loader as listLoader } from './page.tsx'
import type { IncidentRow, IncidentView } from './view.ts'

const simulation = openSimulation()
const PATTERN = '/office/incidents/:id'
let maria: Colleague
let nikos: Colleague
let orderId: string
let incidentId: string
let bookingId: string
let hours = 5
beforeAll(async () => {
  maria = await addStaff('dispatcher')
  nikos = await addStaff('seller')
})
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  hours += 60
  const leaves = now().add({ hours })
  const bus = await addDeparture({ departsAt: leaves })
  await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 2 }))
  await addPhone(orderId)
  await cancelAndTell(bus)
  ;({ incidentId, bookingId } = await getChoice(orderId))
})

async function open(as = maria, prefix = ''): Promise<IncidentView> {
  const page = { as, pattern: PATTERN, params: { id: incidentId }, prefix } as const
  return (await openOffice<IncidentView>(loader, page)).shown
}

function press(intent: string, form: Record<string, string> = {}, as = maria) {
  const pressed = { as, pattern: PATTERN, params: { id: incidentId }, intent, form } as const
  return act<{ problems: { sentence: string }[] }>(action, pressed)
}

test('an incident says how many are in which state, and the list leads to it', async () => {
  const view = await open(maria, '/el')
  expect(view).toMatchObject({ title: 'Ακύρωση: no driver', closed: null, calls: [] })
  expect(view.counts.slice(0, 3).map(({ value }) => value)).toEqual([
    '1 (2 άτομα)',
    '0',
    '1 (2 άτομα)',
  ])
  expect(view.bookings).toMatchObject([{ bookingId, people: 2, mail: 'Λειτουργεί' }])
  const list = { as: maria, pattern: '/office/incidents', params: {} } as const
  const { shown } = await openOffice<IncidentRow[]>(listLoader, list)
  expect(shown[0]).toMatchObject({ incidentId, departures: 1, asked: 1, open: 1 })
})

test('cancelled buses run after all by one act, once a check has said whom it concerns', async () => {
  expect((await open()).revivable).toHaveLength(1)
  const query = 'revive=all'
  const page = { as: maria, pattern: PATTERN, params: { id: incidentId }, query } as const
  const { revival } = (await openOffice<IncidentView>(loader, page)).shown
  expect(revival).toMatchObject({ from: 'all', bookings: 1, passengers: 2, moved: 0 })
  expect(revival?.told).toContain('running after all')
  const nextCode = await giveCodes(maria)
  const figures = { from: 'all', departures: '1', reason: 'opens early' }
  const changed = { ...figures, bookings: '2', code: await nextCode() }
  const refused = await press('revive', changed)
  expect(refused.status).toBe(422)
  expect((await press('revive', { ...figures, bookings: '1' }, nikos)).status).toBe(403)
  expect(
    (await press('revive', { ...figures, bookings: '1', code: await nextCode() })).status,
  ).toBe(303)
  expect(await open()).toMatchObject({ revivable: [], revival: null })
  expect((await open()).closed).not.toBeNull()
})

test('one of two colleagues calls, sees the number and refunds the booking', async () => {
  await makeToldEarlier({ minutes: 21 })
  expect((await open()).calls).toMatchObject([{ bookingId, mine: null, takenBy: null }])
  expect((await press('called', { booking: bookingId, outcome: 'refund' })).status).toBe(422)
  expect((await press('take', { booking: bookingId })).status).toBe(303)
  expect((await open()).calls[0]?.mine?.phone).toContain('99')
  expect((await open(nikos)).calls).toMatchObject([{ mine: null, takenBy: 'Maria Example' }])
  const second = await press('take', { booking: bookingId }, nikos)
  expect(second.shown.problems[0]?.sentence).toContain('colleague')
  expect((await press('close')).shown.problems[0]?.sentence).toContain('1 booking is undecided')
  expect((await press('called', { booking: bookingId, outcome: 'refund' })).status).toBe(303)
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
  expect((await press('close')).status).toBe(303)
  expect((await open()).closed).not.toBeNull()
  expect((await press('close')).shown.problems[0]?.sentence).toContain(
    'already closed this incident',
  )
})

test('a smaller bus leads to its incident, where the figures are confirmed before anybody is asked', async () => {
  const leaves = now().add({ hours: hours + 30 })
  const bus = await addDeparture({ departsAt: leaves, wheelchairPlaces: 1 })
  await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 4 }))
  const pressed = { as: maria, pattern: '/office/departures/:id', params: { id: bus } } as const
  const form = { seen: '0', seats: '3', wheelchairs: '0' }
  const { status, location } = await act(departureAction, { ...pressed, intent: 'capacity', form })
  expect(status).toBe(303)
  incidentId = location?.split('/').at(-1) ?? ''
  const view = await open(maria, '/el')
  expect(view).toMatchObject({ title: 'Μικρότερο λεωφορείο', closed: null })
  expect(view.tooMany).toEqual([
    expect.stringContaining('1 επιπλέον'),
    expect.stringContaining('1 επιπλέον'),
  ])
  expect(view.asking).toMatchObject({ bookings: 1, passengers: 4, paid: 7200 })
  const shown = { bookings: '1', paid: '7200' }
  const nextCode = await giveCodes(maria)
  const confirmed = async (figures: object) => ({ ...figures, code: await nextCode() })
  const changed = await press('ask', await confirmed({ ...shown, paid: '1' }))
  expect(changed.shown.problems[0]?.sentence).toContain('changed')
  const half = await press('ask', await confirmed({ ...shown, 'told-el': 'Βλάβη.' }))
  expect(half.shown.problems).toMatchObject([{ fieldId: 'told-en' }])
  const told = await confirmed({ ...shown, told: 'vehicle-fault' })
  expect((await press('ask', told)).status).toBe(303)
  expect(await open()).toMatchObject({
    toldReason: {
      en: 'A vehicle has a technical fault.',
      el: 'Παρουσιάστηκε τεχνική βλάβη σε λεωφορείο.',
    },
  })
  const again = await press('ask', await confirmed(shown))
  expect(again.shown.problems[0]?.sentence).toContain('already')
  expect((await press('close')).shown.problems[0]?.sentence).toContain('as soon as everybody fits')
  expect((await open()).asking).toBeNull()
})

const change = (form: Record<string, string>, as = maria) => press('change-reason', form, as)

test('the reason told to passengers is changed on the page, and removed', async () => {
  const told = { fieldId: 'told-reason' }
  const [strike, fire] = [
    { told: 'strike', shown: '' },
    { told: '', shown: '', 'told-en': 'There is a fire.', 'told-el': 'Υπάρχει πυρκαγιά.' },
  ]
  expect(await open()).toMatchObject({ kind: 'not-running', toldReason: null })
  const half = await change({ ...fire, 'told-el': '' })
  expect(half.shown.problems).toMatchObject([{ fieldId: 'told-el' }])
  expect((await change(fire)).status).toBe(303)
  const { toldReason } = await open()
  expect(toldReason).toEqual({ en: 'There is a fire.', el: 'Υπάρχει πυρκαγιά.' })
  expect((await change(strike)).shown.problems).toMatchObject([
    { ...told, sentence: 'A colleague has changed the reason. Here is the new one.' },
  ])
  const shown = reasonKey(toldReason)
  expect((await change({ ...fire, shown })).shown.problems).toMatchObject([
    { ...told, sentence: 'This is already the reason given to passengers.' },
  ])
  expect((await change({ ...fire, told: 'strike', shown })).status).toBe(303)
  expect(await open()).toMatchObject({ toldReason: sayUsual('strike') })
  expect((await change({ shown: reasonKey(sayUsual('strike')) }, nikos)).status).toBe(403)
  expect((await change({ shown: reasonKey(sayUsual('strike')) })).status).toBe(303)
  expect(await open()).toMatchObject({ toldReason: null })
})

test('a page of an incident names fifty bookings, the first calls, and what it came to', async () => {
  await makeToldEarlier({ minutes: 21 })
  const leaves = now().add({ hours: hours + 24 })
  const buses = [leaves, leaves.add({ minutes: 10 })].map(async (departsAt) =>
    addDeparture({ departsAt, seats: 50 }),
  )
  const [first = '', second = ''] = await Promise.all(buses)
  for (let place = 0; place < 26; place++) {
    await Promise.all(
      [first, second].map((bus) => buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))),
    )
  }
  const outcome = await cancelDepartures({
    selection: { since: leaves, until: leaves.add({ minutes: 11 }), routeIds: ['1'] },
    reason: 'strike',
    offeredShare: 0.6,
    shown: { departures: 2, bookings: 52, paid: cents(52 * 1800) },
    by: ADMIN,
    now: now(),
  })
  if (!outcome.ok) throw new Error(outcome.reason)
  ;({ incidentId } = outcome)
  await tellHolders(now())
  await makeToldEarlier({ minutes: 21 })
  const view = await open()
  expect(view).toMatchObject({ toCall: 52 })
  expect([view.calls.length, view.bookings.length]).toEqual([20, 50])
  expect(view.report.departures).toMatchObject([
    { departureId: first, bookings: 26, waiting: 26 },
    { departureId: second, bookings: 26, waiting: 26 },
  ])
  const page = { as: maria, pattern: PATTERN, params: { id: incidentId } } as const
  const { shown: rest } = await openOffice<IncidentView>(loader, {
    ...page,
    query: `after=${view.next}`,
  })
  const seen = new Set(view.bookings.map((one) => one.bookingId))
  expect(rest.bookings.filter((one) => !seen.has(one.bookingId))).toHaveLength(2)
  expect(rest.next).toBeNull()
})

test('an unknown incident is not found, and a seller closes none', async () => {
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    const page = { as: maria, pattern: PATTERN, params: { id } } as const
    expect((await openOffice(loader, page)).status).toBe(404)
    expect((await act(action, { ...page, intent: 'close', form: {} })).status).toBe(404)
  }
  expect((await press('close', {}, nikos)).status).toBe(403)
  expect((await press('take', { booking: 'nothing' })).status).toBe(422)
})
