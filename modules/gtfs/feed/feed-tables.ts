import {
  count,
  date,
  degrees,
  euros,
  flag,
  oneOf,
  optional,
  orElse,
  readRows,
  text,
  time,
  type Row,
} from './columns.ts'
import { rowsOf, textIn, type Feed } from './feed.ts'
import type { Problems } from './findings.ts'

/*
 * The files and columns that we read, after gtfs.org/documentation/schedule/reference. Columns of
 * our own (seats, wheelchair_places, short_name, aliases, period_name) may be missing: names then
 * have defaults, and the capacity of a bus is given with the import (assumptions.ts).
 */

const AGENCY = {
  agency_id: orElse(text, ''),
  agency_name: text,
  agency_timezone: text,
  agency_lang: optional(text),
}

const STOP = {
  stop_id: text,
  stop_name: orElse(text, ''),
  stop_code: optional(text),
  stop_desc: optional(text),
  stop_lat: optional(degrees),
  stop_lon: optional(degrees),
  zone_id: optional(text),
  location_type: orElse(oneOf('0', '1', '2', '3', '4'), '0'),
  parent_station: optional(text),
  wheelchair_boarding: orElse(oneOf('0', '1', '2'), '0'),
  short_name: optional(text),
  short_name_accusative: optional(text),
  short_name_genitive: optional(text),
  aliases: orElse(text, ''),
}

const ROUTE = {
  route_id: text,
  agency_id: orElse(text, ''),
  route_short_name: orElse(text, ''),
  route_long_name: orElse(text, ''),
  route_type: text,
  route_sort_order: optional(count),
}

const TRIP = {
  route_id: text,
  service_id: text,
  trip_id: text,
  direction_id: optional(oneOf('0', '1')),
  wheelchair_accessible: orElse(oneOf('0', '1', '2'), '0'),
  seats: optional(count),
  wheelchair_places: optional(count),
}

const STOP_TIME = {
  trip_id: text,
  arrival_time: optional(time),
  departure_time: optional(time),
  stop_id: text,
  stop_sequence: count,
  pickup_type: orElse(oneOf('0', '1', '2', '3'), '0'),
  drop_off_type: orElse(oneOf('0', '1', '2', '3'), '0'),
}

const FREQUENCY = {
  trip_id: text,
  start_time: time,
  end_time: time,
  headway_secs: count,
  exact_times: orElse(oneOf('0', '1'), '0'),
}

const CALENDAR = {
  service_id: text,
  monday: flag,
  tuesday: flag,
  wednesday: flag,
  thursday: flag,
  friday: flag,
  saturday: flag,
  sunday: flag,
  start_date: date,
  end_date: date,
  period_name: optional(text),
}

const CALENDAR_DATE = { service_id: text, date, exception_type: oneOf('1', '2') }

const FEED_INFO = {
  feed_publisher_name: optional(text),
  feed_lang: orElse(text, ''),
  default_lang: orElse(text, ''),
  feed_version: optional(text),
  feed_end_date: optional(date),
}

const TRANSLATION = {
  table_name: text,
  field_name: text,
  language: text,
  translation: orElse(text, ''),
  record_id: orElse(text, ''),
  field_value: orElse(text, ''),
}

const AREA = { area_id: text, area_name: orElse(text, '') }
const STOP_AREA = { area_id: text, stop_id: text }

const RIDER_CATEGORY = {
  rider_category_id: text,
  rider_category_name: orElse(text, ''),
  is_default_fare_category: orElse(oneOf('0', '1'), '0'),
}
const FARE_MEDIUM = { fare_media_id: text, fare_media_type: oneOf('0', '1', '2', '3', '4') }
const FARE_PRODUCT = {
  fare_product_id: text,
  rider_category_id: optional(text),
  fare_media_id: optional(text),
  amount: euros,
  currency: text,
}
const FARE_LEG_RULE = {
  from_area_id: orElse(text, ''),
  to_area_id: orElse(text, ''),
  fare_product_id: text,
  rule_priority: orElse(count, 0),
}

const FARE_ATTRIBUTE = { fare_id: text, price: euros, currency_type: text }
const FARE_RULE = {
  fare_id: text,
  route_id: orElse(text, ''),
  origin_id: orElse(text, ''),
  destination_id: orElse(text, ''),
  contains_id: orElse(text, ''),
}

export type StopRow = Row<typeof STOP>
export type StopTimeRow = Row<typeof STOP_TIME>
export type TripRow = Row<typeof TRIP>
export type FrequencyRow = Row<typeof FREQUENCY>
export type CalendarRow = Row<typeof CALENDAR>
export type FareProductRow = Row<typeof FARE_PRODUCT>
export type FareLegRuleRow = Row<typeof FARE_LEG_RULE>

export type FeedTables = ReturnType<typeof readTables>

/** Every file that we read, with its fields parsed. A faulty row is reported and left out. */
export function readTables(feed: Feed, problems: Problems) {
  for (const file of ['agency.txt', 'stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt']) {
    if (!feed.files.has(file)) problems.add({ file, line: null, code: 'missing-file' })
  }
  if (!feed.files.has('calendar.txt') && !feed.files.has('calendar_dates.txt')) {
    problems.add({ file: 'calendar.txt', line: null, code: 'missing-file' })
  }
  return {
    agencies: readRows(feed, 'agency.txt', AGENCY, problems),
    stops: readRows(feed, 'stops.txt', STOP, problems),
    routes: readRows(feed, 'routes.txt', ROUTE, problems),
    trips: readRows(feed, 'trips.txt', TRIP, problems),
    stopTimes: readRows(withoutZones(feed, problems), 'stop_times.txt', STOP_TIME, problems),
    frequencies: readRows(feed, 'frequencies.txt', FREQUENCY, problems),
    calendar: readRows(feed, 'calendar.txt', CALENDAR, problems),
    calendarDates: readRows(feed, 'calendar_dates.txt', CALENDAR_DATE, problems),
    feedInfo: readRows(feed, 'feed_info.txt', FEED_INFO, problems)[0],
    translations: hasOldTranslations(feed)
      ? []
      : readRows(feed, 'translations.txt', TRANSLATION, problems),
    areas: readRows(feed, 'areas.txt', AREA, problems),
    stopAreas: readRows(feed, 'stop_areas.txt', STOP_AREA, problems),
    riderCategories: readRows(feed, 'rider_categories.txt', RIDER_CATEGORY, problems),
    fareMedia: readRows(feed, 'fare_media.txt', FARE_MEDIUM, problems),
    fareProducts: readRows(feed, 'fare_products.txt', FARE_PRODUCT, problems),
    fareLegRules: readRows(feed, 'fare_leg_rules.txt', FARE_LEG_RULE, problems),
    fareAttributes: readRows(feed, 'fare_attributes.txt', FARE_ATTRIBUTE, problems),
    fareRules: readRows(feed, 'fare_rules.txt', FARE_RULE, problems),
  }
}

/** Rows of buses on demand name a zone instead of a stop: valid, but nothing that we could sell. */
function withoutZones(feed: Feed, problems: Problems): Feed {
  const file = 'stop_times.txt'
  const found = feed.files.get(file)
  if (!found) return feed
  const isZone = (row: (typeof found.rows)[number]) =>
    textIn(row, 'stop_id') === '' &&
    (textIn(row, 'location_group_id') !== '' || textIn(row, 'location_id') !== '')
  const zones = rowsOf(feed, file).filter(isZone)
  const [first] = zones
  if (!first) return feed
  const facts = { trip: textIn(first, 'trip_id'), rows: zones.length }
  problems.add({ file, line: first.line, code: 'on-demand', ...facts })
  const rows = found.rows.filter((row) => !isZone(row))
  return { ...feed, files: new Map([...feed.files, [file, { ...found, rows }]]) }
}

/** The format of translations.txt before GTFS defined one. */
export function hasOldTranslations({ files }: Feed): boolean {
  const columns = files.get('translations.txt')?.columns ?? []
  return columns.includes('trans_id') && !columns.includes('table_name')
}
