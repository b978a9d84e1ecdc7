import { endsOf } from '#app/components/place-code.ts'
import { readTimetables, viewRoute, type RouteView } from '#app/components/timetable-view.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import type { RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import * as paths from '#paths'
import { keepBriefly } from '#platform/answers/cache.server.ts'

import { looksOf, mapIsland, mapLine, type MappedRoute, type MapView } from './make-map.ts'

/** The routes from one place; `anchor` is the target of the place's name on the map. */
export type RoutesFrom = {
  anchor: string
  /** The name as it follows "from". */
  from: string
  routes: (RouteView & { destination: string; look: number | null })[]
}

export type IslandView = {
  map: MapView
  from: RoutesFrom[]
  area: { name: string; stopIds: string[] } | null
  /** Per stop, the timetable of its only route, or the list of its routes. */
  stopLinks: Record<string, string>
}

/** The list beside the map ends with a link to all timetables. */
const MAX_LISTED = 40

/** The lines on the island, and the list beside them, in the language of the page. */
export function viewIsland(on: Temporal.PlainDate): Promise<IslandView> {
  return readIsland(`${translation().locale} ${on.toString()}`)
}

const readIsland = keepBriefly(async (key): Promise<IslandView> => {
  const date = Temporal.PlainDate.from(key.slice(key.indexOf(' ') + 1))
  const timetables = await readTimetables(date)
  const places = await listPlaces(translation().locale)
  const routes = timetables.map(toMapped)
  const looks = looksOf(routes)
  const listed = timetables.slice(0, MAX_LISTED)
  const byOrigin = Map.groupBy(listed, (timetable) => endsOf(timetable, places).from)
  const placeOf = (wanted: string) => places.find(({ code }) => code === wanted)
  const area = places.find(({ kind }) => kind === 'area')
  return {
    map: mapIsland(routes),
    from: [...byOrigin].map(([code, some]) => ({
      anchor: `from-${code}`,
      from: placeOf(code)?.accusative ?? placeOf(code)?.shortName ?? code,
      routes: some.map((route) => ({
        ...viewRoute(route),
        destination: placeOf(endsOf(route, places).to)?.shortName ?? route.to.shortName,
        look: looks.get(route.routeId) ?? null,
      })),
    })),
    area: area ? { name: area.shortName, stopIds: area.stopIds } : null,
    stopLinks: linksOf(timetables),
  }
})

/** The drawing of one route, in its colour from the map of all routes. */
export async function viewLine(timetable: RouteTimetable, on: Temporal.PlainDate) {
  const looks = looksOf((await readTimetables(on)).map(toMapped))
  return mapLine(toMapped(timetable), looks.get(timetable.routeId) ?? 1)
}

function toMapped({ routeId, code, stops }: RouteTimetable): MappedRoute {
  return { routeId, code, stops }
}

function linksOf(timetables: readonly RouteTimetable[]): Record<string, string> {
  const leaving = new Map<string, Set<string>>()
  for (const { routeId, fares } of timetables) {
    for (const { fromStopId } of fares) {
      leaving.set(fromStopId, (leaving.get(fromStopId) ?? new Set()).add(routeId))
    }
  }
  const stopIds = new Set(timetables.flatMap(({ stops }) => stops.map(({ stopId }) => stopId)))
  return Object.fromEntries(
    [...stopIds].map((stopId) => {
      const [only, another] = leaving.get(stopId) ?? []
      const isOne = only !== undefined && another === undefined
      return [stopId, isOne ? paths.timetable(only) : `#from-${stopId}`]
    }),
  )
}
