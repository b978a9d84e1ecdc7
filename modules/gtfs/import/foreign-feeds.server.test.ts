import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'

import { readFeed } from '#modules/gtfs/feed/read-feed.server.ts'
import { compareFeed } from '#modules/gtfs/write/compare-feed.server.ts'
import { findTimetable } from '#modules/timetable/list-timetables.server.ts'
import { db } from '#platform/db.server.ts'
import { inCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { SAMPLE_ASSUMPTIONS, sampleTexts, type FeedTexts } from '#test/fixtures/sample-feed.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'

import { importFeed } from './import-feed.server.ts'

beforeEach(async () => {
  await forgetTimetables()
})

test('both directions and several ways in one route', async () => {
  await bringIn('2026-11-20', {
    'trips.txt': `route_id,service_id,trip_id,direction_id
R,daily,T1,0
R,daily,T2,0
R,daily,T3,1`,
    'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T1,08:00:00,08:00:00,A,1
T1,08:40:00,08:40:00,C,2
T2,09:00:00,09:00:00,A,1
T2,09:15:00,09:15:00,B,2
T2,09:40:00,09:40:00,C,3
T3,10:00:00,10:00:00,C,1
T3,10:40:00,10:40:00,A,2`,
    'fare_rules.txt': '',
    'fare_attributes.txt': 'fare_id,price,currency_type\nall,4.00,EUR',
  })
  const route = await findTimetable('R', 'el', Temporal.PlainDate.from('2026-11-20'))
  expect([route?.from.shortName, route?.to.shortName]).toEqual(['Alpha', 'Gamma'])
  expect(route?.fares.map(({ fromStopId, toStopId }) => fromStopId + toStopId)).toEqual([
    'AB',
    'AC',
    'BC',
    'CA',
  ])
  const tables = route?.periods[0]?.tables.map(({ directionId, stopIds, runs }) => [
    directionId,
    stopIds.join(' '),
    ...runs.map(({ times }) => times.map((call) => call?.time ?? '–').join(' ')),
  ])
  expect(tables).toEqual([
    [0, 'A B C', '08:00 – 08:40', '09:00 09:15 09:40'],
    [1, 'C A', '10:00 10:40'],
  ])
})

test('a feed without direction_id gives no table that runs backwards in time', async () => {
  await bringIn('2026-11-20', {
    'trips.txt': 'route_id,service_id,trip_id\nR,daily,T1\nR,daily,T2\nR,daily,T3\nR,daily,T4',
    'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T1,08:00:00,08:00:00,A,1
T1,08:40:00,08:40:00,C,2
T2,08:55:00,08:55:00,C,1
T2,09:10:00,09:10:00,B,2
T2,09:35:00,09:35:00,A,3
T3,09:00:00,09:00:00,A,1
T3,09:40:00,09:40:00,C,2
T4,09:55:00,09:55:00,C,1
T4,10:35:00,10:35:00,A,2`,
    'fare_rules.txt': '',
    'fare_attributes.txt': 'fare_id,price,currency_type\nall,4.00,EUR',
  })
  const route = await findTimetable('R', 'en', Temporal.PlainDate.from('2026-11-20'))
  expect([route?.from.shortName, route?.to.shortName]).toEqual(['Alpha', 'Gamma'])
  const tables = route?.periods[0]?.tables.map(({ directionId, stopIds, runs }) => [
    directionId,
    stopIds.join(' '),
    ...runs.map(({ times }) => times.map((call) => call?.time ?? '–').join(' ')),
  ])
  expect(tables).toEqual([
    [0, 'A C', '08:00 08:40', '09:00 09:40'],
    [1, 'C B A', '08:55 09:10 09:35', '09:55 – 10:35'],
  ])
})

const NIGHT: FeedTexts = {
  'trips.txt': `route_id,service_id,trip_id
R,daily,T0
R,daily,T1
R,daily,T2`,
  'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T0,00:30:00,00:30:00,A,1
T0,01:10:00,01:10:00,C,2
T1,02:30:00,02:30:00,A,1
T1,03:10:00,03:10:00,C,2
T2,04:30:00,04:30:00,A,1
T2,05:10:00,05:10:00,C,2`,
}

test.each([
  // Before the clocks go forward, 02:30:00 in a feed is 01:30 on the clock.
  ['2028-03-26', ['23:30+02:00 00:10+02:00', '01:30+02:00 02:10+02:00', '04:30+03:00 05:10+03:00']],
  // Before they go back, it is the first of the two 03:30.
  ['2028-10-29', ['01:30+03:00 02:10+03:00', '03:30+03:00 03:10+02:00', '04:30+02:00 05:10+02:00']],
])('times on %s count from noon minus twelve hours', async (date, expected) => {
  const year = date.slice(0, 4)
  await bringIn(date, {
    ...NIGHT,
    'calendar.txt': `service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
daily,1,1,1,1,1,1,1,${year}0301,${year}1130`,
  })
  expect(await timesOn(date)).toEqual(expected)
})

/** The trips of a service date, in clock time. */
async function timesOn(serviceDate: string): Promise<string[]> {
  const { rows } = await sql<{ moments: string[] }>`
    select array_agg(departs_at at time zone 'UTC' order by position)::text[] as moments
    from departures join departure_stops using (departure_id)
    where service_date = ${serviceDate}
    group by departure_id order by min(departs_at)`.execute(db)
  return rows.map(({ moments }) =>
    moments
      .map((text) => {
        const shown = inCyprus(Temporal.Instant.from(`${text.replace(' ', 'T')}Z`))
        return shown.toPlainTime().toString({ smallestUnit: 'minute' }) + shown.offset
      })
      .join(' '),
  )
}

/** Writes a folder as another operator would publish it, and imports it. */
async function bringIn(date: string, otherwise: FeedTexts): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-'))
  for (const [name, text] of Object.entries(sampleTexts(otherwise))) {
    await writeFile(join(folder, name), text)
  }
  const now = Temporal.Instant.from(`${date}T00:00Z`)
  const request = {
    source: 'x',
    now,
    by: ADMIN,
    assumed: SAMPLE_ASSUMPTIONS,
  }
  const outcome = await importFeed(db, await readFeed(folder), request)
  await rm(folder, { recursive: true })
  expect(outcome).toMatchObject({ ok: true })
  expect(await compareFeed(db, now)).toEqual([])
}
