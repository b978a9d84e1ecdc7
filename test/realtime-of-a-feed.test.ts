import { beforeAll, beforeEach, expect, test } from 'vitest'

import { rowsOf as rowsIn, textIn } from '#modules/gtfs/feed/feed.ts'
import { importFeed } from '#modules/gtfs/import/import-feed.server.ts'
import { unpackFeed } from '#modules/gtfs/write/pack-feed.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import * as paths from '#paths'
import { forgetKept } from '#platform/answers/cache.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { departureOf } from '#test/fixtures/published-trips.ts'
import { findFlaws, readFeed } from '#test/fixtures/realtime.ts'
import { sampleFeed, SAMPLE_ASSUMPTIONS, type FeedTexts } from '#test/fixtures/sample-feed.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'

/* What changes on the day, beside the files of the feed that journey planners have as timetable. */

const STOP_TIMES = `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T1,08:40:00,08:40:00,C,30
T1,08:00:00,08:00:00,A,0
T1,08:15:00,08:16:00,B,7
ROUND,09:00:00,09:00:00,A,1
ROUND,09:20:00,09:20:00,B,2
ROUND,09:40:00,09:40:00,C,100
ROUND,10:10:00,10:10:00,B,101
ROUND,10:40:00,10:40:00,A,4000
OFTEN,00:00:00,00:00:00,A,3
OFTEN,00:20:00,00:20:00,B,6
OFTEN,00:50:00,00:50:00,C,9`

let answer: (request: Request) => Promise<Response>
beforeAll(async () => {
  answer = await openSite()
})
beforeEach(async () => {
  forgetKept()
  await forgetTimetables()
  const feed = sampleFeed(textsOfTomorrow())
  const imported = { source: 'a test', now: now(), by: ADMIN, assumed: SAMPLE_ASSUMPTIONS }
  const outcome = await importFeed(db, feed, { ...imported, takeOffSale: true })
  if (!outcome.ok) throw new Error(outcome.reason)
})

/** A trip, a round trip, and a run of frequencies.txt, all of them tomorrow alone. */
function textsOfTomorrow(): FeedTexts {
  const date = dateInCyprus(now()).add({ days: 1 }).toString().replaceAll('-', '')
  return {
    'trips.txt': `route_id,service_id,trip_id\nR,once,T1\nR,once,ROUND\nR,once,OFTEN`,
    'stop_times.txt': STOP_TIMES,
    'frequencies.txt': `trip_id,start_time,end_time,headway_secs,exact_times\nOFTEN,12:00:00,13:00:00,3600,1`,
    'calendar.txt': '',
    'calendar_dates.txt': `service_id,date,exception_type\nonce,${date},1`,
  }
}

test('a planner that has the feed gets a 304 until the feed changes', async () => {
  const known = (await askForFeed()).headers.get('ETag') ?? ''
  expect((await askForFeed({ 'If-None-Match': known })).status).toBe(304)
  await db
    .updateTable('feedImports')
    .set({ feed: Buffer.from('another') })
    .execute()
  expect((await askForFeed({ 'If-None-Match': known })).status).toBe(200)
})

function askForFeed(headers: HeadersInit = {}): Promise<Response> {
  return answer(new Request(`http://localhost:3000${paths.gtfs()}`, { headers }))
}

/** The rows of a trip in the stop_times.txt that we publish, as "number stop", in their order. */
async function rowsOf(tripId: string): Promise<string[]> {
  const response = await askForFeed()
  const rows = rowsIn(unpackFeed(new Uint8Array(await response.arrayBuffer())), 'stop_times.txt')
  return rows
    .filter((row) => textIn(row, 'trip_id') === tripId)
    .map((row) => `${textIn(row, 'stop_sequence')} ${textIn(row, 'stop_id')}`)
}

test.each([
  ['T1', 'T1'],
  ['a round trip', 'ROUND'],
  ['a run of frequencies.txt', 'OFTEN@12:00:00'],
])('each call of %s has the number and the stop of stop_times.txt', async (_kind, tripId) => {
  const departureId = await departureOf(tripId)
  const report = { departureId, fromPosition: 1, minutes: 20, by: ADMIN, now: now() }
  expect(await reportDelay(report)).toEqual({ ok: true })
  const feed = await readFeed(answer, 'trip-updates')
  expect(await findFlaws(feed)).toEqual([])
  expect(feed.entity).toHaveLength(1)
  const { trip, stopTimeUpdate = [] } = feed.entity[0]?.tripUpdate ?? {}
  const told = stopTimeUpdate.map(({ stopSequence, stopId }) => `${stopSequence} ${stopId}`)
  expect(told).toEqual(await rowsOf(trip?.tripId ?? ''))
  const delays = stopTimeUpdate.map(({ arrival }) => arrival?.delay)
  expect(delays).toEqual(told.map((_call, place) => (place === 0 ? undefined : 1200)))
})
