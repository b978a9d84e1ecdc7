import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { loader as listLoader } from '#app/site/timetables/page.tsx'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { forgetTimetable } from '#modules/timetable/editions.server.ts'
import { operator } from '#operator'
import { now, shiftClock } from '#platform/clock.server.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { changeBoarding } from '#test/simulation/for-one-test.ts'

import { loader } from './page.tsx'

/* The pages on the demonstration timetable, on Wednesday 2 December 2026 at ten past nine. */
beforeAll(async () => {
  goTo('2026-12-02T07:10:00Z')
  await loadSeed(now())
})

test('a schedule shows the next departure and its booking deadline', async () => {
  const { next } = await visit('/schedules/1')
  expect(next.map(({ time, day, to }) => [time, day, to])).toEqual([
    ['09:30', 'Wed 2 Dec', undefined],
    ['10:30', 'Wed 2 Dec', '/book-now?from=NIC&date=2026-12-02&to=LCA&departure=10:30#outbound'],
    ['11:30', 'Wed 2 Dec', '/book-now?from=NIC&date=2026-12-02&to=LCA&departure=11:30#outbound'],
    ['12:30', 'Wed 2 Dec', '/book-now?from=NIC&date=2026-12-02&to=LCA&departure=12:30#outbound'],
  ])
})

test('in midweek the next weekend bus is the one on Friday', async () => {
  const { next } = await visit('/el/schedules/8')
  expect(next.map(({ time, day }) => `${day} ${time}`)).toEqual([
    'Παρ 4 Δεκ 11:15',
    'Παρ 4 Δεκ 18:45',
    'Σάβ 5 Δεκ 11:15',
  ])
})

test('where wheelchair access is unknown, the schedule gives a number to call', async () => {
  expect((await visit('/schedules/1')).accessNotKnown).toBeNull()
  await doNotKnow(['NIC'])
  expect((await visit('/schedules/1')).accessNotKnown).toBe(
    `We do not know yet whether these stops are accessible by wheelchair: Nicosia. Please call us on ${operator.phone}.`,
  )
  await doNotKnow(['NIC', 'LCA'])
  expect((await visit('/el/schedules/1')).accessNotKnown).toBe(
    `Δεν γνωρίζουμε ακόμη αν σε αυτές τις στάσεις είναι δυνατή η επιβίβαση με αναπηρικό αμαξίδιο. Καλέστε μας στο ${operator.phone}.`,
  )
})

test('every time in a timetable links to booking the next bus at that time', async () => {
  const { current, coming, past } = await visit('/schedules/8')
  expect(booking(current)).toEqual([
    'LCA FAMAGUSTA 2026-12-04 11:15',
    'LCA FAMAGUSTA 2026-12-04 18:45',
  ])
  expect(booking(coming[0])[0]).toBe('LCA FAMAGUSTA 2027-04-24 08:45')
  expect(booking(past[0])).toEqual([])
})

test('an exceptional date is listed in its period', async () => {
  const { current, coming } = await visit('/schedules/1')
  expect(current?.exceptions.map(({ dates }) => dates)).toEqual([
    ['Friday 25 December 2026', 'Friday 1 January 2027'],
  ])
  const summer = coming[0]?.exceptions.flatMap(({ dates }) => dates)
  expect(summer).toEqual(['Sunday 28 March 2027', 'Sunday 2 May 2027'])
})

test('a period shows its validity, whether it is in force, and its hours of operation', async () => {
  const { current, coming, past } = await visit('/schedules/8')
  const said = [past[0], current, coming[0]].map((period) => {
    const spans = period?.spans.map(({ days, times }) => `${days}: ${times}`)
    return [period?.state, period?.validity, ...(spans ?? [])]
  })
  expect(said).toEqual([
    ['inactive', 'Valid from 25 April 2026 until 15 November 2026', 'Every day: 08:45 – 23:30'],
    [
      'active',
      'Valid from 16 November 2026 until 23 April 2027',
      'Friday to Monday: 11:15 – 18:45',
    ],
    ['coming', 'Valid from 24 April 2027 until 14 November 2027', 'Every day: 08:45 – 23:30'],
  ])
})

test('free travel is stated in words', async () => {
  const { fares } = await visit('/schedules/1')
  expect(fares[0]?.byCategory).toEqual(['€9.00', '€4.50', '€7.50', 'free'])
})

test('the list of timetables shows the next three bookable departures of each route', async () => {
  const { shown } = await openPage<Awaited<ReturnType<typeof listLoader>>>(
    listLoader,
    '/timetables',
  )
  const [first] = shown.routes
  expect(shown.routes).toHaveLength(8)
  expect(first?.next.filter(({ to }) => to).map(({ time }) => time)).toEqual([
    '10:30',
    '11:30',
    '12:30',
  ])
})

test('on Christmas Eve the Friday times lead past the holiday', async () => {
  goTo('2026-12-24T07:10:00Z')
  const { current, next } = await visit('/schedules/8')
  expect(booking(current)[0]).toBe('LCA FAMAGUSTA 2026-12-26 11:15')
  expect(next[0]?.day).toBe('Sat 26 Dec')
})

function goTo(moment: string): void {
  shiftClock(now().until(Temporal.Instant.from(moment)))
}

type Schedule = Awaited<ReturnType<typeof loader>>

/** Until the end of the test nobody knows whether wheelchairs can board at these stops. */
async function doNotKnow(stopIds: readonly string[]) {
  onTestFinished(forgetTimetable)
  for (const stopId of stopIds) await changeBoarding(stopId, null)
  forgetTimetable()
}

async function visit(path: string) {
  const params = { id: path.split('/').at(-1) ?? '' }
  const { shown } = await openPage<Schedule>(loader, path, { params })
  return shown
}

function booking(period: Schedule['current'] | undefined): string[] {
  const runs = period?.tables.flatMap((table) => table.runs) ?? []
  return runs.flatMap(({ to }) =>
    to ? [[...new URL(to, 'http://localhost').searchParams.values()].join(' ')] : [],
  )
}
