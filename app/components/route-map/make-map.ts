import { COAST } from './island.ts'
import {
  findCrowds,
  keepOnSheet,
  labelBeside,
  labelCrowd,
  type Label,
  type Side,
} from './labels.ts'
import { fitIsland, fitPlaces, isOnIsland, type Point, type Projection } from './projection.ts'
import { LINE_NAMES, ROADS, STOP_SIDES } from './roads.ts'
import { drawBeside, toPath } from './strokes.ts'

export type MappedStop = { stopId: string; shortName: string; latitude: number; longitude: number }
export type MappedRoute = { routeId: string; code: string; stops: readonly MappedStop[] }

/** The drawing of a map, in the units of its sheet. */
export type MapView = {
  width: number
  height: number
  coast: string
  lines: LineView[]
  stops: StopView[]
}
/** Both directions of a line are drawn as one. `look` is its colour and dash pattern, from 1. */
export type LineView = { key: string; codes: string; path: string; look: number; label: Label }
/** `leader` connects a name that was moved aside with its stop. */
export type StopView = Point & { stopId: string; name: string; label: Label; leader?: string }

/** The number of distinguishable looks; further lines repeat them. */
export const LOOKS = 4

const ISLAND = { width: 800, height: 510, margin: { top: 20, right: 20, bottom: 24, left: 20 } }
/** Its names have 17 units: see route-map.css. */
const LINE_SHEET = { width: 400, height: 300, letters: 17 }
const LINE_MARGIN = { top: 48, right: 56, bottom: 56, left: 56 }
/** Names that were moved aside are to the right of their stops. */
const ROOM_FOR_NAMES = 156

/** The number of readable names on the sheet of the island. */
const MAX_NAMES = 40

/** The whole island with every line. A stop outside the island is left out. */
export function mapIsland(routes: readonly MappedRoute[]): MapView {
  const stops = namedStopsOf(routes)
  return draw(ISLAND, fitIsland(ISLAND), linesOf(routes), stops, ({ stopId }) => {
    return STOP_SIDES[stopId] ?? 'right'
  })
}

/** One line as large as the sheet allows, with its look from the map of all lines. */
export function mapLine(route: MappedRoute, look: number): MapView {
  const stops = stopsOf([route])
  const frame = (right: number) => {
    const sheet = { ...LINE_SHEET, margin: { ...LINE_MARGIN, right } }
    return fitPlaces([...stops, ...wayOf(route.stops)], sheet)
  }
  const roomy = frame(LINE_MARGIN.right)
  const isCrowded = findCrowds(stops.map((stop) => ({ ...stop, ...roomy(stop) }))).length > 0
  const project = isCrowded ? frame(ROOM_FOR_NAMES) : roomy
  const north = Math.max(...stops.map(({ latitude }) => latitude))
  const lines = linesOf([route]).map((line) => ({ ...line, look }))
  const map = draw(LINE_SHEET, project, lines, stops, ({ latitude }) =>
    latitude === north ? 'above' : 'below',
  )
  return {
    ...map,
    stops: map.stops.map((stop) => ({
      ...stop,
      label: keepOnSheet(stop.label, stop.name, LINE_SHEET),
    })),
  }
}

/** The look of each route, as in `mapIsland` of the same routes. */
export function looksOf(routes: readonly MappedRoute[]): Map<string, number> {
  return new Map(
    linesOf(routes).flatMap(({ routeIds, look }) => routeIds.map((routeId) => [routeId, look])),
  )
}

type Line = { key: string; routeIds: string[]; codes: string; stops: MappedStop[]; look: number }

function draw(
  sheet: { width: number; height: number },
  project: Projection,
  lines: readonly Line[],
  stops: readonly MappedStop[],
  sideOf: (stop: MappedStop & Point) => Side,
): MapView {
  const placed = stops.map((stop) => ({ ...stop, ...project(stop) }))
  const aside = new Map(findCrowds(placed).flatMap((crowd) => [...labelCrowd(crowd)]))
  const drawn = drawBeside(lines.map((line) => wayOf(line.stops).map(project)))
  return {
    width: sheet.width,
    height: sheet.height,
    coast: toPath(
      COAST.map(([longitude, latitude]) => project({ longitude, latitude })),
      true,
    ),
    lines: lines.map(({ key, codes, look }, place) => {
      const points = drawn[place] ?? []
      return { key, codes, look, path: toPath(points), label: nameOfLine(key, points, project) }
    }),
    stops: placed.map((stop) => {
      const led = aside.get(stop)
      const { leader, ...label } = led ?? { ...labelBeside(stop, sideOf(stop)), leader: undefined }
      const { stopId, shortName: name } = stop
      const at = { x: Math.round(stop.x), y: Math.round(stop.y) }
      return { stopId, name, ...at, label, ...(leader && { leader: toPath(leader) }) }
    }),
  }
}

/** All stops if their names fit, otherwise the ends of the lines, otherwise none. */
function namedStopsOf(routes: readonly MappedRoute[]): MappedStop[] {
  const ends = routes.map((route) => ({ ...route, stops: endsOf(route.stops) }))
  return [stopsOf(routes), stopsOf(ends)].find(({ length }) => length <= MAX_NAMES) ?? []
}

function endsOf(stops: readonly MappedStop[]): MappedStop[] {
  return [stops[0], stops.at(-1)].filter((stop) => stop !== undefined)
}

function stopsOf(routes: readonly MappedRoute[]): MappedStop[] {
  const all = routes.flatMap(({ stops }) => stops).filter(isOnIsland)
  return [...new Map(all.map((stop) => [stop.stopId, stop])).values()]
}

/** Routes with the same stops, in both directions, are one line. */
function linesOf(routes: readonly MappedRoute[]): Line[] {
  const lines: Line[] = []
  for (const { routeId, code, stops: all } of routes) {
    const stops = all.filter(isOnIsland)
    const [there, back] = [stops, stops.toReversed()].map(keyOf)
    const known = lines.find(({ key }) => key === there || key === back)
    if (known) {
      known.routeIds.push(routeId)
      known.codes += ` · ${code}`
    } else if (there && stops.length > 1) {
      const look = (lines.length % LOOKS) + 1
      lines.push({ key: there, routeIds: [routeId], codes: code, stops, look })
    }
  }
  return lines
}

function keyOf(stops: readonly MappedStop[]): string {
  return stops.map(({ stopId }) => stopId).join(' ')
}

/** Along the roads where they are known, otherwise straight. */
function wayOf(stops: readonly MappedStop[]): { latitude: number; longitude: number }[] {
  return stops.flatMap((stop, place) => {
    const before = stops[place - 1]
    if (!before) return [stop]
    const there = ROADS[`${before.stopId} ${stop.stopId}`]
    const road = there ?? ROADS[`${stop.stopId} ${before.stopId}`]?.toReversed() ?? []
    return [...road.map(([latitude, longitude]) => ({ latitude, longitude })), stop]
  })
}

function nameOfLine(key: string, points: readonly Point[], project: Projection): Label {
  const known = LINE_NAMES[key] ?? LINE_NAMES[key.split(' ').toReversed().join(' ')]
  const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 }
  if (!known) return labelBeside(middle, 'above')
  const [latitude, longitude] = known.at
  return labelBeside(project({ latitude, longitude }), known.side)
}
