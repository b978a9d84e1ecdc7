import type { Fare } from '#modules/fares/fares.ts'
import { isFareArea } from '#modules/gtfs/feed/fare-areas.ts'
import type { FeedTables, StopRow, TripRow } from '#modules/gtfs/feed/feed-tables.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'

import type { Call } from './calls.ts'
import type { Capacity } from './capacity.ts'
import { latest } from './dates.ts'
import type { Names } from './names.ts'
import type { ServiceCalendar } from './service-dates.ts'

/** A feed in the shape of our tables (db/migrations/0001_timetable.sql, 0002_fares.sql). */
export type FeedTimetable = ReturnType<typeof toTimetable>

type Parts = {
  tables: FeedTables
  names: Names
  /** The trips on sale. */
  trips: readonly TripRow[]
  capacityOf: (trip: TripRow) => Capacity
  directionOf: (trip: TripRow) => number
  calls: ReadonlyMap<string, readonly Call[]>
  services: readonly ServiceCalendar[]
  fares: readonly Fare[]
}

export function toTimetable(parts: Parts) {
  const { tables, names, trips, capacityOf, directionOf, calls, services, fares } = parts
  const stops = tables.stops.filter(({ location_type }) => location_type === '0')
  const boarded = new Set(stops.map(({ stop_id }) => stop_id))
  const used = new Set(trips.map(({ service_id }) => service_id))
  const running = services.filter(({ serviceId }) => used.has(serviceId))
  const lastDates = running.flatMap(({ validUntil, exceptions }) => [
    validUntil,
    ...exceptions.flatMap(({ date, runs }) => (runs ? [date] : [])),
  ])
  return {
    version: tables.feedInfo?.feed_version ?? null,
    publisher: tables.feedInfo?.feed_publisher_name ?? tables.agencies[0]?.agency_name ?? null,
    until: latest(lastDates),
    ...placesOf(tables, stops, boarded, names),
    ...routesOf(tables, names),
    calendars: running.map(({ serviceId, weekdays, validFrom, validUntil }) => ({
      serviceId,
      weekdays,
      validFrom,
      validUntil,
    })),
    periodNames: running.flatMap((service) =>
      inEachLocale((locale) => ({
        serviceId: service.serviceId,
        periodName: periodName(service, names, locale),
      })),
    ),
    exceptions: running.flatMap(({ serviceId, exceptions }) =>
      exceptions.map((exception) => ({ serviceId, ...exception })),
    ),
    trips: trips.map((trip) => ({
      tripId: trip.trip_id,
      routeId: trip.route_id,
      serviceId: trip.service_id,
      directionId: directionOf(trip),
      ...capacityOf(trip),
    })),
    stopTimes: [...calls.values()].flat().map(withoutLine),
    fares,
  }
}

function withoutLine({ line: _line, ...call }: Call): Omit<Call, 'line'> {
  return call
}

function placesOf(
  tables: FeedTables,
  stops: readonly StopRow[],
  boarded: ReadonlySet<string>,
  names: Names,
) {
  const stations = new Map(tables.stops.map((stop) => [stop.stop_id, stop]))
  const stopNames = stops.flatMap((stop) => inEachLocale((locale) => stopName(stop, names, locale)))
  const areas = tables.areas.filter(({ area_id }) => !isFareArea(area_id))
  const membersOf = Map.groupBy(tables.stopAreas, ({ area_id }) => area_id)
  return {
    stops: stops.map((stop) => {
      const station = stations.get(stop.parent_station ?? '')
      return {
        stopId: stop.stop_id,
        latitude: stop.stop_lat ?? 0,
        longitude: stop.stop_lon ?? 0,
        wheelchairBoarding: wheelchairBoarding(stop, station),
        aliases: aliasesOf(stop),
      }
    }),
    stopNames,
    areas: areas.map(({ area_id }) => ({ areaId: area_id })),
    areaNames: areas.flatMap(({ area_id: areaId, area_name }) =>
      inEachLocale((locale) => {
        const stop = membersOf.get(areaId)?.[0]?.stop_id
        const ofStop = stopNames.find((name) => name.stopId === stop && name.locale === locale)
        const wanted = { table: 'areas', field: 'area_name', record: areaId, base: area_name }
        const cased = { ...wanted, field: 'area_name_accusative', base: null }
        return {
          areaId,
          name: names.find(wanted, locale) || ofStop?.shortName || areaId,
          nameAccusative: names.findExactly(cased, locale),
        }
      }),
    ),
    stopAreas: tables.stopAreas
      .filter(({ area_id, stop_id }) => boarded.has(stop_id) && !isFareArea(area_id))
      .map(({ area_id, stop_id }) => ({ areaId: area_id, stopId: stop_id })),
  }
}

function stopName(stop: StopRow, names: Names, locale: Locale) {
  const ask = (field: string, base: string | null) => ({
    table: 'stops',
    field,
    record: stop.stop_id,
    base,
  })
  const name = names.find(ask('stop_name', stop.stop_name), locale)
  const { short_name_accusative: accusative, short_name_genitive: genitive } = stop
  return {
    stopId: stop.stop_id,
    name,
    shortName: names.findExactly(ask('short_name', stop.short_name), locale) ?? name,
    shortNameAccusative: names.findExactly(ask('short_name_accusative', accusative), locale),
    shortNameGenitive: names.findExactly(ask('short_name_genitive', genitive), locale),
    pickupDirections: names.find(ask('stop_desc', stop.stop_desc), locale) || null,
  }
}

function aliasesOf({ stop_id, stop_code, aliases }: StopRow): string[] {
  const code = stop_code && stop_code !== stop_id ? [stop_code] : []
  return [...code, ...aliases.split('|')].map((alias) => alias.trim()).filter(Boolean)
}

/** A platform without a value takes that of its station. */
function wheelchairBoarding(stop: StopRow, station: StopRow | undefined): boolean | null {
  const own = stop.wheelchair_boarding
  const said = own === '0' ? (station?.wheelchair_boarding ?? '0') : own
  return { '0': null, '1': true, '2': false }[said]
}

function routesOf(tables: FeedTables, names: Names) {
  const inOrder = tables.routes.toSorted(
    (a, b) =>
      (a.route_sort_order ?? Infinity) - (b.route_sort_order ?? Infinity) || a.line - b.line,
  )
  return {
    routes: inOrder.map((route, position) => ({
      routeId: route.route_id,
      shortName: route.route_short_name || route.route_long_name,
      position,
    })),
    routeNames: inOrder.flatMap(({ route_id: routeId, route_long_name, route_short_name }) =>
      inEachLocale((locale) => {
        const wanted = { table: 'routes', record: routeId }
        const long = { ...wanted, field: 'route_long_name', base: route_long_name }
        const short = { ...wanted, field: 'route_short_name', base: route_short_name }
        const longName = names.find(long, locale)
        return {
          routeId,
          longName: longName || (names.findExactly(short, locale) ?? route_short_name),
        }
      }),
    ),
  }
}

/** A period without a name is called by its dates: "25/10/2026 – 27/03/2027". */
function periodName(service: ServiceCalendar, names: Names, locale: Locale): string {
  const { serviceId, validFrom, validUntil, periodName: base } = service
  const wanted = { table: 'calendar', field: 'period_name', record: serviceId, base }
  const dates = [...new Set([validFrom, validUntil].map(dayMonthYear))].join(' – ')
  return names.find(wanted, locale) || dates
}

function dayMonthYear({ day, month, year }: Temporal.PlainDate): string {
  return [day, month].map((number) => String(number).padStart(2, '0')).join('/') + `/${year}`
}

function inEachLocale<Text>(make: (locale: Locale) => Text): (Text & { locale: Locale })[] {
  return LOCALES.map((locale) => ({ ...make(locale), locale }))
}
