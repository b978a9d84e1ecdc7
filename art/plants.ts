import type { Paint } from './paints.ts'
import { at, ball, chance, flat, line, round, shaded, type Point } from './strokes.ts'

/* Plants of Cyprus. Each has its foot at 0, 0 and is lit from the right. */

const SUN: Point = [400, -400]

/** A date palm of the given height; the seed decides how its fronds hang. */
export function palm(paint: Paint, height: number, seed: number, lean = 0): string {
  const random = chance(seed)
  const top: Point = [lean, -height]
  const half = height * 0.028
  const trunk = `M${-half * 1.7} 0Q${lean * 0.2 - half} ${-height * 0.55} ${top[0] - half * 0.8} ${top[1]}h${half * 1.6}Q${lean * 0.2 + half} ${-height * 0.55} ${half * 1.7} 0Z`
  const angles = [168, 205, 238, 262, 292, 322, 356, 18, 148, 184, 222, 308, 338, 2]
  const fronds = angles.map((angle, place) => {
    const isBehind = place < 8
    const length = height * (0.42 + random() * 0.12)
    const turn = ((angle + random() * 12 - 6) * Math.PI) / 180
    const d = frond(top, turn, length)
    const fill = isBehind ? paint.pine : paint.leaf
    const [x, y] = top
    const cast = { from: [x + length, y - length] as Point, to: [x - length, y + length] as Point }
    return isBehind ? flat(d, fill) : shaded(d, fill, { ...cast, strength: 0.95 })
  })
  const [x, y] = top
  const dates = [-1, 0.2, 1.2].map((side) =>
    line(
      `M${x} ${y}q${side * height * 0.05} ${height * 0.03} ${side * height * 0.06} ${height * 0.12}`,
      paint.orange,
      height * 0.022,
      0.9,
    ),
  )
  const bark = shaded(trunk, paint.trunk, { from: [half * 2, 0], to: [-half * 2, 0] })
  return bark + fronds.slice(0, 8).join('') + dates.join('') + fronds.slice(8).join('')
}

/** A feather: out from the crown, over, and down, with leaflets along both sides. */
function frond([x, y]: Point, turn: number, length: number): string {
  const [outX, outY] = [Math.cos(turn), Math.sin(turn)]
  const bend: Point = [x + outX * length * 0.62, y + outY * length * 0.62 - length * 0.2]
  const end: Point = [x + outX * length, y + outY * length * 0.7 + length * 0.34]
  const steps = 15
  const above: string[] = []
  const below: string[] = []
  for (let step = 0; step <= steps; step++) {
    const t = step / steps
    const [px, py] = quadratic([x, y], bend, end, t)
    const [qx, qy] = quadratic([x, y], bend, end, Math.min(1, t + 0.09))
    const width = length * 0.17 * Math.sin(Math.PI * Math.min(1, t * 0.86 + 0.12)) ** 0.8
    above.push(
      `${round(px)} ${round(py - width * 0.16)}`,
      `${round(qx)} ${round(qy - width * 0.5)}`,
    )
    below.push(`${round(qx)} ${round(qy + width)}`, `${round(px)} ${round(py + width * 0.16)}`)
  }
  return `M${above.join('L')}L${below.toReversed().join('L')}Z`
}

function quadratic([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, t: number): Point {
  const s = 1 - t
  return [s * s * ax + 2 * s * t * bx + t * t * cx, s * s * ay + 2 * s * t * by + t * t * cy]
}

export function cypress(paint: Paint, height: number): string {
  const w = height * 0.13
  const d = `M0 0C${-w * 0.9} ${-height * 0.02} ${-w * 1.15} ${-height * 0.22} ${-w * 0.86} ${-height * 0.5}C${-w * 0.6} ${-height * 0.76} ${-w * 0.2} ${-height * 0.92} 0 ${-height}C${w * 0.3} ${-height * 0.9} ${w * 0.66} ${-height * 0.74} ${w * 0.9} ${-height * 0.48}C${w * 1.12} ${-height * 0.2} ${w * 0.8} ${-height * 0.02} 0 0Z`
  const trunk = flat(`M${-w * 0.14} 2v${-height * 0.08}h${w * 0.28}v${height * 0.08}Z`, paint.trunk)
  return (
    trunk +
    shaded(d, paint.pine, { from: [w * 0.7, -height * 0.7], to: [-w, -height * 0.2], strength: 1 })
  )
}

/** A stone pine: flat clouds of needles on a bare trunk. */
export function stonePine(paint: Paint, height: number, seed: number): string {
  const random = chance(seed)
  const trunk = `M${-height * 0.035} 0C${-height * 0.02} ${-height * 0.3} ${height * 0.01} ${-height * 0.5} ${-height * 0.07} ${-height * 0.78}h${height * 0.05}C${height * 0.06} ${-height * 0.5} ${height * 0.02} ${-height * 0.3} ${height * 0.035} 0Z`
  const bough = line(
    `M${height * 0.02} ${-height * 0.5}C${height * 0.1} ${-height * 0.56} ${height * 0.16} ${-height * 0.62} ${height * 0.2} ${-height * 0.74}`,
    paint.trunk,
    height * 0.03,
  )
  const clouds = [
    [0.24, -0.72, 0.2],
    [-0.3, -0.74, 0.22],
    [-0.04, -0.84, 0.34],
    [0.1, -0.78, 0.24],
  ].map(([x = 0, y = 0, r = 0]) => {
    const wide = height * r * (0.95 + random() * 0.15)
    const [cx, cy] = [height * x, height * y]
    const high = wide * 0.42
    const d = `M${cx - wide} ${cy}C${cx - wide} ${cy - high} ${cx - wide * 0.5} ${cy - high * 1.5} ${cx} ${cy - high * 1.4}C${cx + wide * 0.6} ${cy - high * 1.5} ${cx + wide} ${cy - high} ${cx + wide} ${cy}C${cx + wide * 0.6} ${cy + high * 0.5} ${cx - wide * 0.6} ${cy + high * 0.5} ${cx - wide} ${cy}Z`
    return shaded(d, paint.pine, {
      from: [cx + wide * 0.5, cy - high],
      to: [cx - wide * 0.4, cy + high * 0.7],
      strength: 1,
    })
  })
  return flat(trunk, paint.trunk) + bough + clouds.join('')
}

/** A low thicket of round leaves: olive, lentisk, bougainvillea by its colour. */
export function bush(width: number, height: number, color: string, seed: number): string {
  const random = chance(seed)
  const count = Math.max(4, Math.round(width / height / 0.42))
  const balls = Array.from({ length: count }, (_, place) => {
    const t = (place + 0.5) / count
    const dome = Math.sin(Math.PI * t) ** 0.6
    const radius = height * (0.26 + random() * 0.16) * (0.6 + dome * 0.5)
    const x = (t - 0.5) * width * 0.92
    return { x, y: -dome * height * 0.6 - random() * height * 0.1, radius }
  }).toSorted((one, other) => one.y - other.y)
  const base = `M${-width / 2} 0C${-width / 2} ${-height * 0.7} ${width / 2} ${-height * 0.7} ${width / 2} 0Z`
  return (
    flat(base, color) + balls.map(({ x, y, radius }) => ball([x, y], radius, color, SUN)).join('')
  )
}

/** Reeds and grasses, dark against the light. */
export function reeds(color: string, width: number, height: number, seed: number): string {
  const random = chance(seed)
  const count = Math.round(width / 7)
  const blades = Array.from({ length: count }, () => {
    const x = (random() - 0.5) * width
    const high = height * (0.35 + random() * 0.65) * (1 - Math.abs(x / width) * 0.8)
    const lean = (random() - 0.4) * high * 0.5
    return `M${round(x - 2)} 2Q${round(x)} ${round(-high * 0.6)} ${round(x + lean)} ${round(-high)}Q${round(x + 2.5)} ${round(-high * 0.55)} ${round(x + 2.5)} 2Z`
  })
  return flat(blades.join(''), color)
}

/** An agave at the side of the road. */
export function agave(paint: Paint, size: number): string {
  const leaves = [-78, 78, -58, 60, -38, 40, -18, 20, 0].map((degrees, place) => {
    const length = size * (0.75 + (place / 9) * 0.25)
    const w = size * 0.11
    const d = `M${-w} 0Q${-w * 1.1} ${-length * 0.5} 0 ${-length}Q${w * 1.1} ${-length * 0.5} ${w} 0Z`
    const leaf = shaded(d, place > 4 ? paint.olive : paint.leaf, {
      from: [w, -length],
      to: [-w, -length * 0.2],
      strength: 0.95,
    })
    return `<g transform="rotate(${degrees})">${leaf}</g>`
  })
  return leaves.join('')
}

/** Trees on a distant slope: a row of small crowns. */
export function grove(color: string, from: Point, to: Point, size: number, seed: number): string {
  const random = chance(seed)
  const count = Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / (size * 1.1))
  const crowns = Array.from({ length: count }, () => {
    const t = random()
    const radius = size * (0.5 + random() * 0.6)
    const x = from[0] + (to[0] - from[0]) * t
    const y = from[1] + (to[1] - from[1]) * t + random() * size * 0.6
    return at([round(x), round(y)], 1, ball([0, -radius * 0.6], round(radius), color, SUN))
  })
  return crowns.join('')
}
