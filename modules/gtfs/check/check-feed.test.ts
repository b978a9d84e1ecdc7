import { expect, test } from 'vitest'

import type { Feed } from '#modules/gtfs/feed/feed.ts'
import type { Assumptions } from '#modules/gtfs/timetable/assumptions.ts'
import {
  replacing,
  sampleFeed,
  SAMPLE_ASSUMPTIONS,
  type FeedTexts,
} from '#test/fixtures/sample-feed.ts'

import { checkFeed } from './check-feed.ts'
import { describeFinding } from './describe-finding.ts'

const TODAY = Temporal.PlainDate.from('2026-11-20')

const check = (feed: Feed) => checkFeed(feed, TODAY, SAMPLE_ASSUMPTIONS)

test('a small valid feed of another operator has no problem', () => {
  expect(check(sampleFeed()).problems).toEqual([])
})

const REFUSED: [why: string, otherwise: FeedTexts, sentence: string][] = [
  [
    'a file is missing',
    { 'stops.txt': '' },
    'stops.txt: The file is missing, and every feed needs it.',
  ],
  [
    'no file says when buses run',
    { 'calendar.txt': '' },
    'calendar.txt: The file is missing, and every feed needs it.',
  ],
  [
    'a column is missing',
    replacing('trips.txt', 'service_id', 'service'),
    'trips.txt, line 1: The column service_id is missing.',
  ],
  [
    'a column is repeated',
    replacing('agency.txt', 'agency_url', 'agency_name'),
    'agency.txt, line 1: The column agency_name appears twice.',
  ],
  [
    'a row lacks a value',
    replacing('stops.txt', 'B,Beta,35.00,33.40,2', 'B,Beta,35.00,33.40'),
    'stops.txt, line 3: The row has 4 values, but the header has 5 columns.',
  ],
  [
    'a value is missing',
    replacing('trips.txt', 'R,daily,T1', 'R,,T1'),
    'trips.txt, line 2: service_id is empty.',
  ],
  [
    'buses serve a zone on demand',
    {
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,location_group_id,stop_sequence
T1,08:00:00,08:00:00,A,,10
T1,,,,zone,20
T1,,,,zone,30`,
    },
    'stop_times.txt, line 3: Trip T1 serves a zone on demand (location_group_id or location_id) instead of a stop, as do 2 rows in all. Only buses between stops can be sold here, so leave such trips out of the feed.',
  ],
  [
    'a date is invalid',
    replacing('calendar.txt', '20261231', '20261131'),
    'calendar.txt, line 2: end_date is “20261131”, which is not a date such as 20270328.',
  ],
  [
    'a period ends before it begins',
    replacing('calendar.txt', '20261231', '20261031'),
    'calendar.txt, line 2: end_date is “20261031”, which is not a date from start_date on.',
  ],
  [
    'a time is invalid',
    replacing('stop_times.txt', '08:15:00', '8.15'),
    'stop_times.txt, line 3: arrival_time is “8.15”, which is not a time such as 05:30:00 or 24:15:00.',
  ],
  [
    'a position is not on earth',
    replacing('stops.txt', '35.00,33.30', '95.00,33.30'),
    'stops.txt, line 2: stop_lat, stop_lon is “95, 33.3”, which is not a place of a stop on earth.',
  ],
  [
    'a position was never filled in',
    replacing('stops.txt', '35.00,33.30', '0.0,0.0'),
    'stops.txt, line 2: stop_lat, stop_lon is “0, 0”, which is not a place of a stop on earth.',
  ],
  [
    'a stop is its own station',
    {
      'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,zone_id,parent_station
A,Alpha,35.00,33.30,1,A
B,Beta,35.00,33.40,2,
C,Gamma,35.00,33.60,2,`,
    },
    'stops.txt, line 2: parent_station is “A”, which is not a stop with location_type 1.',
  ],
  [
    'a name is as long as a book',
    replacing('stops.txt', 'Beta', 'B'.repeat(2001)),
    `stops.txt, line 3: stop_name is “${'B'.repeat(80)}…”, which is not a text in one line of at most 2000 characters.`,
  ],
  [
    'a name has two lines',
    replacing('stops.txt', 'Beta', '"Be\nta"'),
    'stops.txt, line 3: stop_name is “Be ta”, which is not a text in one line of at most 2000 characters.',
  ],
  [
    'a bus runs for days',
    replacing('stop_times.txt', '08:40:00,08:40:00', '999:00:00,999:00:00'),
    'stop_times.txt, line 4: arrival_time is “999:00:00”, which is not a time such as 05:30:00 or 24:15:00.',
  ],
  [
    'a journey takes longer than a day',
    replacing('stop_times.txt', '08:40:00,08:40:00', '32:01:00,32:01:00'),
    'stop_times.txt, line 4: Trip T1 takes 24 hours.',
  ],
  [
    'a fare is absurd',
    replacing('fare_attributes.txt', '3.5,', '999999.99,'),
    'fare_attributes.txt, line 3: price is “999999.99”, which is not an amount such as 9.00, up to 500.00.',
  ],
  [
    'a bus has a thousand seats',
    { 'trips.txt': 'route_id,service_id,trip_id,seats\nR,daily,T1,1000' },
    'trips.txt, line 2: seats is “1000”, which is not a number from 1 to 200.',
  ],
  [
    'a trip runs about every ten minutes',
    { 'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\nT1,08:00:00,10:00:00,600' },
    'frequencies.txt, line 2: Trip T1 runs at intervals without exact times (exact_times is not 1), so there is no departure to sell.',
  ],
  [
    'a trip is repeated after zero seconds',
    {
      'frequencies.txt':
        'trip_id,start_time,end_time,headway_secs,exact_times\nT1,08:00:00,10:00:00,0,1',
    },
    'frequencies.txt, line 2: headway_secs is “0”, which is not a number of seconds between buses.',
  ],
  [
    'a stop has no position',
    replacing('stops.txt', 'B,Beta,35.00,', 'B,Beta,,'),
    'stops.txt, line 3: stop_lat is empty.',
  ],
  [
    'an id is repeated',
    replacing('stops.txt', 'C,Gamma', 'B,Gamma'),
    'stops.txt, line 4: stop_id “B” is already used in line 3.',
  ],
  [
    'a trip belongs to an unknown route',
    replacing('trips.txt', 'R,daily', 'S,daily'),
    'trips.txt, line 2: route_id is “S”, which does not exist in routes.txt.',
  ],
  [
    'a trip belongs to an unknown service',
    replacing('trips.txt', 'R,daily', 'R,weekly'),
    'trips.txt, line 2: service_id is “weekly”, which does not exist in calendar.txt or calendar_dates.txt.',
  ],
  [
    'a trip calls at an unknown stop',
    replacing('stop_times.txt', 'B,20', 'D,20'),
    'stop_times.txt, line 3: stop_id is “D”, which does not exist in stops.txt.',
  ],
  [
    'a fare is for an unknown zone',
    replacing('fare_rules.txt', 'far,1,2', 'far,1,3'),
    'fare_rules.txt, line 3: destination_id is “3”, which does not exist in stops.txt.',
  ],
  [
    'a bus arrives before it leaves',
    replacing('stop_times.txt', '08:40:00,08:40:00', '08:15:59,08:40:00'),
    'stop_times.txt, line 4: The times of trip T1 go backwards at stop C.',
  ],
  [
    'a bus leaves a stop before it gets there',
    replacing('stop_times.txt', '08:15:00,08:16:00', '08:15:00,08:14:59'),
    'stop_times.txt, line 3: The times of trip T1 go backwards at stop B.',
  ],
  [
    'a trip has no final time',
    replacing('stop_times.txt', '08:40:00,08:40:00', ','),
    'stop_times.txt, line 4: Trip T1 has no time at C, where it begins or ends.',
  ],
  [
    'the feed is in another time zone',
    replacing('agency.txt', 'Asia/Nicosia', 'Europe/Athens'),
    'agency.txt, line 2: The time zone is Europe/Athens; this site uses Asia/Nicosia.',
  ],
  [
    'a route is not a bus',
    replacing('routes.txt', 'Gamma,3', 'Gamma,2'),
    'routes.txt, line 2: Route R has route_type 2, which is not a bus.',
  ],
  [
    'fares are in another currency',
    replacing('fare_attributes.txt', '3.5,EUR', '3.5,GBP'),
    'fare_attributes.txt, line 3: The currency is GBP; this site sells in EUR.',
  ],
  [
    'an amount is invalid',
    replacing('fare_attributes.txt', '3.5,', '3.555,'),
    'fare_attributes.txt, line 3: price is “3.555”, which is not an amount such as 9.00, up to 500.00.',
  ],
  [
    'one journey has two fares',
    replacing('fare_rules.txt', 'near,2,2', 'near,2,2\nnear,1,2'),
    'fare_attributes.txt, line 3: From A to B, there are several fares for the category adult: 2.00, 3.50.',
  ],
  [
    'nothing can be sold',
    { 'fare_attributes.txt': '', 'fare_rules.txt': '' },
    'fare_attributes.txt: No journey has a fare, so there is nothing to sell.',
  ],
  [
    'there are no trips',
    { 'trips.txt': 'route_id,service_id,trip_id' },
    'trips.txt: The feed has no trip that can be sold.',
  ],
  [
    'a quotation mark is left open',
    replacing('stops.txt', 'Gamma', '"Gamma'),
    'stops.txt, line 4: This cannot be read: its quotation marks do not match.',
  ],
]

test.each(REFUSED)('refused: %s', (_why, otherwise, sentence) => {
  const { problems } = check(sampleFeed(otherwise))
  expect(problems.map((found) => describeFinding(found))).toContain(sentence)
})

test.each(['3', '200', '299', '700', '799'])('a route of type %s is a bus', (type) => {
  const feed = sampleFeed(replacing('routes.txt', 'Gamma,3', `Gamma,${type}`))
  expect(check(feed).problems).toEqual([])
})

test.each(['199', '300', '699', '800', 'bus'])('a route of type %s is not a bus', (type) => {
  const feed = sampleFeed(replacing('routes.txt', 'Gamma,3', `Gamma,${type}`))
  expect(check(feed).problems.map(({ code }) => code)).toEqual(['not-a-bus'])
})

test('all problems are reported at once, and many of a kind as a number', () => {
  const rows = Array.from({ length: 50 }, (_, place) => `S${place},Stop,north,33.3,1`)
  const { problems } = check(
    sampleFeed({
      ...replacing('stops.txt', 'A,Alpha', `${rows.join('\n')}\nA,Alpha`),
      ...replacing('routes.txt', 'Gamma,3', 'Gamma,2'),
    }),
  )
  expect(problems.filter(({ file }) => file === 'stops.txt')).toHaveLength(21)
  expect(problems.map((found) => describeFinding(found))).toContain(
    'stops.txt: There are 30 more findings of the kind “bad-value”.',
  )
  expect(problems.map(({ code }) => code)).toContain('not-a-bus')
})

const ODD: [why: string, otherwise: FeedTexts, sentence: string][] = [
  [
    'a bus would drive at 111 km/h', // 18.22 km from B to C in 9 min 50 s
    replacing('stop_times.txt', '08:40:00,08:40:00', '08:25:50,08:25:50'),
    'stop_times.txt, line 4: Trip T1 would have to drive at 111 km/h in a straight line from B to C.',
  ],
  [
    'the timetable ends within 30 days',
    replacing('calendar.txt', '20261231', '20261219'),
    'calendar.txt: The timetable ends on 2026-12-19, before 2026-12-20.',
  ],
  [
    'names have no translation',
    {},
    'translations.txt: 4 texts have no translation into “el”, for example “Alpha”.',
  ],
  [
    'a stop is outside Cyprus',
    replacing('stops.txt', '35.00,33.30', '36.00,33.30'),
    'stops.txt, line 2: Stop A is outside Cyprus.',
  ],
  [
    'a stop is never served',
    replacing('stops.txt', 'C,Gamma', 'D,Delta,35.00,33.50,1\nC,Gamma'),
    'stops.txt, line 4: No trip stops at D.',
  ],
  [
    'a journey has no fare',
    replacing('fare_rules.txt', 'near,2,2', 'near,2,1'),
    'fare_attributes.txt: The journey from B to C is possible but has no fare, so it is not sold.',
  ],
]

test.each(ODD)('a warning: %s', (_why, otherwise, sentence) => {
  const { problems, warnings } = check(sampleFeed(otherwise))
  expect(problems).toEqual([])
  expect(warnings.map((found) => describeFinding(found))).toContain(sentence)
})

test('110 km/h, and an end in 30 days, raise no warning', () => {
  const { warnings } = check(
    sampleFeed({
      ...replacing('stop_times.txt', '08:40:00,08:40:00', '08:25:57,08:25:57'),
      ...replacing('calendar.txt', '20261231', '20261220'),
    }),
  )
  const codes = warnings.map(({ code }) => code)
  expect(codes.filter((code) => code === 'too-fast' || code === 'ends-soon')).toEqual([])
})

const LEFT_OUT: [why: string, otherwise: FeedTexts, sentence: string][] = [
  [
    'has one stop only',
    {
      ...replacing('trips.txt', 'R,daily,T1', 'R,daily,T1\nR,daily,T2'),
      ...replacing('stop_times.txt', 'T1,08:00', 'T2,08:00:00,08:00:00,A,1\nT1,08:00'),
    },
    'trips.txt, line 3: Trip T2 has fewer than two stops, so it is left out.',
  ],
  [
    'belongs to a service that runs on no date',
    {
      ...replacing('trips.txt', 'R,daily,T1', 'R,daily,T1\nR,never,T2'),
      ...replacing(
        'stop_times.txt',
        'T1,08:00',
        'T2,9:00:00,9:00:00,A,1\nT2,9:30:00,9:30:00,B,2\nT1,08:00',
      ),
      'calendar_dates.txt': 'service_id,date,exception_type\nnever,20261120,2',
    },
    'trips.txt, line 3: Service never runs on no date, so its trips are left out.',
  ],
]

test.each(LEFT_OUT)(
  'a trip that %s is left out, and the rest is sold',
  (_why, otherwise, sentence) => {
    const { problems, warnings, timetable } = check(sampleFeed(otherwise))
    expect(problems).toEqual([])
    expect(warnings.map((found) => describeFinding(found))).toContain(sentence)
    expect(timetable.trips.map(({ tripId }) => tripId)).toEqual(['T1'])
    expect(timetable.stopTimes.map(({ tripId }) => tripId)).toEqual(['T1', 'T1', 'T1'])
  },
)

const UNREADABLE: [why: string, file: string, text: string, sentence: string[]][] = [
  [
    'with a NUL character',
    'stops.txt',
    'stop_id,stop_name\n\u0000',
    ['stops.txt, line 2: This cannot be read: it has a NUL character.'],
  ],
  [
    'with a quotation mark left open',
    'stops.txt',
    'stop_id,stop_name\nA,"Alpha',
    ['stops.txt, line 2: This cannot be read: its quotation marks do not match.'],
  ],
  [
    'without end',
    'stops.txt',
    `stop_id,stop_name\nA,${'a'.repeat(100_000)}`,
    ['stops.txt, line 2: This cannot be read: the row has more than 65536 characters.'],
  ],
  [
    'with a row too short',
    'stops.txt',
    'stop_id,stop_name,stop_lat,stop_lon,zone_id\nA,Alpha,35,33.3,1\nB,Beta,35',
    ['stops.txt, line 3: The row has 3 values, but the header has 5 columns.'],
  ],
]

test.each(UNREADABLE)('a file %s is reported once', (_why, file, text, sentence) => {
  const { problems } = check(sampleFeed({ [file]: text }))
  expect(problems.map((found) => describeFinding(found))).toEqual(sentence)
})

test('a value is reported shortened and without control characters', () => {
  const { problems } = check(
    sampleFeed(replacing('stops.txt', 'Beta,35.00', `Beta,\u001B[2J${'9'.repeat(200)}`)),
  )
  expect(problems.map((found) => describeFinding(found))).toEqual([
    `stops.txt, line 3: stop_lat is “ [2J${'9'.repeat(76)}…”, which is not a number of degrees.`,
  ])
})

const NOT_SAID: [what: string, otherwise: Partial<Assumptions>, sentence: string][] = [
  [
    'how many seats a bus has',
    { seats: null },
    'trips.txt: The column seats is empty for 1 trip. Give the number of seats of these buses: --seats=50.',
  ],
  [
    'the fare of an infant',
    { shares: { child: 100, student: 100, infant: null } },
    'fare_attributes.txt: The feed gives no fare for the category infant. Choose one with --infants=free, as the terms promise.',
  ],
  [
    'the fare of a child',
    { shares: { child: null, student: 100, infant: 0 } },
    'fare_attributes.txt: The feed gives no fare for the category child. Choose one with --children=adult, --children=free or a share of the adult fare: --children=50%.',
  ],
]

test.each(NOT_SAID)('refused until the company says %s', (_what, otherwise, sentence) => {
  const { problems } = checkFeed(sampleFeed(), TODAY, { ...SAMPLE_ASSUMPTIONS, ...otherwise })
  expect(problems.map((found) => describeFinding(found))).toEqual([sentence])
})

test('all assumptions are reported', () => {
  const { warnings } = checkFeed(sampleFeed(), TODAY, {
    seats: 19,
    wheelchairSpaces: 2,
    shares: { child: 50, student: 80, infant: 0 },
  })
  expect(warnings.map((found) => describeFinding(found))).toEqual(
    expect.arrayContaining([
      'trips.txt: The column seats is empty for 1 trip. Each sells 19 seats, as --seats says.',
      'trips.txt: The feed does not say for 1 trip whether the bus takes wheelchairs. Each sells 2 wheelchair spaces, as --wheelchair-spaces says.',
      'fare_attributes.txt: The feed gives no fare for the category child. It is 50% of the adult fare, as --children says.',
      'fare_attributes.txt: The feed gives no fare for the category infant. It is 0% of the adult fare, as --infants says.',
    ]),
  )
})

const LOST: [otherwise: FeedTexts, sentence: string][] = [
  [
    {
      'agency.txt': `agency_id,agency_name,agency_url,agency_timezone
1,Other Buses,https://other.example,Asia/Nicosia
2,More Buses,https://more.example,Asia/Nicosia`,
    },
    'agency.txt: The buses of all 2 companies in the feed are sold under one name.',
  ],
  [
    {
      'feed_info.txt':
        'feed_publisher_name,feed_publisher_url,feed_lang,feed_end_date\nX,https://x.example,en,20261201',
    },
    'feed_info.txt: The feed says that its data is valid until 2026-12-01, but its calendars continue until 2026-12-31.',
  ],
  [
    { 'transfers.txt': 'from_stop_id,to_stop_id,transfer_type\nA,B,3' },
    'transfers.txt: The file is ignored: a ticket is for one bus, and no connection is promised.',
  ],
  [
    { 'translations.txt': 'trans_id,lang,translation\nAlpha,el,Άλφα' },
    'translations.txt: The file is ignored: it is in a form that GTFS no longer uses.',
  ],
  [
    replacing('fare_attributes.txt', '2.00,EUR,0,0', '0.30,EUR,1,1'),
    'fare_attributes.txt: The column transfers is ignored: a ticket is for one bus.',
  ],
  [
    replacing('fare_attributes.txt', '2.00,EUR,0,0', '0.30,EUR,1,1'),
    'fare_attributes.txt: 3 fares are too small to be paid by card alone, for example 0.30 from B to C: Stripe’s minimum is 0.50.',
  ],
  [
    {
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
T1,08:00:00,08:00:00,A,10,2
T1,08:15:00,08:16:00,B,20,3
T1,08:40:00,08:40:00,C,30,0`,
    },
    'stop_times.txt: The column pickup_type is ignored: stops by arrangement are sold like any other, and passengers are not asked to call first.',
  ],
]

test.each(LOST)(
  'a statement that changes the truth for travellers is never lost in silence %#',
  (otherwise, sentence) => {
    const { problems, warnings } = check(sampleFeed(otherwise))
    expect(problems).toEqual([])
    expect(warnings.map((found) => describeFinding(found))).toContain(sentence)
  },
)

test('calendars that begin with our era or end in the year 9999 take no time to read', () => {
  const calendar =
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date'
  const start = performance.now()
  const { problems, timetable } = check(
    sampleFeed({
      'trips.txt': 'route_id,service_id,trip_id\nR,daily,T1\nR,dated,T2\nR,none,T3',
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
${['T1', 'T2', 'T3'].flatMap((trip) => [`${trip},08:00:00,08:00:00,A,1`, `${trip},09:00:00,09:00:00,B,2`]).join('\n')}`,
      'calendar.txt': `${calendar}
daily,1,1,1,1,1,1,1,00010101,99991231
none,0,0,0,0,0,0,0,00010101,99991231`,
      'calendar_dates.txt': 'service_id,date,exception_type\ndated,00010101,1\ndated,99991231,1',
    }),
  )
  expect(problems).toEqual([])
  expect(timetable.calendars.map(({ serviceId }) => serviceId)).toEqual(['daily', 'dated'])
  expect(timetable.until?.toString()).toBe('9999-12-31')
  expect(performance.now() - start).toBeLessThan(5000)
})
