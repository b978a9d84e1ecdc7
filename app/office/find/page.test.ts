import { beforeAll, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { addCashier, sellNow } from '#test/simulation/sales.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { loader } from './page.tsx'
import type { FindView } from './view.ts'

const simulation = openSimulation()
const NAMES = ['Ελένη Παπαδοπούλου', 'Nikos Papadopoulos', 'Anna Smith']
const references: string[] = []
let seller: Colleague

beforeAll(async () => {
  seller = await addStaff('seller')
  for (const [place, name] of NAMES.entries()) {
    const bus = await addDeparture({ departsAt: now().add({ hours: 48 * (place + 1) }) })
    const contact = { name, email: `p${place}@example.com` }
    const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')], { contact })
    references.push((await findOrderRow(orderId)).reference)
  }
})

function find(query: Record<string, string>, prefix = '') {
  const asked = { as: seller, pattern: '/office/find', prefix } as const
  return openOffice<FindView>(loader, { ...asked, query: new URLSearchParams(query).toString() })
}

test('several bookings are listed, in either language', async () => {
  for (const prefix of ['', '/el']) {
    const { status, shown } = await find({ q: 'papadopoul' }, prefix)
    expect(status).toBe(200)
    expect(shown.rows?.map(({ name, status: state }) => [name, state])).toEqual([
      [NAMES[0], 'confirmed'],
      [NAMES[1], 'confirmed'],
    ])
  }
})

test('a single one opens at once', async () => {
  expect(await find({ q: 'σμιθ' })).toMatchObject({
    status: 303,
    location: `/office/bookings/${references[2]}`,
  })
  expect(await find({ q: references[0] ?? '' }, '/el')).toMatchObject({
    location: `/el/office/bookings/${references[0]}`,
  })
})

test('a similar name is shown rather than opened', async () => {
  const { status, shown } = await find({ q: 'Smithe Anna' })
  expect(status).toBe(200)
  expect(shown.rows).toMatchObject([{ name: 'Anna Smith', by: 'similar' }])
})

test('nothing found is an empty list, and nothing asked is none', async () => {
  expect((await find({ q: 'Zzyzx' })).shown.rows).toEqual([])
  expect((await find({})).shown.rows).toBeNull()
  expect((await find({ q: 'x' })).shown.problem).toMatch(/two letters/)
})

test('filters work without a search, and unreadable ones are left out', async () => {
  const day = now().add({ hours: 96 }).toZonedDateTimeISO('Asia/Nicosia').toPlainDate().toString()
  const { shown } = await find({ from: day, to: day })
  expect(shown.rows?.map(({ name }) => name)).toEqual([NAMES[1]])
  const odd = { from: '2026-99-99', to: 'soon', status: 'constructor', route: '' }
  expect((await find(odd)).shown).toMatchObject({ isFiltered: false, rows: null })
})

test('the channel of sale is a filter, with a search and without one', async () => {
  const by = await addCashier()
  const bus = await addDeparture({ departsAt: now().add({ hours: 30 }) })
  const customer = { name: 'Maria Papadopoulou', email: null, phone: '' }
  await sellNow(by, ride(bus, 'A', 'C'), { customer })
  await sellNow(by, ride(bus, 'A', 'B'))
  const names = async (query: Record<string, string>, prefix = '') => {
    const { shown } = await find(query, prefix)
    return shown.rows?.map(({ name }) => name)
  }
  const counter = ['Maria Papadopoulou', 'Anna Georgiou']
  expect((await names({ channel: 'counter' }, '/el'))?.toSorted()).toEqual(counter.toSorted())
  expect(await names({ channel: 'phone' })).toEqual([])
  expect(await names({ q: 'papadopoul', channel: 'web' })).toEqual(NAMES.slice(0, 2))
  expect(await find({ q: 'papadopoul', channel: 'counter' })).toMatchObject({ status: 303 })
  expect((await find({ channel: 'pigeon' })).shown).toMatchObject({ isFiltered: false, rows: null })
})

test('a card number leaves the address, and the page says why', async () => {
  const refused = await find({ q: '4242 4242 4242 4242' })
  expect(refused).toMatchObject({ status: 303, location: '/office/find?refused=card-number' })
  const { shown } = await find({ refused: 'card-number' })
  expect(shown).toMatchObject({ typed: '', rows: null })
  expect(shown.problem).toMatch(/card number/)
})

test('a driver finds nobody', async () => {
  const driver = await addStaff('driver')
  expect(await openOffice(loader, { as: driver, pattern: '/office/find' })).toMatchObject({
    status: 403,
  })
})
