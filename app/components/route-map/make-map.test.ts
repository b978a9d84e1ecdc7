import { expect, test } from 'vitest'

import { COAST } from './island.ts'
import { looksOf, mapIsland, mapLine, type MappedRoute, type MappedStop } from './make-map.ts'
import { isOnIsland } from './projection.ts'
import { ROADS } from './roads.ts'

const NIC = stop('NIC', 35.1705, 33.359)
const LCA = stop('LCA', 34.8706, 33.6065)
const PFO = stop('PFO', 34.7115, 32.4889)
const AYN = stop('AYN', 34.9895, 33.9776)
const PRO = stop('PRO', 35.0177, 34.0475)
const PAR = stop('PAR', 35.0395, 33.9836)
const DER = stop('DER', 35.0624, 33.9596)

const ROUTES = [
  route('NL', [NIC, LCA]),
  route('LN', [LCA, NIC]),
  route('NP', [NIC, PFO]),
  route('PN', [PFO, NIC]),
  route('LP', [LCA, PFO]),
  route('FL', [DER, PAR, PRO, AYN, LCA]),
  route('LF', [LCA, AYN, PRO, PAR, DER]),
]
const island = mapIsland(ROUTES)

test('both directions are one line, named after both, and each line has its own look', () => {
  expect(island.lines.map(({ codes }) => codes)).toEqual(['NL · LN', 'NP · PN', 'LP', 'FL · LF'])
  expect(new Set(island.lines.map(({ look }) => look)).size).toBe(4)
  expect(looksOf(ROUTES).get('NL')).toBe(looksOf(ROUTES).get('LN'))
})

test('every stop and every road is on land', () => {
  const places = [
    ...[NIC, LCA, PFO, AYN, PRO, PAR, DER].map((one) => [one.latitude, one.longitude] as const),
    ...Object.values(ROADS).flat(),
  ]
  expect(places.filter(([latitude, longitude]) => !isOnLand(latitude, longitude))).toEqual([])
})

test('the coast has no spike and no line across land', () => {
  const steps = COAST.map(([longitude, latitude], place) => {
    const [x, y] = COAST[(place + 1) % COAST.length] ?? [0, 0]
    return Math.hypot(x - longitude, y - latitude)
  })
  expect(Math.max(...steps)).toBeLessThan(0.3)
  expect(COAST).not.toContainEqual([33.399, 34.773])
})

test('two lines on one road run beside each other, and separate where they are alone', () => {
  const [, nicosia, larnaca] = island.lines.map(({ path }) => pointsOf(path))
  const apart = (x: number) => {
    const [one, other] = [nicosia, larnaca].map((line) => heightAt(line ?? [], x))
    return Math.abs((one ?? 0) - (other ?? 0))
  }
  for (const x of [150, 200, 250]) expect(apart(x)).toBeGreaterThan(2.5)
  for (const x of [150, 200, 250]) expect(apart(x)).toBeLessThan(7)

  const alone = mapIsland([route('NP', [NIC, PFO])]).lines[0]?.path ?? ''
  expect(pointsOf(alone)[0]).toEqual(onlyPoint(mapIsland([route('NP', [NIC, PFO])]).stops[0]))
})

test('names that would overlap are in a column, a finger apart, each with a leader line', () => {
  const led = island.stops.filter(({ leader }) => leader)
  expect(led.map(({ stopId }) => stopId).toSorted()).toEqual(['AYN', 'DER', 'PAR', 'PRO'])
  const heights = led.map(({ label }) => label.y).toSorted((one, other) => one - other)
  const gaps = heights.slice(1).map((height, place) => height - (heights[place] ?? 0))
  // The sheet is 800 wide, and at least 600 px wide on screens that show these names.
  expect(Math.min(...gaps) * (600 / 800)).toBeGreaterThanOrEqual(24)
})

test('everything drawn is on the sheet, for the island and for each line', () => {
  for (const map of [island, ...ROUTES.map((one) => mapLine(one, 1))]) {
    const drawn = [...map.stops, ...map.lines.flatMap(({ path }) => pointsOf(path))]
    const outside = drawn.filter(({ x, y }) => x < 8 || y < 8 || x > map.width || y > map.height)
    expect(outside).toEqual([])
  }
})

test("a long name near the edge of a line's map is moved until all of it is readable", () => {
  const greek = { ...LCA, shortName: 'Αεροδρόμιο Λάρνακας' }
  const wide = 182 // units of the sheet, measured in a browser
  const below = labelOfLarnaca(greek, NIC)
  expect(below?.x).toBeLessThan(labelOfLarnaca(LCA, NIC)?.x ?? 0)
  expect((below?.x ?? 0) + wide).toBeLessThanOrEqual(400)

  const above = labelOfLarnaca(greek, PFO)
  expect((above?.x ?? 0) + wide / 2).toBeLessThanOrEqual(400)
  expect(above?.dy).toBeLessThan(labelOfLarnaca(LCA, PFO)?.dy ?? 0)
})

test('a stop in another country is left out, with its route', () => {
  const athens = stop('ATH', 37.9364, 23.9445)
  expect(isOnIsland(athens)).toBe(false)
  const map = mapIsland([...ROUTES, route('LA', [LCA, athens])])
  expect(map).toEqual(island)
})

test('a stop without a known road is reached in a straight line', () => {
  const map = mapIsland([route('X', [NIC, stop('NEW', 34.68, 33.04)])])
  expect(pointsOf(map.lines[0]?.path ?? '')).toHaveLength(2)
})

test('the coast adds about a kilobyte to a page', () => {
  expect(island.coast.length).toBeLessThan(1500)
  expect(island.coast).toMatch(/^M\d+ \d+l[-\d ]+z$/)
})

function labelOfLarnaca(larnaca: MappedStop, other: MappedStop) {
  return mapLine(route('L', [larnaca, other]), 1).stops.find(({ stopId }) => stopId === 'LCA')
    ?.label
}

function stop(stopId: string, latitude: number, longitude: number): MappedStop {
  return { stopId, shortName: stopId, latitude, longitude }
}

function route(code: string, stops: MappedStop[]): MappedRoute {
  return { routeId: code, code, stops }
}

function pointsOf(path: string) {
  const numbers = (path.match(/-?\d+/g) ?? []).map(Number)
  const points = []
  let [x, y] = [0, 0]
  for (let place = 0; place < numbers.length; place += 2) {
    x += numbers[place] ?? 0
    y += numbers[place + 1] ?? 0
    points.push({ x, y })
  }
  return points
}

function onlyPoint(at: { x: number; y: number } | undefined) {
  return at && { x: at.x, y: at.y }
}

function heightAt(line: readonly { x: number; y: number }[], x: number): number {
  const place = line.findIndex((to, index) => {
    const from = line[index - 1]
    return from && Math.min(from.x, to.x) <= x && x <= Math.max(from.x, to.x) && from.x !== to.x
  })
  const [from, to] = [line[place - 1], line[place]]
  if (!from || !to) return Number.NaN
  return from.y + ((x - from.x) / (to.x - from.x)) * (to.y - from.y)
}

/** Counts the shores to the east of it. */
function isOnLand(latitude: number, longitude: number): boolean {
  const crossings = COAST.filter(([x, y], place) => {
    const [toX, toY] = COAST[(place + 1) % COAST.length] ?? [0, 0]
    const isBetween = y > latitude !== toY > latitude
    return isBetween && longitude < x + ((latitude - y) / (toY - y)) * (toX - x)
  })
  return crossings.length % 2 === 1
}

test.each([
  [2, 40],
  [3, 6],
  [50, 0],
])(
  'of %i lines of twenty stops, %i have a name: all, the ends of the lines, or none',
  (lines, named) => {
    const routes = Array.from({ length: lines }, (_, each) => lineOfTwenty(`L${each}`))
    expect(mapIsland(routes).stops).toHaveLength(named)
  },
)

function lineOfTwenty(code: string): MappedRoute {
  const stops = Array.from({ length: 20 }, (_, place) =>
    stop(`${code}-${place}`, 34.8 + place / 200, 33 + place / 200),
  )
  return { routeId: code, code, stops }
}
