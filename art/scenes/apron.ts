import { tower } from '../buildings.ts'
import type { Paint, Scheme } from '../paints.ts'
import { person } from '../people.ts'
import { cloud, gull, sky } from '../sights.ts'
import { at, box, cast, flat, halo, hill, line, shaded, type Point } from '../strokes.ts'
import { airliner, coach } from '../vehicles.ts'

const SUN: Point = [212, 330]

/** A crew has landed, and its coach waits beside the aircraft. */
export function apron(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 960, 410, SUN, 70),
    cloud(paint, [40, 150], 300, 0.6),
    cloud(paint, [560, 70], 260, 0.5),
    gull(paint.gull, [330, 120], 36) + gull(paint.gull, [386, 140], 24),
    shaded(hill('-20 372, 180 352, 330 366, 520 344, 760 360, 980 340', 420), paint.far, {
      from: [100, 340],
      to: [980, 400],
      strength: 0.6,
    }),
    at([92, 402], 0.74, tower(paint, scheme)),
    flat('M118 402v-34q120-24 240-14v48Z', paint.wallDeep),
    flat('M118 368q120-24 240-14v9q-120-8-240 15Z', paint.cyanDeep),
    flat([140, 176, 212, 248, 284, 320].map((x) => box(x, 378, 22, 14)).join(''), paint.window),
    ground(paint),
    at([286, 470], 1.46, airliner(paint, scheme)),
    steps(paint),
    at([520, 560], 1.08, coach(paint, scheme)),
    crew(paint),
    scheme === 'night' ? halo([470, 500], 260, paint.lamp, 0.22) : '',
  ].join('')
}

function ground(paint: Paint): string {
  const field = 'M-10 402H970V610H-10Z'
  return [
    shaded(field, paint.road, { from: [240, 400], to: [1000, 640], strength: 0.85 }),
    cast('M-10 402H970V430H-10Z', { from: [480, 430], to: [480, 396], strength: 0.3 }),
    cast('M120 402H320L560 610H-40Z', {
      from: [220, 640],
      to: [220, 380],
      tone: 'light',
      strength: 0.7,
    }),
    line('M-10 580C300 520 620 488 970 476', paint.line, 5, 0.85),
    line('M-10 436H970', paint.glow, 3, 0.5),
  ].join('')
}

function steps(paint: Paint): string {
  const tread = Array.from(
    { length: 9 },
    (_, place) => `M${392 + place * 8} ${486 - place * 13}h12`,
  )
  return [
    cast('M372 492 300 520H430L478 488Z', { from: [480, 480], to: [320, 520], strength: 0.5 }),
    flat('M466 378v-36q0-8 9-8h7q9 0 9 8v36Z', paint.window),
    line('M484 380V490M398 490H494', paint.nearest, 4),
    shaded('M384 490 460 374H492V386H474L408 490Z', paint.steel, {
      from: [380, 480],
      to: [500, 400],
      strength: 0.7,
    }),
    line(tread.join(''), paint.nearest, 3.4),
    line('M380 466 452 350', paint.wall, 4),
  ].join('')
}

/** Long shadows towards the viewer: the sun is low behind the people. */
function crew(paint: Paint): string {
  const { ink, nearest, cyanDeep, coral, cyan, orange } = paint
  const people: [x: number, y: number, size: number, drawn: string][] = [
    [
      120,
      566,
      1.72,
      person({
        coat: ink,
        legs: ink,
        skin: '#c98f6b',
        hair: '#2a1a12',
        cap: nearest,
        bag: cyan,
        isWalking: true,
      }),
    ],
    [
      246,
      556,
      1.56,
      person({
        coat: nearest,
        legs: nearest,
        skin: '#e6b592',
        hair: '#6a452a',
        bag: orange,
        isWalking: true,
      }),
    ],
    [
      354,
      546,
      1.5,
      person({
        coat: cyanDeep,
        legs: ink,
        skin: '#8d5b3e',
        hair: '#1d120c',
        bag: coral,
        isWalking: true,
      }),
    ],
  ]
  return people
    .map(([x, y, size, drawn]) => {
      const shadow = `M${x - 14} ${y}L${x + 10} ${y + 64}h46L${x + 16} ${y}Z`
      return (
        cast(shadow, { from: [x + 20, y + 70], to: [x, y - 30], strength: 0.8 }) +
        at([x, y], size, drawn)
      )
    })
    .join('')
}
