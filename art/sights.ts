import type { Paint, Scheme } from './paints.ts'
import {
  at,
  ball,
  blended,
  box,
  cast,
  chance,
  disc,
  flat,
  halo,
  line,
  round,
  shaded,
  type Point,
} from './strokes.ts'

/** The sky behind a picture, with the sun (by night the moon) in it, and its light. */
export function sky(
  paint: Paint,
  scheme: Scheme,
  width: number,
  bottom: number,
  sun: Point,
  size: number,
  isCrescent = false,
): string {
  const whole = box(0, 0, width, bottom)
  const stars = scheme === 'night' ? starry(width, bottom) : ''
  return [
    blended(whole, [0, 0], [0, bottom], paint.skyTop, paint.sky, paint.skyLow),
    cast(whole, { from: [0, bottom * 0.55], to: [0, -bottom * 0.25], strength: 0.55 }),
    stars,
    halo(sun, size * 5.2, paint.glow, scheme === 'day' ? 0.95 : 0.5),
    flat(
      isCrescent && scheme === 'night' ? crescent(sun, size) : disc(sun[0], sun[1], size),
      paint.sun,
    ),
    !isCrescent && scheme === 'night'
      ? cast(disc(sun[0], sun[1], size), {
          from: sun,
          to: [sun[0] - size, sun[1] + size],
          strength: 0.5,
        })
      : '',
  ].join('')
}

function crescent([x, y]: Point, size: number): string {
  const [top, bottom] = [
    `${x + size * 0.3} ${y - size * 0.8}`,
    `${x + size * 0.3} ${y + size * 0.8}`,
  ]
  return `M${top}A${size * 0.85} ${size * 0.85} 0 1 0 ${bottom}A${size} ${size} 0 0 1 ${top}Z`
}

function starry(width: number, bottom: number): string {
  const random = chance(11)
  const stars = Array.from({ length: Math.round(width / 11) }, () => {
    const [x, y] = [random() * width, random() ** 1.4 * bottom * 0.75]
    return disc(round(x), round(y), round(0.6 + random() * 1.1))
  })
  return flat(stars.join(''), '#f3ead6', 0.75)
}

/** Long flat morning clouds. */
export function cloud(paint: Paint, [x, y]: Point, length: number, opacity = 0.8): string {
  const h = length * 0.045
  const bar = (dx: number, dy: number, w: number) => {
    const [left, top] = [x + dx * length, y + dy * h]
    return `M${left} ${top}q${h * 0.2} ${-h} ${h * 1.4} ${-h}h${w * length - h * 2.8}q${h * 1.2} 0 ${h * 1.4} ${h}Z`
  }
  const d = bar(0, 0, 0.7) + bar(0.22, -0.95, 0.42) + bar(0.16, 0.95, 0.84)
  return `<g opacity="${opacity}">${shaded(d, paint.cloud, { from: [x + length, y - h * 2], to: [x, y + h * 2], strength: 0.28 })}</g>`
}

/** Light on water below the sun: short strokes, wider and farther apart towards the viewer. */
export function glitter(
  color: string,
  [x, y]: Point,
  bottom: number,
  spread: number,
  seed: number,
): string {
  const random = chance(seed)
  const strokes: string[] = []
  for (let depth = 0; depth < 1; depth += 0.035) {
    const row = y + depth ** 1.4 * (bottom - y)
    const reach = spread * (0.35 + depth)
    for (let stroke = 0; stroke < 4; stroke++) {
      const length = reach * (0.12 + random() * 0.4)
      const left = x + (random() - 0.5) * reach * 1.7 - length / 2
      const h = 1 + depth * 3.4
      strokes.push(
        `M${round(left)} ${round(row)}q${round(length / 2)} ${round(-h)} ${round(length)} 0q${round(-length / 2)} ${round(h)} ${round(-length)} 0Z`,
      )
    }
  }
  return flat(strokes.join(''), color, 0.85)
}

/** A flamingo, 104 from crown to foot, looking right; if `isFeeding`, with its bill in the water. */
export function flamingo(paint: Paint, isFeeding = false): string {
  const body =
    'M-34-42C-26-62-6-72 16-68 30-65 38-56 34-47 28-36 4-32-14-38-22-40-28-38-40-32-42-34-38-38-34-42Z'
  const wing = 'M-36-41C-22-52 0-58 22-52 16-42 0-37-14-40-22-41-28-38-38-33Z'
  const neck = isFeeding
    ? 'M28-54C46-60 56-44 52-26 50-16 47-10 44-5'
    : 'M28-54C48-60 46-76 36-86 26-96 32-112 44-110'
  const head = isFeeding
    ? flat('M48-8c-1 5-5 8-9 7-4 0-6-3-5-6l2-4 6-2Z', paint.coral) +
      flat('M39-1c-3 1-6-1-8 3l6 1Z', paint.ink)
    : flat('M40-114c6-3 13 0 14 5 0 4-4 7-9 6-5 0-8-3-8-6Z', paint.coral) +
      flat('M52-112c6 1 9 5 8 12l-4 3c-2-4-2-7-5-9Z', paint.cream) +
      flat('M58-103l2 3-4 3c-1-2-1-3-1-5Z', paint.ink)
  return [
    line('M-2-40-4-18-2 2M8-40 12-20 8 2', paint.coral, 2.2),
    line(neck, paint.coral, 6.5),
    shaded(body, paint.coral, { from: [20, -66], to: [-14, -28], strength: 0.6 }),
    shaded(wing, paint.flower, { from: [20, -56], to: [-36, -34], strength: 0.45 }),
    head,
  ].join('')
}

/** A distant sea bird. */
export function gull(color: string, [x, y]: Point, span: number): string {
  return line(
    `M${x} ${y}q${span * 0.25} ${-span * 0.3} ${span * 0.5} 0q${span * 0.25} ${-span * 0.3} ${span * 0.5} 0`,
    color,
    span * 0.07,
    0.85,
  )
}

export function boulder([x, y]: Point, radius: number, color: string): string {
  return at([x, y], [1, 0.62], ball([0, 0], radius, color, [400, -500]))
}
