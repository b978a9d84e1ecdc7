import { stringify } from 'csv-stringify/sync'

import type { Fare } from '#modules/fares/fares.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { categoryWords } from '#modules/fares/words/words.ts'
import { fareAreaOf } from '#modules/gtfs/feed/fare-areas.ts'
import { WEEKDAYS } from '#modules/gtfs/timetable/service-dates.ts'
import type { FeedTimetable } from '#modules/gtfs/timetable/timetable-of-feed.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { TIME_ZONE } from '#platform/time.ts'

/** A timetable with its fares: all that a feed publishes. */
export type PublishedTimetable = Omit<FeedTimetable, 'version' | 'publisher' | 'until'>

/** The company and the edition, as planners show them. */
export type FeedFacts = {
  name: string
  /** The front page of the site. */
  address: string
  phone: string
  email: string
  version: string
}

type Row = Readonly<Record<string, string | number | null>>

/**
 * Writes a timetable as the files of a GTFS feed, by name (gtfs.org/documentation/schedule/reference).
 * A reader gets exactly this timetable (I20): fares in Fares v2, names in every language, and columns
 * of our own for facts that GTFS lacks (seats, short names with their cases, aliases).
 */
export function writeFeed(timetable: PublishedTimetable, facts: FeedFacts): Map<string, string> {
  const { stops, routes, calendars, exceptions, trips, stopTimes } = timetable
  const names = namesOf(timetable)
  const files: [name: string, rows: Row[]][] = [
    ['agency.txt', [agencyOf(facts)]],
    ['feed_info.txt', [feedInfoOf(timetable, facts)]],
    ['stops.txt', stops.map((stop) => stopRow(stop, names))],
    ['areas.txt', areaRows(timetable, names)],
    ['stop_areas.txt', stopAreaRows(timetable)],
    ['routes.txt', routes.map((route) => routeRow(route, names))],
    ['calendar.txt', calendars.map((calendar) => calendarRow(calendar, names))],
    ['calendar_dates.txt', exceptions.map(exceptionRow)],
    ['trips.txt', tripRows(trips, stopTimes, names)],
    ['stop_times.txt', stopTimes.map(stopTimeRow)],
    ...fareFiles(timetable.fares),
    ['translations.txt', [...names.translations, ...categoryTranslations()]],
  ]
  return new Map(files.flatMap(([name, rows]) => (rows.length > 0 ? [[name, csv(rows)]] : [])))
}

function csv(rows: readonly Row[]): string {
  return stringify([...rows], { header: true })
}

const AGENCY_ID = 'company'

function agencyOf({ name, address, phone, email }: FeedFacts): Row {
  return {
    agency_id: AGENCY_ID,
    agency_name: name,
    agency_url: address,
    agency_timezone: TIME_ZONE,
    agency_lang: MAIN_LOCALE,
    agency_phone: phone,
    agency_email: email,
  }
}

function feedInfoOf({ calendars, exceptions }: PublishedTimetable, facts: FeedFacts): Row {
  const added = exceptions.flatMap(({ date, runs }) => (runs ? [date] : []))
  const spans = calendars.flatMap(({ validFrom, validUntil }) => [validFrom, validUntil])
  const dates = [...spans, ...added].map(compact).toSorted()
  return {
    feed_publisher_name: facts.name,
    feed_publisher_url: facts.address,
    feed_lang: MAIN_LOCALE,
    default_lang: MAIN_LOCALE,
    feed_start_date: dates[0] ?? null,
    feed_end_date: dates.at(-1) ?? null,
    feed_version: facts.version,
    feed_contact_email: facts.email,
  }
}

type Stop = PublishedTimetable['stops'][number]

function stopRow({ stopId, latitude, longitude, wheelchairBoarding, aliases }: Stop, names: Names) {
  const own = names.of('stops', stopId)
  return {
    stop_id: stopId,
    ...own,
    stop_lat: String(latitude),
    stop_lon: String(longitude),
    location_type: 0,
    wheelchair_boarding: wheelchairBoarding === null ? 0 : wheelchairBoarding ? 1 : 2,
    aliases: aliases.join('|'),
  }
}

function areaRows({ areas, stops }: PublishedTimetable, names: Names): Row[] {
  const places = areas.map(({ areaId }) => ({
    area_id: areaId,
    area_name: names.of('areas', areaId).area_name ?? '',
  }))
  const ofFares = stops.map(({ stopId }) => ({ area_id: fareAreaOf(stopId), area_name: '' }))
  return [...places, ...ofFares]
}

function stopAreaRows({ stopAreas, stops }: PublishedTimetable): Row[] {
  return [
    ...stopAreas.map(({ areaId, stopId }) => ({ area_id: areaId, stop_id: stopId })),
    ...stops.map(({ stopId }) => ({ area_id: fareAreaOf(stopId), stop_id: stopId })),
  ]
}

/** The type of a bus (GTFS: route_type). */
const BUS = 3

function routeRow(
  { routeId, shortName, position }: PublishedTimetable['routes'][number],
  names: Names,
) {
  return {
    route_id: routeId,
    agency_id: AGENCY_ID,
    route_short_name: shortName,
    ...names.of('routes', routeId),
    route_type: BUS,
    route_sort_order: position,
  }
}

function calendarRow(calendar: PublishedTimetable['calendars'][number], names: Names): Row {
  const { serviceId, weekdays, validFrom, validUntil } = calendar
  const days = WEEKDAYS.map((name, place) => [name, weekdays.includes(place + 1) ? 1 : 0] as const)
  return {
    service_id: serviceId,
    ...Object.fromEntries(days),
    start_date: compact(validFrom),
    end_date: compact(validUntil),
    ...names.of('calendar', serviceId),
  }
}

function exceptionRow({ serviceId, date, runs }: PublishedTimetable['exceptions'][number]): Row {
  return { service_id: serviceId, date: compact(date), exception_type: runs ? 1 : 2 }
}

function tripRows(
  trips: PublishedTimetable['trips'],
  stopTimes: PublishedTimetable['stopTimes'],
  names: Names,
): Row[] {
  const lastStops = new Map(stopTimes.map(({ tripId, stopId }) => [tripId, stopId]))
  return trips.map(({ tripId, routeId, serviceId, directionId, seats, wheelchairPlaces }) => ({
    route_id: routeId,
    service_id: serviceId,
    trip_id: tripId,
    trip_headsign: names.of('stops', lastStops.get(tripId) ?? '').short_name ?? null,
    direction_id: directionId,
    wheelchair_accessible: wheelchairPlaces === null ? 0 : wheelchairPlaces > 0 ? 1 : 2,
    seats,
    wheelchair_places: wheelchairPlaces,
  }))
}

function stopTimeRow(call: PublishedTimetable['stopTimes'][number]): Row {
  return {
    trip_id: call.tripId,
    arrival_time: clock(call.arrivesSeconds),
    departure_time: clock(call.departsSeconds),
    stop_id: call.stopId,
    stop_sequence: call.stopSequence,
    pickup_type: call.pickup ? 0 : 1,
    drop_off_type: call.dropoff ? 0 : 1,
    timepoint: 1,
  }
}

/** A product for each set of prices, and a rule for each pair of stops that has them. */
function fareFiles(fares: readonly Fare[]): [name: string, rows: Row[]][] {
  const pairs = Map.groupBy(fares, ({ fromStopId, toStopId }) =>
    JSON.stringify([fromStopId, toStopId]),
  )
  const products = new Map<string, Row[]>()
  const rules = [...pairs.values()].map((ofPair) => {
    const prices = PASSENGER_CATEGORIES.flatMap((category) =>
      ofPair.filter(({ passengerCategory }) => passengerCategory === category),
    )
    const product = prices.map(({ fareCents }) => euros(fareCents ?? 0)).join('-')
    const rows = prices.map(({ passengerCategory, fareCents }) => ({
      fare_product_id: product,
      rider_category_id: passengerCategory,
      amount: euros(fareCents ?? 0),
      currency: 'EUR',
    }))
    products.set(product, rows)
    const [{ fromStopId, toStopId }] = ofPair as [Fare]
    return {
      from_area_id: fareAreaOf(fromStopId),
      to_area_id: fareAreaOf(toStopId),
      fare_product_id: product,
    }
  })
  const categories = PASSENGER_CATEGORIES.map((category) => ({
    rider_category_id: category,
    rider_category_name: categoryWords(MAIN_LOCALE)[category].fare,
    is_default_fare_category: category === 'adult' ? 1 : 0,
  }))
  return [
    ['rider_categories.txt', categories],
    ['fare_products.txt', [...products.values()].flat()],
    ['fare_leg_rules.txt', rules],
  ]
}

function categoryTranslations(): Row[] {
  return OTHER_LOCALES.flatMap((locale) =>
    PASSENGER_CATEGORIES.map((category) => ({
      table_name: 'rider_categories',
      field_name: 'rider_category_name',
      language: locale,
      translation: categoryWords(locale)[category].fare,
      record_id: category,
    })),
  )
}

const OTHER_LOCALES = LOCALES.filter((locale) => locale !== MAIN_LOCALE)

type Fields = Readonly<Record<string, string | null>>

/** The accusative of an area has no column, so the main language has it among the translations too. */
function isTranslated(locale: Locale, field: string): boolean {
  return locale !== MAIN_LOCALE || field === 'area_name_accusative'
}

type Names = {
  /** The texts of a record in the main language, by column. */
  of(table: string, record: string): Fields
  /** The texts of all other languages. */
  translations: readonly Row[]
}

function namesOf(timetable: PublishedTimetable): Names {
  const all = [
    ...timetable.stopNames.map(({ stopId, locale, ...name }) => ({
      table: 'stops',
      record: stopId,
      locale,
      fields: {
        stop_name: name.name,
        short_name: name.shortName,
        short_name_accusative: name.shortNameAccusative,
        short_name_genitive: name.shortNameGenitive,
        stop_desc: name.pickupDirections,
      },
    })),
    ...timetable.areaNames.map(({ areaId, locale, name, nameAccusative }) => ({
      table: 'areas',
      record: areaId,
      locale,
      fields: { area_name: name, area_name_accusative: nameAccusative },
    })),
    ...timetable.routeNames.map(({ routeId, locale, longName }) => ({
      table: 'routes',
      record: routeId,
      locale,
      fields: { route_long_name: longName },
    })),
    ...timetable.periodNames.map(({ serviceId, locale, periodName }) => ({
      table: 'calendar',
      record: serviceId,
      locale,
      fields: { period_name: periodName },
    })),
  ]
  const base = new Map<string, Fields>(
    all
      .filter(({ locale }) => locale === MAIN_LOCALE)
      .map(({ table, record, fields }) => [`${table} ${record}`, fields]),
  )
  const translations = all.flatMap(({ table, record, locale, fields }) =>
    Object.entries<string | null>(fields)
      .filter(([field, text]) => text !== null && isTranslated(locale, field))
      .map(([field, translation]) => ({
        table_name: table,
        field_name: field,
        language: locale,
        translation,
        record_id: record,
      })),
  )
  return { of: (table, record) => base.get(`${table} ${record}`) ?? {}, translations }
}

/** 20270328 */
function compact(date: Temporal.PlainDate): string {
  return date.toString().replaceAll('-', '')
}

/** 24:15:00 */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function euros(amount: number): string {
  return (amount / 100).toFixed(2)
}
