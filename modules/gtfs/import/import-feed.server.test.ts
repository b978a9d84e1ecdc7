import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { keepEdition } from '#modules/fares/fare-editions.server.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import { findPublishedUntil } from '#modules/offers/find-offers.server.ts'
import { holdSeats } from '#modules/seats/seats.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import { listTimetables } from '#modules/timetable/list-timetables.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import type { Actor } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction, inTransactionOn } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { listDifferences } from '#test/fixtures/differences.ts'
import {
  replacing,
  sampleFeed,
  SAMPLE_ASSUMPTIONS,
  type FeedTexts,
} from '#test/fixtures/sample-feed.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'

import { describeImport } from './describe-import.server.ts'
import { importFeed, type ImportOutcome } from './import-feed.server.ts'

const NOW = Temporal.Instant.from('2026-11-20T10:00Z')

beforeEach(async () => {
  await forgetTimetables()
})

test('a feed becomes the timetable, with a departure for each date from yesterday on', async () => {
  const outcome = await bringIn()
  expect(outcome.after).toEqual({ stops: 3, routes: 1, trips: 1, fares: 12 })
  expect(outcome.departures.made).toBe(43)
  const dates = (await listDepartures()).map(({ serviceDate }) => serviceDate.toString())
  expect([dates[0], dates.at(-1)]).toEqual(['2026-11-19', '2026-12-31'])
})

test('importing a feed again changes nothing, and neither does the daily job', async () => {
  await bringIn()
  const before = await everything()
  const again = await bringIn()
  expect(again.departures).toEqual(nothingDone)
  expect(await renewDepartures(NOW)).toEqual(nothingDone)
  expect(await everything()).toEqual(before)
})

test('a feed with problems is refused, and everything stays as it was', async () => {
  await bringIn()
  const before = await everything()
  const feed = sampleFeed(replacing('stop_times.txt', 'B,20', 'D,20'))
  const outcome = await importFeed(db, feed, {
    source: 'bad.zip',
    now: NOW,
    by: ADMIN,
    assumed: SAMPLE_ASSUMPTIONS,
  })
  expect(outcome).toMatchObject({
    ok: false,
    reason: 'unsound-feed',
    problems: [{ file: 'stop_times.txt', line: 3, code: 'dangling-reference' }],
  })
  expect(await everything()).toEqual(before)
})

test('a fault in the middle of an import leaves everything as it was', async () => {
  await bringIn()
  const before = await everything()
  await expect(
    db.transaction().execute(async (tx) => {
      await bringIn(replacing('stop_times.txt', 'T1,08:00:00,08:00:00', 'T1,07:00:00,07:00:00'), {
        tx,
      })
      throw new Error('the power fails')
    }),
  ).rejects.toThrow('the power fails')
  expect(await everything()).toEqual(before)
})

describe('the fares of the office', () => {
  const DEARER = replacing('fare_attributes.txt', 'near,2.00', 'near,2.50')
  const ROUND_C = replacing('stop_times.txt', 'T1,08:40:00,08:40:00,C,30', '')

  test('are kept, with what is planned, unless the feed is said to have newer ones', async () => {
    await bringIn()
    const planned = { fromStopId: 'B', toStopId: 'C', passengerCategory: 'adult' } as const
    const validFrom = Temporal.PlainDate.from('2027-05-01')
    await db
      .insertInto('fares')
      .values({ ...planned, validFrom, fareCents: null })
      .execute()
    const before = await listFares()
    expect((await bringIn(DEARER)).fareChanges).toEqual([])
    expect(await listFares()).toEqual(before)
    expect((await bringIn(DEARER, { replaceFares: true })).fareChanges).toHaveLength(4)
    expect(await listEditions()).toHaveLength(2)
  })

  test('return with their pair after a timetable without it', async () => {
    await bringIn()
    await db.updateTable('fares').set({ fareCents: 300 }).where('toStopId', '=', 'C').execute()
    await inTransaction((tx) => keepEdition(tx, { by: ADMIN, now: NOW, begins: null }))
    const before = await listFares()
    await bringIn(ROUND_C)
    expect((await listFares()).filter(({ toStopId }) => toStopId === 'C')).toEqual([])
    await bringIn()
    expect(await listFares()).toEqual(before)
  })
})

test('each import is audited: who, when, and the fares before and after', async () => {
  await bringIn()
  const console = { kind: 'import', name: 'console' } as const
  const dearer = replacing('fare_attributes.txt', 'near,2.00', 'near,2.50')
  await bringIn(dearer, { by: console, replaceFares: true })
  const [entry] = await db
    .selectFrom('auditEntries')
    .selectAll()
    .where('actor', '=', 'import:console')
    .execute()
  expect(entry?.enteredAt.toString()).toBe(NOW.toString())
  const ride = { fromStopId: 'B', toStopId: 'C', passengerCategory: 'adult' }
  expect(entry?.before).toMatchObject({
    fares: 12,
    fareChanges: [{ ...ride, before: 200 }, {}, {}],
  })
  expect(entry?.after).toMatchObject({
    fares: 12,
    fareChanges: [{ ...ride, after: 250 }, {}, {}],
  })
  const imports = await db.selectFrom('feedImports').selectAll().execute()
  expect(
    imports.map(({ source, publisher, timetableUntil }) => [
      source,
      publisher,
      timetableUntil.toString(),
    ]),
  ).toEqual(Array.from({ length: 2 }, () => ['sample', 'Other Buses', '2026-12-31']))
})

test('changed departures without holds get a new id; unchanged ones keep theirs', async () => {
  await bringIn()
  const before = await listDepartures()
  const { departures } = await bringIn({
    'calendar_dates.txt': 'service_id,date,exception_type\ndaily,20261121,2',
    ...replacing('calendar.txt', '20261231', '20270101'),
  })
  expect(departures).toEqual({ ...nothingDone, made: 1, removed: 1 })
  const after = await listDepartures()
  expect(after.filter(({ id }) => before.some((one) => one.id === id))).toHaveLength(42)

  const later = await bringIn(replacing('stop_times.txt', '08:40:00,08:40:00', '08:41:00,08:41:00'))
  expect(later.departures).toEqual({ ...nothingDone, made: 43, removed: 43 })
})

const MOVED: [how: string, otherwise: FeedTexts][] = [
  ['later', replacing('stop_times.txt', 'T1,08:00:00,08:00:00', 'T1,08:05:00,08:05:00')],
  [
    'without pick-up at one of its stops',
    {
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
T1,08:00:00,08:00:00,A,10,0
T1,08:15:00,08:16:00,B,20,1
T1,08:40:00,08:40:00,C,30,0`,
    },
  ],
]

test.each(MOVED)(
  'a held departure that now runs %s stays as it was sold, and is closed to other buyers',
  async (_, feed) => {
    await bringIn()
    const held = await holdOn('2026-11-25')
    const before = await calls(held)
    const { departures } = await bringIn(feed)
    expect(departures).toMatchObject({ ...nothingDone, made: 43, removed: 42, moved: [{}] })
    expect(departures.moved).toMatchObject([{ departureId: held, tripId: 'T1', routeId: 'R' }])
    expect(departures.moved[0]?.departsAt.toString()).toBe('2026-11-25T06:00:00Z')
    expect(await calls(held)).toEqual(before)
    expect(await statusOf(held)).toBe('withdrawn')
    expect((await bringIn(feed)).departures).toEqual(nothingDone)
    expect(await renewDepartures(NOW)).toEqual(nothingDone)
  },
)

const LATER = replacing('stop_times.txt', 'T1,08:00:00,08:00:00', 'T1,08:05:00,08:05:00')

test('the search offers a moved departure at its new time only, and no seat is held at the old one', async () => {
  await bringIn()
  const held = await holdOn('2026-11-25')
  await bringIn(LATER)
  const [offer, ...others] = await listOffers('2026-11-25')
  expect(others).toEqual([])
  expect(offer?.departsAt).toBe('2026-11-25T06:05:00Z')
  expect(await hold(held)).toMatchObject({ ok: false, reason: 'not-running' })
  expect(await hold(offer?.departureId ?? '')).toEqual({ ok: true })
})

test('a departure that moves there and back is the one that was sold, even if others bought meanwhile', async () => {
  await bringIn()
  const first = await holdOn('2026-11-25')
  await bringIn(LATER)
  const second = await holdOn('2026-11-25')
  expect(second).not.toBe(first)

  const { departures } = await bringIn()
  expect(departures).toMatchObject({
    made: 42,
    removed: 42,
    moved: [{ departureId: second }],
    restored: [{ departureId: first }],
  })
  expect([await statusOf(first), await statusOf(second)]).toEqual(['planned', 'withdrawn'])
  expect(await listOffers('2026-11-25')).toMatchObject([{ departureId: first }])
})

test('a held departure that now runs with another bus stays on sale as it was sold', async () => {
  await bringIn()
  const held = await holdOn('2026-11-25')
  const { departures } = await bringIn({
    'trips.txt': 'route_id,service_id,trip_id,seats\nR,daily,T1,30',
  })
  expect(departures).toMatchObject({ made: 42, removed: 42, withdrawn: [], moved: [] })
  expect(departures.differing).toMatchObject([{ departureId: held, tripId: 'T1', routeId: 'R' }])
  expect(await statusOf(held)).toBe('planned')
})

test('a held departure that no longer runs is withdrawn, and returns when it runs again', async () => {
  await bringIn()
  const held = await holdOn('2026-11-25')
  const without = { 'calendar_dates.txt': 'service_id,date,exception_type\ndaily,20261125,2' }

  const first = await bringIn(without)
  expect(first.departures).toMatchObject({ made: 0, removed: 0, restored: [] })
  expect(first.departures.withdrawn).toMatchObject([{ departureId: held, tripId: 'T1' }])
  expect(await statusOf(held)).toBe('withdrawn')
  expect((await bringIn(without)).departures).toEqual(nothingDone)

  const second = await bringIn()
  expect(second.departures).toMatchObject({ made: 0, removed: 0, withdrawn: [] })
  expect(second.departures.restored).toMatchObject([{ departureId: held }])
  expect(await statusOf(held)).toBe('planned')
})

test('a departure that staff cancelled stays cancelled', async () => {
  await bringIn()
  const [cancelled] = await listDepartures()
  await sql`update departures set status = 'cancelled', pinned = true where departure_id = ${cancelled?.id}`.execute(
    db,
  )
  await bringIn({ 'trips.txt': 'route_id,service_id,trip_id,seats\nR,daily,T1,30' })
  expect(await statusOf(cancelled?.id ?? '')).toBe('cancelled')
  await bringIn(LATER)
  expect(await statusOf(cancelled?.id ?? '')).toBe('cancelled')
  expect(await listDepartures()).toHaveLength(43)
})

test('a departure that staff cancelled survives the renewal, and is listed while the timetable has it', async () => {
  await bringIn()
  const departureId = (await listDepartures()).at(-1)?.id ?? ''
  await db.transaction().execute((tx) => decideDeparture(tx, departureId, { status: 'cancelled' }))
  expect(await listDifferences()).toEqual([])

  const renewed = await renewDepartures(NOW)
  expect(renewed).toEqual({ ...nothingDone, pinned: [expect.objectContaining({ departureId })] })
  const listed = { departureId, tripId: 'T1', status: 'cancelled', pinned: true }
  expect(await listDifferences()).toMatchObject([{ ...listed, kind: 'runs' }])

  const night = NOW.add({ hours: 24 })
  await renewDepartures(night)
  const [known] = await listDifferences()
  expect([known?.kind, known?.noticedAt.toString()]).toEqual(['runs', NOW.toString()])
  const moved = await bringIn(LATER)
  expect(moved.departures.pinned).toMatchObject([{ departureId }])
  expect(describeImport(moved)).toContain(
    'Changed by hand, but different in the timetable: left as they are (1):',
  )
  expect(await listDifferences()).toMatchObject([{ ...listed, kind: 'moved' }])

  await bringIn(replacing('calendar.txt', '20261231', '20261230'))
  expect(await statusOf(departureId)).toBe('cancelled')
  expect(await listDifferences()).toEqual([])
})

const changed = () =>
  db
    .selectFrom('departures')
    .select(['departureId', 'closedStops', 'movedStops'])
    .where(sql<boolean>`cardinality(closed_stops || moved_stops) > 0`)
    .execute()

test('a stop that staff closed or moved stays so after the renewal and an import', async () => {
  await bringIn()
  const departureId = (await listDepartures()).at(-1)?.id ?? ''
  await db
    .transaction()
    .execute((tx) => decideDeparture(tx, departureId, { closedStops: [1], movedStops: [0] }))
  const standing = [{ departureId, closedStops: [1], movedStops: [0] }]
  expect(await renewDepartures(NOW)).toEqual(nothingDone)
  expect(await changed()).toEqual(standing)
  await bringIn()
  expect(await changed()).toEqual(standing)
  expect(await listDifferences()).toEqual([])
  await bringIn(LATER)
  expect(await changed()).toEqual(standing)
})

test('a held departure that differs from the timetable is listed until the two agree', async () => {
  await bringIn()
  const held = await holdOn('2026-11-25')
  await bringIn(LATER)
  await renewDepartures(NOW)
  expect(await listDifferences()).toMatchObject([
    { departureId: held, status: 'withdrawn', pinned: false, kind: 'moved' },
  ])
  await bringIn({ 'trips.txt': 'route_id,service_id,trip_id,seats\nR,daily,T1,30' })
  expect(await listDifferences()).toMatchObject([
    { departureId: held, status: 'planned', kind: 'altered' },
  ])
  await bringIn()
  expect(await listDifferences()).toEqual([])
})

test('a departure that staff changed and left on sale is neither recreated nor withdrawn', async () => {
  await bringIn()
  const departureId = (await listDepartures()).at(-1)?.id ?? ''
  await sql`update departures set seats = 7, pinned = true where departure_id = ${departureId}`.execute(
    db,
  )
  await renewDepartures(NOW)
  expect(await listDifferences()).toMatchObject([{ departureId, kind: 'altered' }])
  const { departures } = await bringIn(replacing('calendar.txt', '20261231', '20261230'))
  expect(departures).toMatchObject({ removed: 0, withdrawn: [], pinned: [{ departureId }] })
  expect(await statusOf(departureId)).toBe('planned')
  expect(await listDifferences()).toMatchObject([{ departureId, kind: 'absent' }])
})

test('the old time that staff cancelled does not stop the new one from moving again', async () => {
  await bringIn()
  const held = await holdOn('2026-11-25')
  await bringIn(LATER)
  await sql`update departures set status = 'cancelled', pinned = true where departure_id = ${held}`.execute(
    db,
  )
  await bringIn(replacing('stop_times.txt', 'T1,08:00:00,08:00:00', 'T1,08:10:00,08:10:00'))
  expect(await listOffers('2026-11-25')).toMatchObject([
    { departureId: held, state: 'cancelled' },
    { departsAt: '2026-11-25T06:10:00Z', state: 'open' },
  ])
})

test('a seat held while an import is under way keeps its departure', async () => {
  await bringIn()
  let importing: Promise<ImportOutcome> | undefined
  const held = await db.transaction().execute(async (tx) => {
    const departureId = await holdOn('2026-11-25', tx)
    importing = bringIn({ 'trips.txt': 'route_id,service_id,trip_id,seats\nR,daily,T1,30' })
    await untilSomebodyWaits()
    return departureId
  })
  const outcome = await importing
  expect(outcome).toMatchObject({ ok: true, departures: { differing: [{ departureId: held }] } })
  expect(await statusOf(held)).toBe('planned')
})

test('a stop that a new feed leaves out stays for ticket holders, and is no longer offered', async () => {
  await bringIn()
  const held = await holdOn('2026-11-25')
  await bringIn({
    'stops.txt': `stop_id,stop_name,stop_lat,stop_lon
X,Xi,35.0,33.3
Y,Ypsilon,35.0,33.5`,
    'routes.txt': 'route_id,route_short_name,route_type\nQ,7,3',
    'trips.txt': 'route_id,service_id,trip_id\nQ,daily,T9',
    'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T9,09:00:00,09:00:00,X,1
T9,09:30:00,09:30:00,Y,2`,
    'fare_rules.txt': '',
    'fare_attributes.txt': 'fare_id,price,currency_type\nall,4.00,EUR',
  })
  expect(await statusOf(held)).toBe('withdrawn')
  expect(await calls(held)).toHaveLength(3)
  expect((await listPlaces('en')).map(({ code }) => code)).toEqual(['X', 'Y'])
  const routes = await listTimetables('en', Temporal.PlainDate.from('2026-11-20'))
  expect(routes.map(({ routeId }) => routeId)).toEqual(['Q'])
})

test('a dry run reports the effects of a feed, and changes nothing', async () => {
  await bringIn()
  const held = await holdOn('2026-11-25')
  const before = await everything()
  const outcome = await tryOut(
    replacing('stop_times.txt', '08:40:00,08:40:00', '08:41:00,08:41:00'),
    {
      dryRun: true,
    },
  )
  expect(outcome).toMatchObject({
    ok: true,
    departures: { made: 43, removed: 42, moved: [{ departureId: held }] },
    offSale: { before: 42, lost: 0 },
  })
  expect(await everything()).toEqual(before)
  expect(await db.selectFrom('feedImports').select('importId').execute()).toHaveLength(1)
})

test('a dry run lets nobody wait, and a hold meanwhile is not lost', async () => {
  await bringIn()
  const held = await inTransactionOn(db, async (tx) => {
    const departureId = await holdOn('2026-11-25', tx)
    // The row stays locked while the feed is tried out, as while a buyer pays.
    const otherwise = replacing('stop_times.txt', '08:40:00,08:40:00', '08:41:00,08:41:00')
    const outcome = await tryOut(otherwise, { dryRun: true, takeOffSale: true })
    expect(outcome).toMatchObject({ ok: true, departures: { moved: [] } })
    return departureId
  })
  expect(await statusOf(held)).toBe('planned')
})

test('an import does exactly what its dry run has foretold, and again for the next feed', async () => {
  await bringIn()
  await holdOn('2026-11-25')
  for (const time of ['08:41:00', '08:42:00']) {
    const otherwise = replacing('stop_times.txt', '08:40:00,08:40:00', `${time},${time}`)
    const foretold = await tryOut(otherwise, { dryRun: true })
    const done = await tryOut(otherwise)
    expect(done).toMatchObject({ ok: true, departures: { removed: expect.any(Number) } })
    expect(foretold).toEqual(done)
  }
})

const ENDING: [feed: string, otherwise: FeedTexts][] = [
  ['an expired feed', replacing('calendar.txt', '20261101,20261231', '20251101,20251231')],
  ['a feed that ends in a week', replacing('calendar.txt', '20261231', '20261127')],
  [
    'the feed of another company',
    {
      'stops.txt': `stop_id,stop_name,stop_lat,stop_lon
X,Xi,35.0,33.3
Y,Ypsilon,35.0,33.5`,
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T1,09:00:00,09:00:00,X,1
T1,09:30:00,09:30:00,Y,2`,
      'fare_rules.txt': '',
      'fare_attributes.txt': 'fare_id,price,currency_type\nall,4.00,EUR',
    },
  ],
]

test.each(ENDING)('%s does not take everything off sale unasked', async (_, feed) => {
  await bringIn()
  const before = await everything()
  const refused = await tryOut(feed)
  expect(refused).toMatchObject({ ok: false, reason: 'takes-off-sale', offSale: { before: 42 } })
  expect(await everything()).toEqual(before)

  expect(await tryOut(feed, { takeOffSale: true })).toMatchObject({ ok: true })
  expect(await everything()).not.toEqual(before)
})

test('half of all departures, other hours and other trip ids need no confirmation', async () => {
  await bringIn()
  expect(await tryOut(replacing('calendar.txt', '20261231', '20261210'))).toMatchObject({
    ok: true,
    offSale: { before: 42, lost: 21 },
  })
  const otherwise = {
    'trips.txt': 'route_id,service_id,trip_id\nR,daily,T2',
    'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T2,09:00:00,09:00:00,A,10
T2,09:20:00,09:20:00,B,20
T2,09:40:00,09:40:00,C,30`,
  }
  expect(await tryOut(otherwise)).toMatchObject({ ok: true, offSale: { before: 21, lost: 0 } })
})

const UNBOUGHT: [loss: string, feed: FeedTexts][] = [
  [
    'its fares',
    {
      ...replacing('fare_rules.txt', '\nfar,1,2', ''),
      ...replacing('fare_attributes.txt', '\nfar,3.5,EUR,0,0', ''),
    },
  ],
  ['a stop', replacing('stop_times.txt', 'T1,08:15:00,08:16:00,B,20\n', '')],
  [
    'boarding',
    {
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
T1,08:00:00,08:00:00,A,10,1
T1,08:15:00,08:16:00,B,20,0
T1,08:40:00,08:40:00,C,30,0`,
    },
  ],
]

test.each(UNBOUGHT)(
  'a feed that loses %s, so that most can no longer be bought, is refused though all buses run',
  async (_, feed) => {
    await bringIn()
    const before = await everything()
    expect(await tryOut(feed, { replaceFares: true })).toMatchObject({
      ok: false,
      reason: 'takes-off-sale',
      offSale: { before: 42, lost: 0, pairs: { before: 3, lost: 2 } },
    })
    expect(await everything()).toEqual(before)
    expect(await tryOut(feed, { takeOffSale: true })).toMatchObject({ ok: true })
  },
)

test.each(['20991231', '99991231'])(
  'a calendar until %s has departures as far ahead as seats are sold',
  async (end) => {
    const { departures } = await bringIn(replacing('calendar.txt', '20261231', end))
    expect(departures.made).toBe(549)
    const dates = (await listDepartures()).map(({ serviceDate }) => serviceDate.toString())
    expect(dates.at(-1)).toBe('2028-05-20')

    const tomorrow = await renewDepartures(NOW.add({ hours: 24 }))
    expect(tomorrow).toEqual({ ...nothingDone, made: 1 })
    expect((await findPublishedUntil(Temporal.PlainDate.from('2026-11-20')))?.toString()).toBe(
      '2028-05-20',
    )
  },
)

test('a timetable too large for the database is refused before anything is written', async () => {
  const outcome = await tryOut({
    ...replacing('calendar.txt', '20261231', '20991231'),
    'frequencies.txt': `trip_id,start_time,end_time,headway_secs,exact_times\nT1,08:00:00,10:00:00,1,1`,
  })
  expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'too-many-calls' }] })
})

test('the report of the largest change fits on a page', async () => {
  await bringIn()
  for (let day = 21; day <= 30; day++) await holdOn(`2026-11-${day}`)
  const stops = Array.from({ length: 60 }, (_, place) => `S${place}`)
  const outcome = await tryOut(
    {
      'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\n${stops
        .map((stop, place) => `${stop},Stop ${place},10.${place + 10},33.${place + 10}`)
        .join('\n')}`,
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
${stops
  .map((stop, place) => `T1,${8 + (place % 2)}:00:00,,${stop},${place},2`)
  .slice(0, 1)
  .join('\n')}
${stops
  .slice(1)
  .map((stop, place) => `T1,,,${stop},${place + 1},2`)
  .slice(0, -1)
  .join('\n')}
T1,09:00:00,09:00:00,S59,60,0`,
      'fare_rules.txt': '',
      'fare_attributes.txt': 'fare_id,price,currency_type\nall,0.40,EUR',
      'transfers.txt': 'from_stop_id,to_stop_id\nS1,S2',
    },
    { dryRun: true, takeOffSale: true, replaceFares: true },
  )
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  const lines = describeImport(outcome)
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(lines).toContain('Sold or held, but at other times or stops now: withdrawn as sold (10):')
  expect(lines).toContain('Fares: 0 higher, 0 lower, 7080 new, 12 removed')
})

const nothingDone = {
  made: 0,
  removed: 0,
  withdrawn: [],
  moved: [],
  restored: [],
  differing: [],
  pinned: [],
}

async function bringIn(
  otherwise: FeedTexts = {},
  { tx, ...asked }: { tx?: Tx; by?: Actor; replaceFares?: boolean } = {},
) {
  const request = {
    source: 'sample',
    now: NOW,
    by: ADMIN,
    ...asked,
    assumed: SAMPLE_ASSUMPTIONS,
    takeOffSale: true,
  }
  const outcome = await importFeed(tx ?? db, sampleFeed(otherwise), request)
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`)
  return outcome
}

async function tryOut(
  otherwise: FeedTexts,
  asked: { dryRun?: boolean; takeOffSale?: boolean; replaceFares?: boolean } = {},
) {
  const request = {
    source: 'sample',
    now: NOW,
    by: ADMIN,
    assumed: SAMPLE_ASSUMPTIONS,
  }
  return importFeed(db, sampleFeed(otherwise), { ...request, ...asked })
}

async function listDepartures() {
  const { rows } = await sql<{ id: string; serviceDate: Temporal.PlainDate }>`
    select departure_id as id, service_date from departures order by service_date`.execute(db)
  return rows
}

/** Locks the departure as a visitor's hold does. */
async function holdOn(date: string, tx: Tx | typeof db = db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select departure_id as id from departures
    where service_date = ${date} and status = 'planned' for update`.execute(tx)
  const departureId = rows[0]?.id ?? ''
  await sql`
    insert into seat_holds values
      (${randomUUID()}, ${randomUUID()}, ${departureId}, 0, 2, 1, 0, 'sold', null)`.execute(tx)
  return departureId
}

/** The offers to a visitor for one adult from the first stop to the last. */
async function listOffers(date: string) {
  const found = await findOffers({
    fromStopIds: ['A'],
    toStopIds: ['C'],
    date: Temporal.PlainDate.from(date),
    passengers: partyOf({ adult: 1 }),
    places: { seats: 1, wheelchairPlaces: 0 },
    now: NOW,
  })
  if (found.found !== 'departures') throw new Error(`nothing offered: ${found.found}`)
  return found.offers.flatMap(({ departureId, rides }) =>
    rides.map(({ departsAt, state }) => ({ departureId, departsAt: departsAt.toString(), state })),
  )
}

/** Holds one seat as a buyer does. */
function hold(departureId: string) {
  const ride = {
    bookingId: randomUUID(),
    departureId,
    ride: { fromPosition: 0, toPosition: 2 },
    boardsAt: Temporal.Instant.from('2026-11-25T06:00:00Z'),
    accessible: true,
    places: { seats: 1, wheelchairPlaces: 0 },
    wheelchairGranted: false,
  }
  const as = { state: 'cart', expiresAt: NOW.add({ minutes: 15 }) } as const
  return inTransaction((tx) =>
    holdSeats(tx, { rides: [ride], as, closing: 'for-buyers', now: NOW }),
  )
}

async function untilSomebodyWaits() {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]?.waiting) return
  }
}

async function statusOf(departureId: string) {
  const found = db.selectFrom('departures').select('status')
  return (await found.where('departureId', '=', departureId).executeTakeFirst())?.status
}

async function calls(departureId: string) {
  const { rows } = await sql`
    select position, stop_id, arrives_at::text, departs_at::text, pickup, dropoff, seats
    from departure_stops join departures using (departure_id)
    where departure_id = ${departureId} order by position`.execute(db)
  return rows
}

/** Every row of the timetable, its fares and its departures, with ids. */
async function everything() {
  const tables = [
    'stops',
    'stop_names',
    'areas',
    'area_names',
    'stop_areas',
    'routes',
    'route_names',
    'service_calendars',
    'period_names',
    'service_exceptions',
    'trips',
    'stop_times',
    'fares',
    'departures',
    'departure_stops',
  ]
  const rows = await Promise.all(
    tables.map((table) =>
      sql<{ text: string }>`select t::text as text from ${sql.table(table)} t order by 1`.execute(
        db,
      ),
    ),
  )
  return rows.map((one) => one.rows.map(({ text }) => text))
}

function listFares() {
  return db
    .selectFrom('fares')
    .selectAll()
    .orderBy('fromStopId')
    .orderBy('toStopId')
    .orderBy('passengerCategory')
    .orderBy('validFrom')
    .execute()
}

function listEditions() {
  return db.selectFrom('fareEditions').select('edition').execute()
}
