import { sql } from 'kysely'

import { keepBriefly } from '#platform/answers/cache.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

import type { Place } from './find-stops.ts'
import { toPlaces, type PlaceRow, type Stop, type StopRow } from './places.ts'

type StopsById = ReadonlyMap<string, Stop>
/** The rows that were read, and the lists that were made of them in each language until the next reading. */
type Rows = {
  stops: StopRow[]
  areas: PlaceRow[]
  placesIn: Partial<Record<Locale, readonly Place[]>>
  stopsIn: Partial<Record<Locale, StopsById>>
}

/**
 * All places to travel from or to, in the order in which the routes call there. An area of several
 * stops is listed before them.
 */
export async function listPlaces(locale: Locale): Promise<readonly Place[]> {
  const { stops, areas, placesIn } = await readRows()
  return (placesIn[locale] ??= toPlaces(
    stops.filter((stop) => stop.isServed),
    areas,
    locale,
  ))
}

/**
 * Every stop by its id, including those no longer served, since tickets still name them. If a stop
 * in `named` is unknown, another process has imported a timetable since, and all are read again.
 */
export async function getStops(locale: Locale, named: Iterable<string> = []): Promise<StopsById> {
  const kept = stopsIn(await readRows(), locale)
  for (const stopId of named) {
    if (!kept.has(stopId)) return stopsIn(await queryRows(), locale)
  }
  return kept
}

function stopsIn({ stops, stopsIn: known }: Rows, locale: Locale): StopsById {
  return (known[locale] ??= new Map(
    stops.flatMap(({ names, aliases: _aliases, isServed: _isServed, ...stop }) => {
      const name = names.find((one) => one.locale === locale)
      return name ? [[stop.stopId, { ...stop, ...name }]] : []
    }),
  ))
}

/** Every page needs these, and only an import changes them. */
const readKept = keepBriefly(queryRows)

function readRows(): Promise<Rows> {
  return readKept('')
}

async function queryRows(): Promise<Rows> {
  const stops = await sql<StopRow>`
    select stop_id, latitude, longitude, wheelchair_boarding, aliases,
      in_feed and place is not null as is_served,
      (select json_agg(json_build_object('locale', locale, 'name', name, 'shortName', short_name,
          'shortNameAccusative', short_name_accusative, 'shortNameGenitive', short_name_genitive,
          'pickupDirections', pickup_directions))
        from stop_names where stop_names.stop_id = stops.stop_id) as names
    from stops left join (
      select stop_id, min(array[routes.position, stop_times.position]) as place
      from stop_times join trips using (trip_id) join routes using (route_id) group by stop_id
    ) as calls using (stop_id)
    order by place nulls last, stop_id`.execute(db)
  const areas = await sql<PlaceRow>`
    select area_id, array_agg(stop_id) as stop_ids,
      (select json_agg(json_build_object('locale', locale, 'name', name,
          'nameAccusative', name_accusative))
        from area_names where area_names.area_id = areas.area_id) as names
    from areas join stop_areas using (area_id)
    where in_feed group by area_id order by area_id`.execute(db)
  return { stops: stops.rows, areas: areas.rows, placesIn: {}, stopsIn: {} }
}
