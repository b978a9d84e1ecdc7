import { beforeAll, beforeEach, expect, test } from 'vitest'

import { loader as openDeparture } from '#app/office/departure/page.tsx'
import { loader as openOne } from '#app/office/incidents/one.tsx'
import type { IncidentView } from '#app/office/incidents/view.ts'
import { action as chooseAction, loader as openChoice } from '#app/site/choose/page.tsx'
import type { ChoiceView } from '#app/site/choose/view.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { tellStops } from '#modules/incidents/stops/tell-stops.server.ts'
import { now } from '#platform/clock.server.ts'
import { longDate } from '#platform/format/dates.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { buyUnderNewTerms, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { ManyView } from './view.ts'

const simulation = openSimulation()
const pattern = '/office/incidents/new'
let maria: Colleague
let code: () => Promise<string>
let orderId: string
let bus: string
let atStop: Temporal.Instant
let hours = 24
beforeAll(async () => {
  maria = await addStaff('dispatcher')
  code = await giveCodes(maria)
})
beforeEach(async () => {
  hours += 48
  const leaves = now().round({ smallestUnit: 'hour' }).add({ hours })
  atStop = leaves.add({ minutes: 30 })
  bus = await addDeparture({ departsAt: leaves })
  orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'B', 'D', { adult: 2 }))
  await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))
})

const queryOf = (what: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    what,
    departure: bus,
    day: dateInCyprus(atStop).toString(),
    from: clockTime(atStop),
    until: clockTime(atStop),
    stop: 'B',
    ...more,
  }).toString()

async function look(query: string, prefix = '') {
  return (await openOffice<ManyView>(loader, { as: maria, pattern, query, prefix })).shown
}

type Problems = { problems: { fieldId: string; sentence: string }[] }

async function press(query: string, form: Record<string, string> = {}) {
  const { check } = await look(query)
  const fields = {
    departures: String(check?.counts.departures ?? 0),
    bookings: String(check?.counts.bookings ?? 0),
    paid: String(check?.paid ?? 0),
    reason: 'road works',
    code: await code(),
    ...form,
  }
  const pressed = { as: maria, pattern, query, intent: 'change-stop', form: fields } as const
  return act<Problems>(action, pressed)
}

const idIn = (location: string) => location.split('/').at(-1)?.split('?')[0] ?? ''
const openIncident = async (incidentId: string, prefix = '') =>
  (
    await openOffice<IncidentView>(openOne, {
      as: maria,
      pattern: '/office/incidents/:id',
      params: { id: incidentId },
      prefix,
    })
  ).shown

test('the check page shows those who board or get off at the stop, and nobody else', async () => {
  const { check, chosen, window } = await look(queryOf('close'), '/el')
  expect(chosen).toMatchObject({ what: 'close', departure: bus, stop: 'B' })
  expect(check?.departures.map(({ departureId }) => departureId)).toEqual([bus])
  expect(check).toMatchObject({ counts: { bookings: 1, passengers: 2 }, paid: 3600 })
  expect(check?.bookings).toHaveLength(1)
  expect(window).toBe(dateAndTime(atStop, 'el'))
  const wholeDay = { departure: '', from: '00:00', until: '00:00' }
  const day = longDate(dateInCyprus(atStop), 'en')
  expect((await look(queryOf('close', wholeDay))).window).toBe(day)
  expect(check?.others.map(({ stopId }) => stopId)).toEqual(['C', 'A', 'D'])
  expect(await look(queryOf('close', { stop: '' }))).toMatchObject({
    check: null,
    isIncomplete: true,
  })
  const shown = await openOffice<{ stops: { change: string }[] }>(openDeparture, {
    as: maria,
    pattern: '/office/departures/:id',
    params: { id: bus },
  })
  expect(shown.shown.stops[1]?.change).toBe(queryOf('close'))
})

test('a closed stop is an incident with its own page, and figures that have changed are refused', async () => {
  expect((await press(queryOf('close'), { reason: '' })).status).toBe(422)
  const stale = await press(queryOf('close'), { bookings: '7' })
  expect(stale.shown.problems[0]?.sentence).toContain('1 departure with 1 booking')
  const half = await press(queryOf('close'), { 'told-en': 'A race.' })
  expect(half.shown.problems).toMatchObject([{ fieldId: 'told-el' }])
  const done = await press(queryOf('close'), { 'told-en': 'A race.', 'told-el': 'Αγώνας.' })
  expect(done.status).toBe(303)
  const incidentId = idIn(done.location)
  expect(await findIncident(incidentId)).toMatchObject({ kind: 'stop-closed' })
  expect(await openIncident(incidentId)).toMatchObject({
    toldReason: { en: 'A race.', el: 'Αγώνας.' },
    title: 'Stop closed: road works',
    stop: { news: 'Closed: Bay Road', open: [{ departureId: bus }] },
  })
  expect((await openIncident(incidentId, '/el')).stop?.news).toBe('Κλειστή στάση: Οδός Όρμου')
  const again = await press(queryOf('close'))
  expect(again.shown.problems[0]?.sentence).toContain('No departures match')
})

test.each([
  [{ 'place-en': 'The gate' }, 'place-el'],
  [{ 'place-en': 'The gate', 'place-el': 'Η πύλη', map: 'north' }, 'map'],
  [{ 'place-en': 'The gate', 'place-el': 'Η πύλη', map: '95.1, 33.3' }, 'map'],
  [{ instead: 'nowhere' }, 'instead'],
])('a place of a moved stop that is incomplete is refused: %o', async (form, fieldId) => {
  const refused = await press(queryOf('move'), form)
  expect(refused.status).toBe(422)
  expect(refused.shown.problems).toMatchObject([{ fieldId }])
})

test('a stop moves to a place in words and on a map, or to another stop of its buses', async () => {
  const form = { 'place-en': 'The gate', 'place-el': 'Η πύλη', map: '35.175, 33.364' }
  const done = await press(queryOf('move'), form)
  expect((await openIncident(idIn(done.location))).stop?.news).toBe(
    'Moved: Bay Road. Now here: The gate',
  )
  await press(queryOf('move', { stop: 'C' }), { instead: 'A' })
  await tellStops(now())
  const { token } = await getChoice(orderId)
  const params = { token }
  const { shown } = await openPage<ChoiceView>(openChoice, `/el/choose/${token}`, { params })
  expect(shown).toMatchObject({
    kind: 'stop-moved',
    canStay: true,
    canRefund: true,
    news: {
      sentence: 'Αντί για τη στάση Οδός Όρμου, το λεωφορείο σας σταματά εδώ: Η πύλη',
      mapUrl: expect.stringContaining('mlat=35.17500&mlon=33.36400'),
    },
  })
})

test('passengers choose another stop of their bus with one press, and see what they chose', async () => {
  await press(queryOf('close'))
  await tellStops(now())
  const { token, best } = await getChoice(orderId)
  const at = (prefix = '') => [`${prefix}/choose/${token}`, { params: { token } }] as const
  const { shown } = await openPage<ChoiceView>(openChoice, ...at())
  expect(shown).toMatchObject({
    is: 'open',
    canStay: false,
    news: { sentence: 'Your bus will not stop at Bay Road that day.', mapUrl: null },
    offers: [{ stop: 'Board at Almond Square' }, { stop: 'Board at Cape Airport' }],
    movedTo: expect.stringContaining('Board at Almond Square, '),
  })
  const [path, options] = at('/el')
  const pressed = await openPage(chooseAction, path, { ...options, form: { choice: best } })
  expect(pressed).toMatchObject({ status: 303, location: path })
  const after = await openPage<ChoiceView>(openChoice, path, options)
  expect(after.shown).toMatchObject({
    is: 'moved',
    newBus: { stop: 'Επιβίβαση στη στάση Πλατεία Αμυγδάλου' },
  })
})
