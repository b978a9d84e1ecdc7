import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { checkFeed } from '#modules/gtfs/check/check-feed.ts'
import { readFeed } from '#modules/gtfs/feed/read-feed.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { inCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import { importFeed } from './import-feed.server.ts'
import { loadSeed, SEED_FOLDER } from './load-seed.server.ts'

/** Before the past period ends, so that both clock changes of 2026 are included. */
const BEFORE_THE_SPRING_NIGHT = Temporal.Instant.from('2026-03-28T10:00Z')
const TODAY = Temporal.PlainDate.from('2026-11-20')
/** Seats are sold 18 months ahead; from here the timetable is made up to its end. */
const MONTHS_LATER = Temporal.Instant.from('2026-11-20T10:00Z')

beforeAll(async () => {
  await loadSeed(BEFORE_THE_SPRING_NIGHT)
  await renewDepartures(MONTHS_LATER)
})

test('the demonstration timetable has no fault and no oddity', async () => {
  const { problems, warnings } = checkFeed(await readFeed(SEED_FOLDER), TODAY)
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
})

test('the demonstration timetable is loaded once, however many programs start', async () => {
  expect(
    await Promise.all([loadSeed(BEFORE_THE_SPRING_NIGHT), loadSeed(BEFORE_THE_SPRING_NIGHT)]),
  ).toEqual(['already-there', 'already-there'])
})

describe('departures by date', () => {
  test.each([
    ['a Friday in winter', '2026-11-20', [21, 21, 3, 3, 2, 2, 2, 2]],
    ['a Tuesday in winter', '2026-11-24', [21, 21, 2, 2, 2, 2, 0, 0]],
    ['a Thursday in summer', '2027-07-15', [21, 21, 3, 3, 2, 2, 7, 7]],
    ['a Saturday in summer', '2027-07-17', [27, 27, 4, 4, 3, 3, 7, 7]],
    ['a Monday in summer', '2027-07-19', [27, 27, 3, 3, 3, 3, 7, 7]],
    ['Christmas', '2026-12-25', [6, 6, 1, 1, 1, 1, 0, 0]],
    ['Easter Sunday', '2027-05-02', [6, 6, 1, 1, 1, 1, 0, 0]],
    ['New Year', '2028-01-01', [6, 6, 1, 1, 1, 1, 0, 0]],
    ['the spring night', '2027-03-28', [26, 27, 4, 4, 3, 3, 2, 2]],
    ['the autumn night', '2027-10-31', [21, 21, 3, 3, 2, 2, 7, 7]],
    ['the last day of summer in Famagusta', '2027-11-14', [21, 21, 3, 3, 2, 2, 7, 7]],
    ['the first of its winter', '2027-11-15', [21, 21, 3, 3, 2, 2, 2, 2]],
    ['the last day published', '2028-03-25', [21, 21, 3, 3, 2, 2, 2, 2]],
    ['the day after', '2028-03-26', [0, 0, 0, 0, 0, 0, 0, 0]],
  ])('%s, %s', async (_, date, expected) => {
    const counts = await Promise.all(
      expected.map(async (_count, place) => (await timesFrom(String(place + 1), date)).length),
    )
    expect(counts).toEqual(expected)
  })

  test('on reduced days exactly the promised buses run', async () => {
    expect(await timesFrom('1', '2026-12-25')).toEqual([
      '05:30+02:00 06:10+02:00',
      '08:30+02:00 09:10+02:00',
      '11:30+02:00 12:10+02:00',
      '14:30+02:00 15:10+02:00',
      '17:30+02:00 18:10+02:00',
      '20:30+02:00 21:10+02:00',
    ])
  })
})

describe('the nights on which clocks change', () => {
  test.each(['2026-03-29', '2027-03-28'])('spring, %s: the 03:30 does not run', async (date) => {
    expect((await timesFrom('1', date)).slice(0, 3)).toEqual([
      '01:30+02:00 02:10+02:00',
      '04:30+03:00 05:10+03:00',
      '05:30+03:00 06:10+03:00',
    ])
  })

  test.each(['2026-03-29', '2027-03-28'])(
    'spring, %s: the 02:30 arrives at 04:10',
    async (date) => {
      expect((await timesFrom('2', date)).slice(0, 3)).toEqual([
        '00:30+02:00 01:10+02:00',
        '02:30+02:00 04:10+03:00',
        '05:30+03:00 06:10+03:00',
      ])
    },
  )

  test.each(['2026-10-25', '2027-10-31'])('autumn, %s: the first 03:30 of two', async (date) => {
    expect((await timesFrom('1', date)).slice(0, 3)).toEqual([
      '01:30+03:00 02:10+03:00',
      '03:30+03:00 03:10+02:00',
      '04:30+02:00 05:10+02:00',
    ])
  })

  test('autumn: the first 03:30 is half past midnight UTC', async () => {
    const { rows } = await sql<{ departsAt: Temporal.Instant }>`
      select departs_at from departures join departure_stops using (departure_id)
      where position = 0 and trip_id = 'NL-20271031-0330'`.execute(db)
    expect(rows.map(({ departsAt }) => departsAt.toString())).toEqual(['2027-10-31T00:30:00Z'])
  })

  test.each(['2026-10-25', '2027-10-31'])(
    'autumn, %s: the 00:30 belongs to the service date before',
    async (date) => {
      expect((await timesFrom('2', date)).slice(0, 3)).toEqual([
        '00:30+03:00 01:10+03:00',
        '02:30+03:00 03:10+03:00',
        '05:30+02:00 06:10+02:00',
      ])
    },
  )

  test('the evening before and the day after are not shifted', async () => {
    expect((await timesFrom('2', '2027-10-30')).at(-1)).toBe('23:45+03:00 00:25+03:00')
    expect((await timesFrom('2', '2027-11-01'))[0]).toBe('00:30+02:00 01:10+02:00')
    expect((await timesFrom('1', '2027-03-29')).slice(0, 2)).toEqual([
      '01:30+03:00 02:10+03:00',
      '03:30+03:00 04:10+03:00',
    ])
  })
})

test('a bus of 30 seats drives by night, from 22:00 to 05:59, and one of 50 by day', async () => {
  const { rows } = await sql<{ tripId: string; seats: number; wheelchairPlaces: number }>`
    select trip_id, seats, wheelchair_places from trips
    where trip_id in ('NL-W26-0530', 'NL-W26-0630', 'LN-W26-2130', 'LN-W26-2230', 'NP-W26-0430')
    order by trip_id`.execute(db)
  expect(
    rows.map(({ tripId, seats, wheelchairPlaces }) => [tripId, seats, wheelchairPlaces]),
  ).toEqual([
    ['LN-W26-2130', 50, 1],
    ['LN-W26-2230', 30, 1],
    ['NL-W26-0530', 30, 1],
    ['NL-W26-0630', 50, 1],
    ['NP-W26-0430', 50, 1],
  ])
})

test('fares are the same both ways, and journeys inside the Famagusta area have none', async () => {
  const fares = await db.selectFrom('fares').selectAll().execute()
  const table = Object.groupBy(fares, ({ fromStopId, toStopId }) => `${fromStopId}-${toStopId}`)
  const cents = Object.entries(table).map(([pair, rows]) => [
    pair,
    ...['adult', 'child', 'student', 'infant'].map(
      (category) => rows?.find((row) => row.passengerCategory === category)?.fareCents,
    ),
  ])
  const oneWay = [
    ['NIC-LCA', 900, 450, 750, 0],
    ['NIC-PFO', 1600, 800, 1350, 0],
    ['LCA-PFO', 1600, 800, 1350, 0],
    ['AYN-LCA', 1200, 600, 1000, 0],
    ['PRO-LCA', 1400, 700, 1200, 0],
    ['PAR-LCA', 1400, 700, 1200, 0],
    ['DER-LCA', 1400, 700, 1200, 0],
  ]
  const otherWay = oneWay.map(([pair, ...rest]) => [
    String(pair).split('-').toReversed().join('-'),
    ...rest,
  ])
  expect(new Set(cents)).toEqual(new Set([...oneWay, ...otherWay]))
})

/** "03:30+03:00 03:10+02:00": first and last stop of every departure of a route on a calendar date. */
async function timesFrom(routeId: string, date: string): Promise<string[]> {
  const { rows } = await sql<{ departsAt: Temporal.Instant; arrivesAt: Temporal.Instant }>`
    select min(departs_at) as departs_at, max(arrives_at) as arrives_at
    from departures join departure_stops using (departure_id)
    where route_id = ${routeId}
      and service_date between ${date}::date - 1 and ${date}::date
    group by departure_id
    having (min(departs_at) at time zone 'Asia/Nicosia')::date = ${date}::date
    order by 1`.execute(db)
  return rows.map(({ departsAt, arrivesAt }) =>
    [departsAt, arrivesAt]
      .map((moment) => {
        const shown = inCyprus(moment)
        return shown.toPlainTime().toString({ smallestUnit: 'minute' }) + shown.offset
      })
      .join(' '),
  )
}

test('without most of its fares the demonstration timetable is refused, though every bus runs', async () => {
  const feed = await readFeed(SEED_FOLDER)
  const rules = feed.files.get('fare_leg_rules.txt')
  invariant(rules, 'the seed has fares')
  const few = { ...rules, rows: rules.rows.slice(0, 5) }
  const files = new Map([...feed.files, ['fare_leg_rules.txt', few]])
  const request = {
    source: 'few-fares',
    now: MONTHS_LATER,
    by: ADMIN,
    dryRun: true,
    replaceFares: true,
  }
  const outcome = await importFeed(db, { ...feed, files }, request)
  expect(outcome).toMatchObject({
    reason: 'takes-off-sale',
    offSale: { lost: 0, pairs: { before: 14, lost: 9 } },
  })
})
