import type { Paint } from './paints.ts'

/*
 * The drawing style: flat shapes, with light or shadow scattered over them as grain. The grain is a
 * filter, far too slow for a phone, so pictures are rendered here and not in browsers.
 */

export type Point = readonly [x: number, y: number]
/** Sand and limewash have a warm shadow. */
type Tone = 'shadow' | 'dusk' | 'light'
/** The points where a light or shadow begins, and where it is complete. */
export type Cast = { from: Point; to: Point; strength?: number; tone?: Tone }

let ids = 0
const nextId = () => `i${(ids += 1)}`

/** Called before each picture, so that its ids do not depend on the pictures before. */
export function startAnew(): void {
  ids = 0
}

/** The filters that scatter grain, and the one that covers the whole picture at the end. */
export function grains(paint: Paint): string {
  return `<defs>${strewn('shadow', paint.shadow, 7)}${strewn('dusk', paint.dusk, 5)}${strewn('light', paint.light, 23)}
    <filter id="film" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
      <feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="3"/>
      <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1.2 0 0 0 -.58"/>
    </filter>
    <filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="9"/></filter>
  </defs>`
}

function strewn(id: string, color: string, seed: number): string {
  return `
    <filter id="${id}" x="-1%" y="-1%" width="102%" height="102%" color-interpolation-filters="sRGB">
      <feTurbulence type="fractalNoise" baseFrequency=".62" numOctaves="2" seed="${seed}"/>
      <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2.2 0 0 0 -.6" result="noise"/>
      <feComposite in="SourceAlpha" in2="noise" operator="arithmetic" k2="2.4" k3="-2.2" k4=".5"/>
      <feComposite in2="SourceAlpha" operator="in" result="grain"/>
      <feFlood flood-color="${color}"/>
      <feComposite in2="grain" operator="in"/>
    </filter>`
}

export function film(width: number, height: number): string {
  return `<rect width="${width}" height="${height}" filter="url(#film)" opacity=".16"/>`
}

export function flat(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

/** The stripes of a road. */
export function stripes(d: string, color: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="48 40"/>`
}

export function line(d: string, color: string, width: number, opacity = 1): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

/** A flat shape with grain cast upon it. */
export function shaded(d: string, fill: string, ...casts: Cast[]): string {
  return flat(d, fill) + casts.map((one) => cast(d, one)).join('')
}

/** Grain alone, in the form of a shape. */
export function cast(d: string, { from, to, strength = 0.85, tone = 'shadow' }: Cast): string {
  const id = nextId()
  const [[x1, y1], [x2, y2]] = [from, to]
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-opacity="0"/><stop offset="1" stop-opacity="${strength}"/></linearGradient><path d="${d}" fill="url(#${id})" filter="url(#${tone})"/>`
}

/** A shape that fades from one colour to another without grain, as air and water do. */
export function blended(d: string, from: Point, to: Point, ...colors: string[]): string {
  const id = nextId()
  const [[x1, y1], [x2, y2]] = [from, to]
  const stops = colors.map((color, place) => {
    return `<stop offset="${place / (colors.length - 1)}" stop-color="${color}"/>`
  })
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.join('')}</linearGradient><path d="${d}" fill="url(#${id})"/>`
}

/** Light that fades away in all directions. */
export function halo([x, y]: Point, radius: number, color: string, opacity: number): string {
  const id = nextId()
  return `<radialGradient id="${id}"><stop stop-color="${color}" stop-opacity="${opacity}"/><stop offset=".45" stop-color="${color}" stop-opacity="${opacity * 0.42}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`
}

/** A ball of leaves, a rock, a head: lit from one side. */
export function ball([x, y]: Point, radius: number, fill: string, sun: Point): string {
  const id = nextId()
  const way = Math.hypot(sun[0] - x, sun[1] - y) || 1
  const [fx, fy] = [0.5 + ((sun[0] - x) / way) * 0.28, 0.5 + ((sun[1] - y) / way) * 0.28]
  const stops = `<stop offset=".25" stop-opacity="0"/><stop offset="1" stop-opacity=".85"/>`
  return `<radialGradient id="${id}" cx="${fx}" cy="${fy}" r=".72">${stops}</radialGradient><circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})" filter="url(#shadow)"/>`
}

export function at(
  [x, y]: Point,
  scale: number | readonly [number, number],
  parts: string,
): string {
  const [sx, sy] = typeof scale === 'number' ? [scale, scale] : scale
  return `<g transform="translate(${x} ${y}) scale(${sx} ${sy})">${parts}</g>`
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}Z`
}

export function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`
}

/** Points from their written form: "0 300, 120 280". */
function pointsOf(text: string): Point[] {
  return text.split(', ').map((pair) => {
    const [x = 0, y = 0] = pair.split(' ').map(Number)
    return [x, y]
  })
}

/** A smooth line through the points, closed along the bottom. */
export function hill(points: string, bottom: number): string {
  const [first = [0, 0], ...rest] = pointsOf(points)
  let [x, y] = first
  let path = `M${x} ${bottom}L${x} ${y}`
  for (const [toX, toY] of rest) {
    const middle = (x + toX) / 2
    path += `C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`
    ;[x, y] = [toX, toY]
  }
  return `${path}L${x} ${bottom}Z`
}

/** A shape with corners. */
export function rock(points: string): string {
  return polygon(pointsOf(points))
}

function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
}

/** The same numbers from 0 to 1 for the same seed, so that a picture is the same every time. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Rocky mountains: the left slope of every peak is in shadow, which fades into haze. */
export function crags(ridge: string, bottom: number, fill: string): string {
  const points = pointsOf(ridge)
  const ends: Point[] = [
    [points.at(-1)?.[0] ?? 0, bottom],
    [points[0]?.[0] ?? 0, bottom],
  ]
  const whole = flat(polygon([...points, ...ends]), fill)
  const sides = points.flatMap((peak, place) => {
    const [left, right] = [points[place - 1], points[place + 1]]
    if (!left || !right || peak[1] > left[1] || peak[1] > right[1]) return []
    const [x, y] = peak
    const depth = bottom - y
    const fold: Point[] = [
      [x + 4, y + depth * 0.22],
      [x - 10, y + depth * 0.4],
      [x + 8, y + depth * 0.66],
      [x - 6, bottom],
    ]
    const d = polygon([peak, ...fold, [left[0], bottom], left])
    return cast(d, {
      from: [x - depth * 0.6, y + depth * 0.7],
      to: [x + 10, y - depth * 0.2],
      strength: 0.7,
    })
  })
  return whole + sides.join('')
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}
