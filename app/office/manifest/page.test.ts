import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { closeBoarding } from '#modules/boarding/counts/close-boarding.server.ts'
import { receiveScans } from '#modules/boarding/counts/receive-scans.server.ts'
import { makePackage } from '#modules/boarding/lists/make-package.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { makeSoldOnBoard, removeLeader } from '#test/simulation/sales.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { loader as csv } from './manifest.csv.ts'
import { loader as pdf } from './manifest.pdf.ts'
import { action, loader } from './page.tsx'
import type { ManifestView, PartyRow } from './view.server.ts'

const simulation = openSimulation()
const pattern = '/office/departures/:id/manifest'
let bus: string
let driver: Colleague
beforeEach(async () => {
  // Sold until 30 minutes before it leaves, and ticked from three hours before.
  bus = await addDeparture({ departsAt: now().add({ hours: 2 }) })
  driver = await addStaff('driver')
})

async function open(prefix = '') {
  const opened = { as: driver, pattern, params: { id: bus }, prefix } as const
  return (await openOffice<ManifestView>(loader, opened)).shown
}

async function getParty(): Promise<PartyRow> {
  const party = (await open()).stops[0]?.parties[0]
  if (!party) throw new Error('nobody boards')
  return party
}

type Refused = { problems: { fieldId: string; sentence: string }[] }

async function press(intent: 'tick' | 'untick', form: Record<string, string> = {}) {
  const { bookingId, position, rowId } = await getParty()
  const fields = { booking: bookingId, position: String(position), row: rowId, ...form }
  return act<Refused>(action, { as: driver, pattern, params: { id: bus }, intent, form: fields })
}

test('shows who boards and leaves where, and has neither address nor price', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2, child: 1 })])
  const shown = await open()
  expect(shown).toMatchObject({ people: 3, aboard: 0, way: 'Almond Square – Dune Steps' })
  expect(shown.stops[0]).toMatchObject({ name: 'Almond Square', boarding: { people: 3, seats: 3 } })
  expect(shown.stops[2]?.leaving).toEqual({ people: 3, names: 'Anna Georgiou (3)' })
  expect(shown.legs[0]).toMatchObject({ way: 'Almond Square – Bay Road' })
  expect(JSON.stringify(shown)).not.toMatch(/@|€|cents/)
  expect((await open('/el')).stops[0]?.parties[0]?.party).toBe('2 ενήλικες, 1 παιδί')
})

test('a driver ticks a party, a part of it, and takes it back', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 3 })])
  const { rowId } = await getParty()
  const ticked = await press('tick', { aboard: '3' })
  expect(ticked).toMatchObject({ status: 303 })
  expect(ticked.location).toBe(`/office/departures/${bus}/manifest#party-${rowId}`)
  expect(await getParty()).toMatchObject({ aboard: 3, ticked: expect.stringMatching(/Maria/) })
  await press('untick')
  expect(await getParty()).toMatchObject({ aboard: 0, ticked: '' })
  await press('tick', { aboard: '2' })
  expect((await open()).aboard).toBe(2)
})

test('people whom another bus took along are on the list, and not among those who did not come', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 3 })])
  const { rowId } = await getParty()
  const earlier = await addDeparture({ departsAt: now().add({ hours: 1 }) })
  const by = { kind: 'staff', staffId: driver.staffId } as const
  const at = now().epochMilliseconds
  const scan = { seq: 1, ride: rowId, departureId: earlier, position: 0, boarded: 2, at }
  await receiveScans({ deviceId: randomUUID(), scans: [scan], by, now: now() })
  await closeBoarding({ departureId: bus, position: 0, by, now: now().add({ hours: 2 }) })

  const [stop] = (await open()).stops
  expect(stop?.closed).toMatch(/^Boarding closed at .*\. Did not come: 1\.$/)
  expect(stop?.parties[0]).toMatchObject({ aboard: 0, notes: ['2 on another bus'] })
  const [greek] = (await open('/el')).stops
  expect(greek?.closed).toMatch(/Δεν ήρθαν: 1\.$/)
  expect(greek?.parties[0]?.notes).toEqual(['2 με άλλο λεωφορείο'])
})

test('more people than are booked are refused, in both languages', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  const { status, shown } = await press('tick', { aboard: '3' })
  expect(status).toBe(422)
  expect(shown.problems[0]?.sentence).toContain('has 2 people')
  expect((await press('tick', { aboard: 'all' })).status).toBe(422)
})

test('a seller sees the list and ticks nobody', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const { bookingId, rowId } = await getParty()
  const form = { booking: bookingId, position: '0', row: rowId, aboard: '1' }
  const as = await addStaff('seller')
  const params = { id: bus }
  expect((await openOffice(loader, { as, pattern, params })).status).toBe(200)
  expect((await act(action, { as, pattern, params, intent: 'tick', form })).status).toBe(403)
})

test('an unknown departure has no list, and a known one has it as a PDF', async () => {
  const params = { id: '00000000-0000-4000-8000-000000000000' }
  expect((await openOffice(loader, { as: driver, pattern, params })).status).toBe(404)
  const file = await openOffice(pdf, {
    as: driver,
    pattern: '/office/departures/:id/manifest.pdf',
    params: { id: bus },
  })
  expect(file.headers.get('Content-Type')).toBe('application/pdf')
})

test('who bought at the door never had a name, which is no erased one, in list, file and phone', async () => {
  const sold = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const erased = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  for (const { orderId } of [sold, erased]) await removeLeader(orderId)
  await makeSoldOnBoard(sold.orderId, driver.staffId)
  const listed = async (prefix = '') =>
    (await open(prefix)).stops[0]?.parties.map(({ leader }) => leader).toSorted()
  expect(await listed()).toEqual(['Name erased', 'Sold at the door'])
  expect(await listed('/el')).toEqual(['Πώληση στην πόρτα', 'Το όνομα έχει διαγραφεί'])
  expect((await open()).stops[2]?.leaving.names).toContain('Sold at the door (1)')
  const file = {
    as: driver,
    pattern: '/office/departures/:id/manifest.csv',
    params: { id: bus },
  } as const
  const { shown } = await openOffice<{ text: string }>(readFile, file)
  expect(shown.text).toContain(',Sold at the door,')
  const day = dateInCyprus(now().add({ hours: 2 }))
  const asked = { staffId: driver.staffId, stopId: 'A', day, known: [], now: now() }
  const { pack } = await makePackage(asked)
  const tickets = pack.departures.find(({ departureId }) => departureId === bus)?.tickets ?? []
  expect(tickets.map(({ walkUp = false, leader }) => [walkUp, leader])).toEqual(
    expect.arrayContaining([
      [true, ''],
      [false, ''],
    ]),
  )
})

test('the list is a CSV file in which no name is a formula', async () => {
  const contact = { name: '=1+1 Anna', email: 'anna@example.com' }
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })], { contact })
  const { shown } = await openOffice<{ type: string; text: string }>(readFile, {
    as: driver,
    pattern: '/office/departures/:id/manifest.csv',
    params: { id: bus },
    prefix: '/el',
  })
  expect(shown.type).toBe('text/csv; charset=utf-8')
  expect(shown.text).toMatch(/^Ώρα;Στάση;/)
  expect(shown.text).toContain(";'=1+1 Anna;2;0;0;0;2;0;")
})

async function readFile(args: Parameters<typeof csv>[0]) {
  const answer = await csv(args)
  return { type: answer.headers.get('Content-Type'), text: await answer.text() }
}
