import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { tellNews } from '#modules/incidents/times/tell-news.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { followEditions } from '#modules/timetable/editions.server.ts'
import { momentOf } from '#modules/timetable/service-time.ts'
import { operator } from '#operator'
import * as paths from '#paths'
import { answerFromPageCache } from '#platform/answers/page-cache.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addDailyTrip } from '#test/fixtures/daily-trip.ts'
import { addStaff, type Colleague } from '#test/fixtures/office.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { readBytes } from '#test/fixtures/realtime.ts'
import { buyIn } from '#test/simulation/holders.ts'
import { letter, openLetterSimulation } from '#test/simulation/letters.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

/*
 * One report of a delay, read on every page of the site as it is sent, through the caches in front of
 * it. The report is written by another process, which tells this one nothing.
 */

const simulation = openLetterSimulation()
const BOARDS = operator.departureBoards
let answer: (request: Request) => Promise<Response>
let dispatcher: Colleague
let driver: Colleague
beforeAll(async () => {
  answer = await openSite()
  Object.assign(operator, { departureBoards: ['A'] })
  await addDailyTrip()
  dispatcher = await addStaff('dispatcher')
  driver = await addStaff('driver')
})
afterAll(() => void Object.assign(operator, { departureBoards: BOARDS }))

/** A page as it is sent, without the marks of its language. */
async function read(path: string, as?: Colleague, sent?: object): Promise<string> {
  const headers = new Headers({ ...(as && { cookie: as.browser.cookie }) })
  if (sent) headers.set('Content-Type', 'application/json')
  const asked = new Request(`http://localhost:3000${path}`, {
    headers,
    ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
  })
  const made = () => answerFromPageCache(asked, () => answer(asked))
  const response = await underRequestId('one-delay', made)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.text()).replaceAll(/<!-- -->|\s+/g, ' ')
}

/** The delays of a bus, in seconds, in the feed that journey planners read. */
async function readDelays(departureId: string): Promise<(number | undefined)[]> {
  const feed = await answer(
    new Request(`http://localhost:3000${paths.realtime('trip-updates.pb')}`),
  )
  const { entity } = readBytes(await feed.arrayBuffer())
  const { tripUpdate } = entity.find(({ id }) => id === departureId) ?? {}
  return (tripUpdate?.stopTimeUpdate ?? []).map(({ arrival, departure }) => {
    return (departure ?? arrival)?.delay
  })
}

/** Puts the trip of a departure into the timetable, with its times. */
async function publishTrip(departureId: string): Promise<void> {
  const calls = await db
    .selectFrom('departureStops')
    .innerJoin('departures', 'departures.departureId', 'departureStops.departureId')
    .select(['tripId', 'serviceDate', 'position', 'stopId', 'arrivesAt', 'departsAt'])
    .where('departures.departureId', '=', departureId)
    .execute()
  const trip = { routeId: '1', serviceId: 'daily', seats: 10, wheelchairPlaces: 1 }
  await db
    .insertInto('trips')
    .values({ ...trip, tripId: departureId })
    .execute()
  const times = calls.map(({ tripId, serviceDate, position, stopId, arrivesAt, departsAt }) => {
    const midnight = momentOf(serviceDate, 0).toInstant()
    const [arrivesSeconds, departsSeconds] = [arrivesAt, departsAt].map((moment) => {
      return Math.floor(midnight.until(moment).total('seconds'))
    }) as [number, number]
    const when = { arrivesSeconds, departsSeconds }
    return { tripId, position, stopId, ...when, pickup: true, dropoff: true }
  })
  await db.insertInto('stopTimes').values(times).execute()
}

test('within a second of one report every page, the mail, the phone at the door and the feed state the same delay', async () => {
  const { bank } = simulation
  const leaves = now().add({ hours: 3 }).round('second')
  const bus = await addDeparture({ departsAt: leaves })
  await publishTrip(bus)
  const order = await buyIn('en', bank, ride(bus, 'A', 'C'))
  const [ticket] = await listTickets(order.orderId, 'en', now())
  const day = dateInCyprus(leaves).toString()
  const list = { deviceId: randomUUID(), stopId: 'A', day, scans: [], known: [] }
  const pages = {
    ticket: () => read(paths.ticket(ticket?.ticketId ?? '')),
    booking: () => read(`/el${paths.order(order.manageId)}`),
    board: () => read('/el'),
    'board in English': () => read(paths.home()),
    schedule: () => read(paths.timetable('1')),
    timetables: () => read(paths.timetables()),
    today: () => read(paths.office(), dispatcher),
    'today, refreshed': () => read(paths.officeNow(), dispatcher),
    departures: () => read(paths.officeDepartures(), dispatcher),
    departure: () => read(paths.officeDeparture(bus), dispatcher),
    phone: () => read(`${paths.officeBoardingSync()}?departure=${bus}`, driver),
    'list of the phone': () => read(paths.officeBoardingSync(), driver, list),
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const following = followEditions()
  const pass = async () => {
    vi.advanceTimersByTime(1000)
    await following.looked()
  }
  await pass()
  const planned = await readEach(pages)
  const expected = clockTime(leaves.add({ minutes: 23 }))
  const [late, onPhone] = [`23 min late: ${expected}`, '"delay":23']
  expect(listStating(planned, [late, '[23,', onPhone])).toEqual([])
  expect(await readDelays(bus)).toEqual([])

  const report = { departureId: bus, by: ADMIN, fromPosition: 0, minutes: 23, now: now() }
  expect(await reportDelay(report)).toEqual({ ok: true })
  await pass()
  const told = await readEach(pages)
  expect(await readDelays(bus)).toEqual([1380, 1380, 1380, 1380])
  await following.stop()
  const { phone, 'list of the phone': listed, ...others } = told
  expect(listStating(others, [expected])).toEqual(Object.keys(others))
  expect(listStating(others, [late])).toEqual(['board in English', 'schedule', 'timetables'])
  expect(phone).toBe('[23,23,23,23]')
  expect(listed).toContain(onPhone)
  await tellNews(now())
  expect((await letter(order, 'running-late')).text).toContain(expected)
})

/** One after the other: on a busy machine a dozen new connections at once take longer than a page waits for one. */
async function readEach(
  pages: Record<string, () => Promise<string>>,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [name, page] of Object.entries(pages)) texts[name] = await page()
  return texts
}

/** The names of the pages on which one of these texts is. */
function listStating(pages: Record<string, string>, texts: readonly string[]): string[] {
  return Object.entries(pages).flatMap(([name, page]) =>
    texts.some((text) => page.includes(text)) ? [name] : [],
  )
}
