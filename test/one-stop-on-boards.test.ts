import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { reopenStop } from '#modules/incidents/stops/reopen-stop.server.ts'
import { operator } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { addDailyTrip } from '#test/fixtures/daily-trip.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture, forgetDepartures } from '#test/simulation/timetable.ts'

/* A closed or moved stop on the boards, the timetables and the schedule, in both languages. */

openSimulation()
const BOARDS = operator.departureBoards
let read: (path: string) => Promise<string>
let bus: string
beforeAll(async () => {
  Object.assign(operator, { departureBoards: ['A'] })
  await addDailyTrip()
  const answer = await openSite()
  read = async (path) => {
    const response = await answer(new Request(`http://localhost:3000${path}`))
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return (await response.text()).replaceAll(/<!-- -->|\s+/g, ' ')
  }
})
afterAll(() => void Object.assign(operator, { departureBoards: BOARDS }))
beforeEach(async () => {
  await forgetDepartures()
  bus = await addDeparture({ departsAt: now().add({ hours: 3 }) })
})

const ADDRESSES = [
  paths.home(),
  paths.timetables(),
  paths.timetable('1'),
  '/el',
  `/el${paths.timetables()}`,
  `/el${paths.timetable('1')}`,
]

/** The addresses on which one of these texts is. */
async function listStating(...texts: string[]): Promise<string[]> {
  const found: string[] = []
  // One after the other: a dozen pages at once would wait for more connections than a database of tests has.
  for (const path of ADDRESSES) {
    const page = await read(path)
    if (texts.some((text) => page.includes(text))) found.push(path)
  }
  return found
}

test('a closed stop on the way and a moved stop stand beside the departure, and go again', async () => {
  const closed = ['Does not stop at Bay Road', 'Δεν σταματά στη στάση Οδός Όρμου']
  const moved = [
    `Instead of Almond Square it stops here: ${GATE.words.en}`,
    `Αντί για τη στάση Πλατεία Αμυγδάλου, σταματά εδώ: ${GATE.words.el}`,
  ]
  expect(await listStating(...closed, ...moved)).toEqual([])
  const incidentId = await changeStopAndTell(bus, { stopId: 'B' })
  await changeStopAndTell(bus, { stopId: 'A', place: GATE })
  expect(await listStating(...closed)).toEqual(ADDRESSES)
  expect(await listStating(...moved)).toEqual(ADDRESSES)
  await reopenStop({ incidentId, by: ADMIN, now: now() })
  expect(await listStating(...closed)).toEqual([])
})

test('a bus that passes the stop of a board by says so there, and cannot be booked from it', async () => {
  const link = '&amp;departure='
  expect(await listStating(link)).toEqual(ADDRESSES)
  await changeStopAndTell(bus, { stopId: 'A' })
  expect(await listStating('Does not stop here', 'Δεν σταματά εδώ')).toEqual(['/', '/el'])
  expect(
    await listStating('Does not stop at Almond Square', 'Δεν σταματά στη στάση Πλατεία Αμυγδάλου'),
  ).toEqual([paths.timetable('1'), `/el${paths.timetable('1')}`])
  expect(await listStating(link)).toEqual([])
})
