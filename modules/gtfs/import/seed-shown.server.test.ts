import { beforeAll, expect, test } from 'vitest'

import { findPlaces } from '#modules/timetable/find-stops.ts'
import { getStops, listPlaces } from '#modules/timetable/list-places.server.ts'
import { findTimetable, listTimetables } from '#modules/timetable/list-timetables.server.ts'

import { loadSeed } from './load-seed.server.ts'

/* The demonstration timetable as visitors read it: its places and the pages of its routes. */

const TODAY = Temporal.PlainDate.from('2026-11-20')

beforeAll(async () => {
  await loadSeed(Temporal.Instant.from('2026-11-20T10:00Z'))
})

test.each([
  ['LCA', 'larnaka|Larnaca|LARNAKA|larn|Λάρνακα|ΛΑΡΝΑΚΑ|λαρνακα|lca|LCA|Λάρνακας|glafcos'],
  ['LCA', 'Larnaca International Airport|Αεροδρόμιο Λάρνακας|airport larnaca|larnaca-airport'],
  ['PFO', 'pafos|Paphos|Πάφος|Πάφο|ΠΑΦΟΣ|pfo|Αεροδρόμιο Πάφου|aerodromio pafou'],
  ['NIC', 'Nicosia|lefkosia|Levkosia|Λευκωσία|λευκωσίας|Lefkosa|Πλατεία Σολωμού|solomos'],
  ['AYN', 'Ayia Napa|agia napa|Αγία Νάπα|ΑΓΙΑ ΝΑΠΑ|Αγίας Νάπας|aya napa|nissi|Νησί'],
  ['PRO', 'Protaras|Πρωταράς|Πρωταρά|ΠΡΩΤΑΡΑΣ|fig tree'],
  ['PAR', 'Paralimni|Παραλίμνι|Παραλιμνίου|παραλιμνι'],
  ['DER', 'Deryneia|Derynia|Dherinia|Δερύνεια|derinia'],
  ['FAMAGUSTA', 'famagusta|Famagusta area|Αμμόχωστος|Αμμοχώστου|ammochostos|Περιοχή Αμμοχώστου'],
])('%s is found as each of %s', async (code, typed) => {
  const places = await listPlaces('en')
  const found = typed.split('|').map((text) => findPlaces(places, text).map((one) => one.code))
  expect(found).toEqual(typed.split('|').map(() => [code]))
})

test('an area has its article in an English sentence', async () => {
  const places = await listPlaces('en')
  const area = places.find(({ code }) => code === 'FAMAGUSTA')
  expect(area).toMatchObject({ name: 'Famagusta area', accusative: 'the Famagusta area' })
})

test('a name of both airports finds both, and an unknown name finds none', async () => {
  const places = await listPlaces('el')
  const codes = (text: string) => findPlaces(places, text).map(({ code }) => code)
  expect(['airport', 'αεροδρόμιο', 'Αερολιμένας', 'international'].map(codes)).toEqual(
    Array.from({ length: 4 }, () => ['LCA', 'PFO']),
  )
  expect(['', '  ', '–', 'Limassol', 'Λεμεσός', 'xx'].flatMap(codes)).toEqual([])
})

test('places are named in Greek with the cases it needs, the area before its stops', async () => {
  const places = await listPlaces('el')
  expect(places.map(({ code, shortName, accusative }) => [code, shortName, accusative])).toEqual([
    ['NIC', 'Λευκωσία', 'Λευκωσία'],
    ['LCA', 'Αεροδρόμιο Λάρνακας', 'Αεροδρόμιο Λάρνακας'],
    ['PFO', 'Αεροδρόμιο Πάφου', 'Αεροδρόμιο Πάφου'],
    ['FAMAGUSTA', 'Περιοχή Αμμοχώστου', 'Περιοχή Αμμοχώστου'],
    ['DER', 'Δερύνεια', 'Δερύνεια'],
    ['PAR', 'Παραλίμνι', 'Παραλίμνι'],
    ['PRO', 'Πρωταράς', 'Πρωταρά'],
    ['AYN', 'Αγία Νάπα', 'Αγία Νάπα'],
  ])
  expect((await getStops('en')).get('DER')?.wheelchairBoarding).toBe(false)
})

test('each route has a past period, the present one, and future ones', async () => {
  const routes = await listTimetables('en', TODAY)
  expect(routes.map(({ routeId, code, isActive }) => [routeId, code, isActive])).toEqual(
    ['NL', 'LN', 'NP', 'PN', 'LP', 'PL', 'FL', 'LF'].map((code, place) => [
      String(place + 1),
      code,
      true,
    ]),
  )
  for (const { periods } of routes) {
    expect(periods.map(({ state }) => state)).toEqual(['inactive', 'active', 'coming', 'coming'])
  }
})

test('a period begins and ends on its dates', async () => {
  expect(await winterOn('2026-11-15')).toBe('coming')
  expect(await winterOn('2026-11-16')).toBe('active')
  expect(await winterOn('2027-04-23')).toBe('active')
  expect(await winterOn('2027-04-24')).toBe('inactive')
})

test('weekdays with the same buses share a table', async () => {
  const route = await findTimetable('3', 'en', TODAY)
  const summer = route?.periods[2]
  expect(summer?.periodName).toBe('Summer 2027')
  expect(summer?.tables.map(({ weekdays, runs }) => [weekdays, runs.length])).toEqual([
    [[1], 3],
    [[2, 3], 2],
    [[4], 3],
    [[5, 6, 7], 4],
  ])
  expect(summer?.spans.slice(2, 4)).toEqual([
    { weekday: 3, first: '04:30', last: '14:00' },
    { weekday: 4, first: '04:30', last: '18:45' },
  ])
})

test('a bus with several stops has a time at each, also after midnight', async () => {
  const route = await findTimetable('8', 'el', TODAY)
  expect([route?.from.shortName, route?.to.shortName]).toEqual(['Αεροδρόμιο Λάρνακας', 'Δερύνεια'])
  const [table] = route?.periods[2]?.tables ?? []
  expect(table?.stopIds).toEqual(['LCA', 'AYN', 'PRO', 'PAR', 'DER'])
  expect(table?.runs.at(-1)?.times).toEqual([
    { time: '23:30', days: 0 },
    { time: '00:15', days: 1 },
    { time: '00:40', days: 1 },
    { time: '00:55', days: 1 },
    { time: '01:05', days: 1 },
  ])
})

test('exceptions ahead: reduced days, and the night buses when the clocks change', async () => {
  const nightBus = await findTimetable('1', 'en', TODAY)
  const told = nightBus?.exceptions.map(({ date, clocks, notRunning, running, firstOfTwo }) => [
    date,
    clocks,
    notRunning.length,
    running.length,
    firstOfTwo,
  ])
  expect(told).toEqual([
    ['2026-12-25', null, 15, 6, []],
    ['2027-01-01', null, 15, 6, []],
    ['2027-03-28', 'forward', 1, 26, []],
    ['2027-05-02', null, 21, 6, []],
    ['2027-10-31', 'back', 0, 21, ['03:30']],
    ['2027-12-25', null, 15, 6, []],
    ['2028-01-01', null, 15, 6, []],
  ])
  expect(nightBus?.exceptions[2]?.notRunning).toEqual(['03:30'])

  const dayBus = await findTimetable('3', 'en', TODAY)
  expect(dayBus?.exceptions.map(({ clocks }) => clocks)).toEqual([null, null, null, null, null])
})

test('a past date is no exception ahead, today is', async () => {
  expect(await exceptionsFrom('2027-12-25')).toEqual(['2027-12-25', '2028-01-01'])
  expect(await exceptionsFrom('2027-12-26')).toEqual(['2028-01-01'])
})

test('fares are those of the journeys on the route', async () => {
  const route = await findTimetable('7', 'en', TODAY)
  expect(
    route?.fares.map(({ fromStopId, toStopId, fares }) => [fromStopId, toStopId, fares.adult]),
  ).toEqual([
    ['DER', 'LCA', 1400],
    ['PAR', 'LCA', 1400],
    ['PRO', 'LCA', 1400],
    ['AYN', 'LCA', 1200],
  ])
})

test('an unknown route is not found', async () => {
  expect(await findTimetable('9', 'en', TODAY)).toBeUndefined()
})

/** Whether Famagusta's winter of 2026 is active, seen on a date. */
async function winterOn(date: string) {
  const route = await findTimetable('7', 'en', Temporal.PlainDate.from(date))
  return route?.periods.find(({ validFrom }) => validFrom === '2026-11-16')?.state
}

async function exceptionsFrom(date: string) {
  const route = await findTimetable('7', 'en', Temporal.PlainDate.from(date))
  return route?.exceptions.map((exception) => exception.date)
}
