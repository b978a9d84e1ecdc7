import type { Point } from './projection.ts'

/** The distance between the middles of two lines on the same road. */
const APART = 4.4

/**
 * The drawn lines: on a shared stretch of road they run beside each other, in the same order
 * throughout.
 */
export function drawBeside(lines: readonly (readonly Point[])[]): Point[][] {
  const users = new Map<string, number[]>()
  for (const [line, points] of lines.entries()) {
    for (const [from, to] of stretchesOf(points)) {
      const key = keyOf(from, to)
      const known = users.get(key) ?? []
      if (!known.includes(line)) users.set(key, [...known, line])
    }
  }
  return lines.map((points, line) => {
    const shifts = stretchesOf(points).map(([from, to]) => {
      const sharing = users.get(keyOf(from, to)) ?? [line]
      return shiftOf(from, to, (sharing.indexOf(line) - (sharing.length - 1) / 2) * APART)
    })
    return points.map((point, place) => {
      const around = [shifts[place - 1], shifts[place]].filter((shift) => shift !== undefined)
      return {
        x: point.x + meanOf(around.map(({ x }) => x)),
        y: point.y + meanOf(around.map(({ y }) => y)),
      }
    })
  })
}

/** An SVG path in whole units, with relative steps. */
export function toPath(points: readonly Point[], isClosed = false): string {
  const whole = points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  const [first, ...rest] = whole
  if (!first) return ''
  let [x, y] = [first.x, first.y]
  const steps = rest.flatMap((point) => {
    const step = { x: point.x - x, y: point.y - y }
    if (step.x === 0 && step.y === 0) return []
    ;[x, y] = [point.x, point.y]
    return `${step.x}${step.y < 0 ? '' : ' '}${step.y}`
  })
  const path = steps.join(' ').replaceAll(' -', '-')
  return `M${first.x} ${first.y}l${path}${isClosed ? 'z' : ''}`
}

function stretchesOf(points: readonly Point[]): [Point, Point][] {
  return points.slice(1).map((to, place) => [points[place] ?? to, to])
}

/** The same key for both directions of a road. */
function keyOf(from: Point, to: Point): string {
  return [from, to]
    .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    .toSorted()
    .join(' ')
}

/** Perpendicular to the road, to the same side in both directions. */
function shiftOf(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const isForward = from.x < to.x || (from.x === to.x && from.y < to.y)
  const side = (isForward ? 1 : -1) * (distance / length)
  return { x: (from.y - to.y) * side, y: (to.x - from.x) * side }
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1)
}
