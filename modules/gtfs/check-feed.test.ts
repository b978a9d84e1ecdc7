import { expect, test } from 'vitest'

import { checkFeed } from './check-feed.ts'
import { describeFinding } from './describe-finding.ts'
import { replacing, sampleFeed, type FeedTexts } from './sample-feed.ts'

const TODAY = Temporal.PlainDate.from('2026-11-20')

test('a small sound feed of another operator has no problem', () => {
  expect(checkFeed(sampleFeed(), TODAY).problems).toEqual([])
})

const REFUSED: [why: string, otherwise: FeedTexts, told: string][] = [
  ['a file is missing', { 'stops.txt': '' }, 'stops.txt: The file is missing; a feed needs it.'],
  [
    'no file says when buses run',
    { 'calendar.txt': '' },
    'calendar.txt: The file is missing; a feed needs it.',
  ],
  [
    'a column is missing',
    replacing('trips.txt', 'service_id', 'service'),
    'trips.txt, line 1: The column service_id is missing.',
  ],
  [
    'a column is there twice',
    replacing('agency.txt', 'agency_url', 'agency_name'),
    'agency.txt, line 1: The column agency_name is there twice.',
  ],
  [
    'a row is short of a value',
    replacing('stops.txt', 'B,Beta,35.00,33.40,2', 'B,Beta,35.00,33.40'),
    'stops.txt, line 3: The row has 4 values where the heading has 5 columns.',
  ],
  [
    'a value is missing',
    replacing('trips.txt', 'R,daily,T1', 'R,,T1'),
    'trips.txt, line 2: service_id is empty.',
  ],
  [
    'a date is none',
    replacing('calendar.txt', '20261231', '20261131'),
    'calendar.txt, line 2: end_date is “20261131”, which is not a date such as 20270328.',
  ],
  [
    'a period ends before it begins',
    replacing('calendar.txt', '20261231', '20261031'),
    'calendar.txt, line 2: end_date is “20261031”, which is not a date from start_date on.',
  ],
  [
    'a time is none',
    replacing('stop_times.txt', '08:15:00', '8.15'),
    'stop_times.txt, line 3: arrival_time is “8.15”, which is not a time such as 05:30:00 or 24:15:00.',
  ],
  [
    'a place is nowhere on earth',
    replacing('stops.txt', '35.00,33.30', '95.00,33.30'),
    'stops.txt, line 2: stop_lat, stop_lon is “95, 33.3”, which is not a place on earth.',
  ],
  [
    'a stop has no place',
    replacing('stops.txt', 'B,Beta,35.00,', 'B,Beta,,'),
    'stops.txt, line 3: stop_lat is empty.',
  ],
  [
    'an id is there twice',
    replacing('stops.txt', 'C,Gamma', 'B,Gamma'),
    'stops.txt, line 4: stop_id “B” is there already in line 3.',
  ],
  [
    'a trip is of a route that is not there',
    replacing('trips.txt', 'R,daily', 'S,daily'),
    'trips.txt, line 2: route_id is “S”, which routes.txt does not have.',
  ],
  [
    'a trip is of a service that is not there',
    replacing('trips.txt', 'R,daily', 'R,weekly'),
    'trips.txt, line 2: service_id is “weekly”, which calendar.txt or calendar_dates.txt does not have.',
  ],
  [
    'a trip calls at a stop that is not there',
    replacing('stop_times.txt', 'B,20', 'D,20'),
    'stop_times.txt, line 3: stop_id is “D”, which stops.txt does not have.',
  ],
  [
    'a fare is for a zone that is not there',
    replacing('fare_rules.txt', 'far,1,2', 'far,1,3'),
    'fare_rules.txt, line 3: destination_id is “3”, which stops.txt does not have.',
  ],
  [
    'a bus arrives before it left',
    replacing('stop_times.txt', '08:40:00,08:40:00', '08:15:59,08:40:00'),
    'stop_times.txt, line 4: The trip T1 is at stop C earlier than before it.',
  ],
  [
    'a bus leaves a stop before it gets there',
    replacing('stop_times.txt', '08:15:00,08:16:00', '08:15:00,08:14:59'),
    'stop_times.txt, line 3: The trip T1 is at stop B earlier than before it.',
  ],
  [
    'a trip has one stop only',
    {
      'stop_times.txt':
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1',
    },
    'trips.txt, line 2: The trip T1 has 1 stops; two are the least.',
  ],
  [
    'a trip ends at no time',
    replacing('stop_times.txt', '08:40:00,08:40:00', ','),
    'stop_times.txt, line 4: The trip T1 has no time at C, where it begins or ends.',
  ],
  [
    'a service runs on no date',
    { 'calendar_dates.txt': '', ...replacing('calendar.txt', '1,1,1,1,1,1,1', '0,0,0,0,0,0,0') },
    'trips.txt, line 2: The service daily runs on no date.',
  ],
  [
    'it is a feed of another time zone',
    replacing('agency.txt', 'Asia/Nicosia', 'Europe/Athens'),
    'agency.txt, line 2: The time zone is Europe/Athens; this site runs on Asia/Nicosia.',
  ],
  [
    'a route is no bus',
    replacing('routes.txt', 'Gamma,3', 'Gamma,2'),
    'routes.txt, line 2: The route R has route_type 2, which is no bus.',
  ],
  [
    'it is sold in another currency',
    replacing('fare_attributes.txt', '3.5,EUR', '3.5,GBP'),
    'fare_attributes.txt, line 3: The currency is GBP; this site sells in EUR.',
  ],
  [
    'an amount is none',
    replacing('fare_attributes.txt', '3.5,', '3.555,'),
    'fare_attributes.txt, line 3: price is “3.555”, which is not an amount such as 9.00.',
  ],
  [
    'one ride has two fares',
    replacing('fare_rules.txt', 'near,2,2', 'near,2,2\nnear,1,2'),
    'fare_attributes.txt, line 3: From A to B, a passenger (adult) has several fares: 2.00, 3.50.',
  ],
  [
    'nothing can be sold',
    { 'fare_attributes.txt': '', 'fare_rules.txt': '' },
    'fare_attributes.txt: No ride has a fare, so there is nothing to sell.',
  ],
  [
    'there are no trips',
    { 'trips.txt': 'route_id,service_id,trip_id' },
    'trips.txt: The feed has no trips.',
  ],
  [
    'a quotation mark is left open',
    replacing('stops.txt', 'Gamma', '"Gamma'),
    'stops.txt, line 4: This cannot be read: its quotation marks do not match.',
  ],
]

test.each(REFUSED)('refused: %s', (_why, otherwise, told) => {
  const { problems } = checkFeed(sampleFeed(otherwise), TODAY)
  expect(problems.map(describeFinding)).toContain(told)
})

test.each(['3', '200', '299', '700', '799'])('a route of type %s is a bus', (type) => {
  const feed = sampleFeed(replacing('routes.txt', 'Gamma,3', `Gamma,${type}`))
  expect(checkFeed(feed, TODAY).problems).toEqual([])
})

test.each(['199', '300', '699', '800', 'bus'])('a route of type %s is none', (type) => {
  const feed = sampleFeed(replacing('routes.txt', 'Gamma,3', `Gamma,${type}`))
  expect(checkFeed(feed, TODAY).problems.map(({ code }) => code)).toEqual(['not-a-bus'])
})

test('all problems are told at once, many of a kind as a number', () => {
  const rows = Array.from({ length: 50 }, (_, place) => `S${place},Stop,north,33.3,1`)
  const { problems } = checkFeed(
    sampleFeed({
      ...replacing('stops.txt', 'A,Alpha', `${rows.join('\n')}\nA,Alpha`),
      ...replacing('routes.txt', 'Gamma,3', 'Gamma,2'),
    }),
    TODAY,
  )
  expect(problems.filter(({ file }) => file === 'stops.txt')).toHaveLength(21)
  expect(problems.map(describeFinding)).toContain(
    'stops.txt: There are 30 more of the kind “bad-value”.',
  )
  expect(problems.map(({ code }) => code)).toContain('not-a-bus')
})

const ODD: [why: string, otherwise: FeedTexts, told: string][] = [
  [
    'a bus would drive at 111 km/h', // 18.22 km from B to C in 9 min 50 s
    replacing('stop_times.txt', '08:40:00,08:40:00', '08:25:50,08:25:50'),
    'stop_times.txt, line 4: The trip T1 drives 111 km/h in a straight line from B to C.',
  ],
  [
    'the timetable ends within 30 days',
    replacing('calendar.txt', '20261231', '20261219'),
    'calendar.txt: The timetable ends on 2026-12-19, before 2026-12-20.',
  ],
  [
    'names have no translation',
    {},
    'translations.txt: 4 texts have no translation into “el”, such as “Alpha”.',
  ],
  [
    'a stop lies outside Cyprus',
    replacing('stops.txt', '35.00,33.30', '36.00,33.30'),
    'stops.txt, line 2: The stop A lies outside Cyprus.',
  ],
  [
    'a stop is never served',
    replacing('stops.txt', 'C,Gamma', 'D,Delta,35.00,33.50,1\nC,Gamma'),
    'stops.txt, line 4: No trip calls at the stop D.',
  ],
  [
    'a ride has no fare',
    replacing('fare_rules.txt', 'near,2,2', 'near,2,1'),
    'fare_attributes.txt: From B to C one can ride, but there is no fare, so it is not sold.',
  ],
  [
    'frequencies are given',
    { 'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\nT1,08:00:00,10:00:00,600' },
    'frequencies.txt: The file is ignored: every departure here has a time of its own.',
  ],
]

test.each(ODD)('a warning: %s', (_why, otherwise, told) => {
  const { problems, warnings } = checkFeed(sampleFeed(otherwise), TODAY)
  expect(problems).toEqual([])
  expect(warnings.map(describeFinding)).toContain(told)
})

test('110 km/h, and an end in 30 days, are no reason to warn', () => {
  const { warnings } = checkFeed(
    sampleFeed({
      ...replacing('stop_times.txt', '08:40:00,08:40:00', '08:25:57,08:25:57'),
      ...replacing('calendar.txt', '20261231', '20261220'),
    }),
    TODAY,
  )
  expect(warnings.map(({ code }) => code)).toEqual(['missing-translations'])
})
