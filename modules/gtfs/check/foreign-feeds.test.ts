import { expect, test } from 'vitest'

import {
  replacing,
  sampleFeed,
  SAMPLE_ASSUMPTIONS,
  type FeedTexts,
} from '#test/fixtures/sample-feed.ts'

import { checkFeed } from './check-feed.ts'
import { describeFinding } from './describe-finding.ts'

/* Features that other operators' feeds have or lack, and how they are read. */

const TODAY = Temporal.PlainDate.from('2026-11-20')

test('times that a feed leaves out are interpolated by distance', () => {
  const { stopTimes } = read(replacing('stop_times.txt', '08:15:00,08:16:00', ','))
  expect(stopTimes.map((call) => [call.stopId, call.arrivesSeconds, call.departsSeconds])).toEqual([
    ['A', 28_800, 28_800],
    ['B', 29_580, 29_580], // a third of the way from 08:00 to 08:40, in whole minutes: 08:13
    ['C', 31_200, 31_200],
  ])
})

test('a single time is both arrival and departure', () => {
  const { stopTimes } = read(replacing('stop_times.txt', '08:15:00,08:16:00', '08:15:00,'))
  expect(stopTimes[1]).toMatchObject({ arrivesSeconds: 29_700, departsSeconds: 29_700 })
})

test('calls are in the order of their sequence, not of their lines', () => {
  const { stopTimes } = read(replacing('stop_times.txt', 'A,10', 'A,9'))
  expect(stopTimes.map(({ position, stopId }) => [position, stopId])).toEqual([
    [0, 'A'],
    [1, 'B'],
    [2, 'C'],
  ])
})

test('the capacity of a trip is the feed’s, or else the company’s', () => {
  expect(read().trips[0]).toMatchObject({ seats: 50, wheelchairPlaces: 1, directionId: 0 })
  const without = 'route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T1,2'
  expect(read({ 'trips.txt': without }).trips[0]).toMatchObject({ wheelchairPlaces: 0 })
  const given = 'route_id,service_id,trip_id,seats,wheelchair_places\nR,daily,T1,19,2'
  expect(read({ 'trips.txt': given }).trips[0]).toMatchObject({ seats: 19, wheelchairPlaces: 2 })
})

test.each([
  ['', null],
  ['0', null],
  ['1', 1],
  ['2', 0],
])('for wheelchair_accessible “%s” no space is invented', (said, spaces) => {
  const trips = `route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T1,${said}`
  const { problems, timetable, warnings } = checkFeed(sampleFeed({ 'trips.txt': trips }), TODAY, {
    ...SAMPLE_ASSUMPTIONS,
    wheelchairSpaces: null,
  })
  expect(problems).toEqual([])
  expect(timetable.trips[0]?.wheelchairPlaces).toBe(spaces)
  const isToldOf = warnings.some(({ code }) => code === 'wheelchairs-not-said')
  expect(isToldOf).toBe(spaces === null)
})

const RUNS = {
  'trips.txt': 'route_id,service_id,trip_id\nR,daily,T1\nR,daily,T2',
  'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T1,00:00:00,00:05:00,A,1
T1,01:05:00,01:05:00,C,2
T2,06:00:00,06:00:00,A,1
T2,07:00:00,07:00:00,C,2`,
  'frequencies.txt': `trip_id,start_time,end_time,headway_secs,exact_times
T1,15:00:00,15:30:00,1800,1
T1,08:00:00,09:00:00,1800,1`,
}

test('a trip of frequencies.txt becomes its runs with exact times, and never runs itself', () => {
  const { trips, stopTimes, fares } = read(RUNS)
  expect(trips.map(({ tripId }) => tripId)).toEqual([
    'T1@08:00:00',
    'T1@08:30:00',
    'T1@15:00:00',
    'T2',
  ])
  const times = stopTimes.map(({ tripId, stopId, departsSeconds }) => {
    return [tripId, stopId, departsSeconds / 60].join(' ')
  })
  expect(times.toSorted()).toEqual([
    'T1@08:00:00 A 480',
    'T1@08:00:00 C 540',
    'T1@08:30:00 A 510',
    'T1@08:30:00 C 570',
    'T1@15:00:00 A 900',
    'T1@15:00:00 C 960',
    'T2 A 360',
    'T2 C 420',
  ])
  expect(fares.map(({ fromStopId, toStopId }) => fromStopId + toStopId)).toContain('AC')
})

test('runs at the same time are refused', () => {
  const { problems } = check({
    ...RUNS,
    'frequencies.txt': `${RUNS['frequencies.txt']}\nT1,08:30:00,09:30:00,1800,1`,
  })
  expect(problems.map((found) => describeFinding(found))).toEqual([
    'frequencies.txt, line 4: start_time is “08:30:00”, which is not a time after the rows before.',
  ])
})

const BOTH_WAYS = `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T1,08:00:00,08:00:00,A,1
T1,08:20:00,08:20:00,B,2
T1,08:40:00,08:40:00,C,3
T2,09:00:00,09:00:00,C,1
T2,09:40:00,09:40:00,A,2
T3,10:00:00,10:00:00,A,1
T3,10:40:00,10:40:00,C,2`

test.each([
  ['without direction_id', 'route_id,service_id,trip_id\nR,daily,T1\nR,daily,T2\nR,daily,T3'],
  [
    'that calls both directions 0',
    'route_id,service_id,trip_id,direction_id\nR,daily,T1,0\nR,daily,T2,0\nR,daily,T3,0',
  ],
])('a feed %s still has two directions', (_, trips) => {
  const read2 = read({ 'trips.txt': trips, 'stop_times.txt': BOTH_WAYS })
  expect(read2.trips.map(({ tripId, directionId }) => [tripId, directionId])).toEqual([
    ['T1', 0],
    ['T2', 1],
    ['T3', 0],
  ])
})

test('a direction given by the feed is kept', () => {
  const trips = 'route_id,service_id,trip_id,direction_id\nR,daily,T1,1\nR,daily,T2,0\nR,daily,T3,1'
  const { trips: found } = read({ 'trips.txt': trips, 'stop_times.txt': BOTH_WAYS })
  expect(found.map(({ directionId }) => directionId)).toEqual([1, 0, 1])
})

test('without translations names stay as they are, and without short names they are shown in full', () => {
  const { stopNames, routeNames, periodNames } = read()
  expect(stopNames.filter(({ stopId }) => stopId === 'A')).toEqual(
    ['en', 'el'].map((locale) => ({
      stopId: 'A',
      locale,
      name: 'Alpha',
      shortName: 'Alpha',
      shortNameAccusative: null,
      shortNameGenitive: null,
      pickupDirections: null,
    })),
  )
  expect(routeNames.map(({ longName }) => longName)).toEqual(['Alpha – Gamma', 'Alpha – Gamma'])
  expect(periodNames.map(({ periodName }) => periodName)).toEqual(
    Array.from({ length: 2 }, () => '01/11/2026 – 31/12/2026'),
  )
})

test('a Greek feed is translated into English, by the id or by the text', () => {
  const { stopNames } = read({
    'feed_info.txt': 'feed_publisher_name,feed_publisher_url,feed_lang\nX,https://x.example,el-CY',
    'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,zone_id,short_name_accusative
A,Άλφα,35.00,33.30,1,Άλφα
B,Βήτα,35.00,33.40,2,
C,Γάμα,35.00,33.60,2,`,
    'translations.txt': `table_name,field_name,language,translation,record_id,field_value
stops,stop_name,en,Alpha,A,
stops,stop_name,en-GB,Beta,,Βήτα`,
  })
  const names = (locale: string) =>
    stopNames.filter((name) => name.locale === locale).map(({ name }) => name)
  expect([names('el'), names('en')]).toEqual([
    ['Άλφα', 'Βήτα', 'Γάμα'],
    ['Alpha', 'Beta', 'Γάμα'],
  ])
  const accusatives = stopNames.map(({ stopId, locale, shortNameAccusative }) =>
    [stopId, locale, shortNameAccusative].join(' '),
  )
  expect(accusatives).toEqual(['A en ', 'A el Άλφα', 'B en ', 'B el ', 'C en ', 'C el '])
})

test('platforms belong to a station, which is not a stop itself and lends them its ramp', () => {
  const { stops } = read({
    'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,zone_id,location_type,parent_station,wheelchair_boarding
S,Station,35.00,33.30,,1,,1
A,Alpha,35.00,33.30,1,0,S,0
B,Beta,35.00,33.40,2,,,2
C,Gamma,35.00,33.60,2,,,`,
  })
  expect(stops.map(({ stopId, wheelchairBoarding }) => [stopId, wheelchairBoarding])).toEqual([
    ['A', true],
    ['B', false],
    ['C', null],
  ])
})

test('a stop code is one of the names under which a stop is found', () => {
  const { stops } = read({
    'stops.txt': `stop_id,stop_code,stop_name,stop_lat,stop_lon,zone_id
A,1001,Alpha,35.00,33.30,1
B,,Beta,35.00,33.40,2
C,C,Gamma,35.00,33.60,2`,
  })
  expect(stops.map(({ aliases }) => aliases)).toEqual([['1001'], [], []])
})

test('a feed that lists every date is read as its weekly pattern', () => {
  const dates = ['02', '03', '04', '05', '06', '09', '10', '12', '13', '16', '17', '18', '19', '21']
  const { calendars, exceptions, until } = read({
    'calendar.txt': '',
    'calendar_dates.txt': `service_id,date,exception_type
${dates.map((day) => `daily,202611${day},1`).join('\n')}`,
  })
  expect(calendars).toMatchObject([{ serviceId: 'daily', weekdays: [1, 2, 3, 4, 5] }])
  expect(exceptions.map(({ date, runs }) => `${date.day} ${runs}`)).toEqual([
    '11 false',
    '20 false',
    '21 true',
  ])
  expect(until?.toString()).toBe('2026-11-21')
})

test('a service of one date has no weekdays', () => {
  const { calendars } = read({
    'calendar.txt': '',
    'calendar_dates.txt': 'service_id,date,exception_type\ndaily,20261203,1',
  })
  expect(calendars).toMatchObject([{ weekdays: [] }])
  expect(calendars[0]?.validFrom.toString()).toBe('2026-12-03')
})

const NO_OLD_FARES = { 'fare_attributes.txt': '', 'fare_rules.txt': '' }
const AREAS = {
  ...NO_OLD_FARES,
  'areas.txt': 'area_id,area_name\nwest,West\neast,East',
  'stop_areas.txt': 'area_id,stop_id\nwest,A\nwest,B\neast,C',
}

test('Fares v1: the price between zones is the adults’, and the company gives the other shares', () => {
  expect(faresOf()).toEqual([
    'A-B adult 350, child 350, student 350, infant 0',
    'A-C adult 350, child 350, student 350, infant 0',
    'B-C adult 200, child 200, student 200, infant 0',
  ])
})

test('Fares v1: a fare without rules applies everywhere, and one for another route does not', () => {
  const fares = faresOf({
    'routes.txt': 'route_id,route_short_name,route_type\nR,1,3\nQ,2,3',
    'fare_rules.txt': 'fare_id,route_id\nnear,Q',
  })
  expect(fares[0]).toBe('A-B adult 350, child 350, student 350, infant 0')
})

test('Fares v2: a product without a category is for all', () => {
  const fares = faresOf({
    ...AREAS,
    'fare_products.txt': 'fare_product_id,amount,currency\nlong,4.00,EUR',
    'fare_leg_rules.txt': 'from_area_id,to_area_id,fare_product_id\nwest,east,long',
  })
  expect(fares).toEqual([
    'A-C adult 400, child 400, student 400, infant 0',
    'B-C adult 400, child 400, student 400, infant 0',
  ])
})

test('Fares v2: categories go by name, the default is the adult, and one without a fare pays a share', () => {
  const { timetable, warnings } = check({
    ...AREAS,
    'rider_categories.txt': `rider_category_id,rider_category_name,is_default_fare_category
1,Regular,1
2,Kids,0
3,Senior,0`,
    'fare_products.txt': `fare_product_id,rider_category_id,amount,currency
long,1,4.00,EUR
long,2,2.00,EUR
long,3,3.00,EUR`,
    'fare_leg_rules.txt': 'from_area_id,to_area_id,fare_product_id\nwest,east,long',
  })
  expect(line(timetable.fares, 'A', 'C')).toBe('A-C adult 400, child 200, student 400, infant 0')
  expect(warnings.map((found) => describeFinding(found))).toEqual(
    expect.arrayContaining([
      'rider_categories.txt, line 4: The passenger category Senior is not one we sell, so it is ignored.',
      'fare_products.txt: The feed gives no fare for the category student. It is 100% of the adult fare, as --students says.',
    ]),
  )
})

test('Fares v2: paid infants are refused, since the terms promise them a free journey', () => {
  const { problems } = check({
    ...AREAS,
    'rider_categories.txt':
      'rider_category_id,rider_category_name,is_default_fare_category\n1,Adult,1\n2,Infant,0',
    'fare_products.txt': `fare_product_id,rider_category_id,amount,currency
long,1,4.00,EUR
long,2,1.00,EUR`,
    'fare_leg_rules.txt': 'from_area_id,to_area_id,fare_product_id\nwest,east,long',
  })
  expect(problems.map((found) => describeFinding(found))).toContain(
    'fare_products.txt, line 3: An infant pays 1.00; the terms of this site promise that infants travel free.',
  )
})

test('Fares v2: an empty area is any other, and the highest priority counts', () => {
  const products = 'fare_product_id,amount,currency\nlong,4.00,EUR\nshort,1.00,EUR'
  const anywhere = faresOf({
    ...AREAS,
    'fare_products.txt': products,
    'fare_leg_rules.txt': `from_area_id,to_area_id,fare_product_id
west,east,long
west,,short`,
  })
  expect(anywhere.map((fare) => fare.slice(0, 13))).toEqual([
    'A-B adult 100',
    'A-C adult 400',
    'B-C adult 400',
  ])
  const ranked = faresOf({
    ...AREAS,
    'fare_products.txt': products,
    'fare_leg_rules.txt': `from_area_id,to_area_id,fare_product_id,rule_priority
west,east,long,1
,,short,2`,
  })
  expect(ranked[1]?.slice(0, 13)).toBe('A-C adult 100')
})

test('Fares v2: of prices for several media, the one that can be sent is sold', () => {
  const fares = faresOf({
    ...AREAS,
    'fare_media.txt': 'fare_media_id,fare_media_name,fare_media_type\ncard,Card,2\napp,App,4',
    'fare_products.txt': `fare_product_id,fare_media_id,amount,currency
long,card,3.00,EUR
long,app,4.00,EUR`,
    'fare_leg_rules.txt': 'from_area_id,to_area_id,fare_product_id\nwest,east,long',
  })
  expect(fares[0]).toBe('A-C adult 400, child 400, student 400, infant 0')
})

test('Fares v2: prices by network or hour give a warning, and two prices are refused', () => {
  const { problems, warnings } = check({
    ...AREAS,
    'fare_products.txt': 'fare_product_id,amount,currency\npeak,4.00,EUR\noff,3.00,EUR',
    'fare_leg_rules.txt': `network_id,from_area_id,to_area_id,fare_product_id,from_timeframe_group_id
n,west,east,peak,day
n,west,east,off,night`,
  })
  expect(problems.map((found) => describeFinding(found))[0]).toBe(
    'fare_products.txt, line 3: From A to C, there are several fares for the category adult: 4.00, 3.00.',
  )
  const ignored = warnings.filter(({ code }) => code === 'column-ignored')
  expect(ignored).toMatchObject([{ column: 'network_id' }, { column: 'from_timeframe_group_id' }])
})

test('a pair that cannot be travelled has no fare: pick-up and set-down rules are kept', () => {
  const fares = faresOf({
    'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
T1,08:00:00,08:00:00,A,1,0,1
T1,08:15:00,08:16:00,B,2,0,1
T1,08:40:00,08:40:00,C,3,1,0`,
  })
  expect(fares.map((fare) => fare.slice(0, 3))).toEqual(['A-C', 'B-C'])
})

function check(otherwise: FeedTexts = {}) {
  return checkFeed(sampleFeed(otherwise), TODAY, SAMPLE_ASSUMPTIONS)
}

function read(otherwise: FeedTexts = {}) {
  const { problems, timetable } = check(otherwise)
  expect(problems).toEqual([])
  return timetable
}

function faresOf(otherwise: FeedTexts = {}): string[] {
  const { fares } = read(otherwise)
  const pairs = new Set(fares.map(({ fromStopId, toStopId }) => `${fromStopId} ${toStopId}`))
  return [...pairs].map((pair) => line(fares, ...(pair.split(' ') as [string, string])))
}

type Fares = ReturnType<typeof read>['fares']

function line(fares: Fares, from: string, to: string): string {
  const ofPair = fares.filter(({ fromStopId, toStopId }) => fromStopId === from && toStopId === to)
  const amounts = ofPair.map(
    ({ passengerCategory, fareCents }) => `${passengerCategory} ${fareCents}`,
  )
  return `${from}-${to} ${amounts.join(', ')}`
}
