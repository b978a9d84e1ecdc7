import type { Point } from './projection.ts'

export type Side = 'above' | 'above-right' | 'below' | 'left' | 'right'

/** Text at a point; `dx` and `dy` are in heights of its letters, which differ by screen. */
export type Label = Point & { dx: number; dy: number; anchor: 'start' | 'middle' | 'end' }
/** A name too close to its neighbours, moved aside with a leader line. */
export type LedLabel = Label & { leader: Point[] }

/** Below this distance two names would overlap. */
const CLOSE = 46
/** The distance between names that were moved aside: the height of a touch target. */
const ROW = 36
const ASIDE = 34

export function labelBeside({ x, y }: Point, side: Side): Label {
  const at = { x: Math.round(x), y: Math.round(y) }
  if (side === 'above') return { ...at, dx: 0, dy: -0.8, anchor: 'middle' }
  if (side === 'above-right') return { ...at, dx: 0.1, dy: -0.5, anchor: 'start' }
  if (side === 'below') return { ...at, dx: -0.6, dy: 1.9, anchor: 'start' }
  if (side === 'left') return { ...at, dx: -0.7, dy: 0.35, anchor: 'end' }
  return { ...at, dx: 0.9, dy: 0.8, anchor: 'start' }
}

/** The average width of a letter, relative to its height. */
const LETTER_WIDTH = 0.58
const EDGE = 6

/** The same label, moved sideways so that a name of this length stays on its sheet. */
export function keepOnSheet(
  label: Label,
  name: string,
  sheet: { width: number; letters: number },
): Label {
  const { x, dx, dy, anchor } = label
  const long = name.length * LETTER_WIDTH * sheet.letters
  const start = x + dx * sheet.letters - { start: 0, middle: long / 2, end: long }[anchor]
  const most = Math.max(EDGE, sheet.width - EDGE - long)
  const shift = Math.round(Math.min(Math.max(start, EDGE), most) - start)
  // Above a stop at the edge of the sheet, the road enters below the name.
  const isOverRoad = shift !== 0 && anchor === 'middle'
  return { ...label, x: x + shift, dy: isOverRoad ? dy - 0.5 : dy }
}

type Named = Point & { stopId: string }

/** Groups of stops so close together that their names need space elsewhere. */
export function findCrowds<Stop extends Named>(stops: readonly Stop[]): Stop[][] {
  const crowds: Stop[][] = []
  for (const stop of stops) {
    const near = crowds.filter((crowd) =>
      crowd.some((other) => Math.hypot(stop.x - other.x, stop.y - other.y) < CLOSE),
    )
    for (const crowd of near) crowds.splice(crowds.indexOf(crowd), 1)
    crowds.push([...near.flat(), stop])
  }
  return crowds.filter(({ length }) => length > 1)
}

/**
 * Puts the names in a column to the right of the group, from north to south, each with a leader
 * line.
 */
export function labelCrowd<Stop extends Named>(crowd: readonly Stop[]): Map<Stop, LedLabel> {
  const sorted = crowd.toSorted((one, other) => one.y - other.y)
  const x = Math.round(Math.max(...crowd.map((stop) => stop.x)) + ASIDE)
  const middle = sorted.reduce((sum, { y }) => sum + y, 0) / sorted.length
  return new Map(
    sorted.map((stop, place) => {
      const y = Math.round(middle + (place - (sorted.length - 1) / 2) * ROW)
      const leader = [stop, { x: x - 12, y }, { x: x - 3, y }]
      return [stop, { x, y, dx: 0, dy: 0.35, anchor: 'start', leader }]
    }),
  )
}
