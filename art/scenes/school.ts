import type { Paint, Scheme } from '../paints.ts'
import { person } from '../people.ts'
import { bush, cypress } from '../plants.ts'
import { cloud, gull, sky } from '../sights.ts'
import { at, ball, box, cast, disc, flat, hill, shaded, type Point } from '../strokes.ts'
import { minibus } from '../vehicles.ts'

const SUN: Point = [806, 158]

/** A morning in front of a village school with columns, a type found all over the island. */
export function school(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 960, 430, SUN, 56, true),
    cloud(paint, [60, 120], 260, 0.6),
    cloud(paint, [620, 84], 220, 0.45),
    gull(paint.gull, [170, 190], 34) + gull(paint.gull, [226, 210], 24),
    shaded(hill('-20 372, 140 326, 320 362, 560 340, 760 316, 980 350', 480), paint.farthest, {
      from: [900, 300],
      to: [0, 460],
      strength: 0.6,
    }),
    shaded(hill('-20 420, 240 392, 500 418, 980 388', 480), paint.far, {
      from: [960, 380],
      to: [0, 470],
      strength: 0.7,
    }),
    at([330, 470], 1, cypress(paint, 190)),
    at([285, 472], 1, cypress(paint, 140)),
    at([948, 470], 1, cypress(paint, 210)),
    at([372, 470], 1, schoolhouse(paint)),
    yard(paint, scheme),
  ].join('')
}

/** 560 wide. */
function schoolhouse(paint: Paint): string {
  const windows = [28, 96, 420, 488].map((x) => box(x, -118, 42, 70)).join('')
  const shutters = [18, 72, 86, 140, 410, 464, 478, 532].map((x) => box(x, -120, 9, 74)).join('')
  const columns = [196, 246, 296, 346].map((x) => {
    return (
      shaded(`M${x}-22V-140h20v118Z`, paint.wall, {
        from: [x + 22, 0],
        to: [x - 6, 0],
        tone: 'dusk',
      }) + flat(`M${x - 5}-146h30v8h-30ZM${x - 4}-24h28v8h-28Z`, paint.wallDeep)
    )
  })
  return [
    shaded(box(0, -160, 560, 160), paint.stone, {
      from: [560, -160],
      to: [-120, 0],
      tone: 'dusk',
      strength: 0.8,
    }),
    flat('M-12-160H572L540-206H20Z', paint.roof),
    cast('M-12-160H572L540-206H20Z', { from: [560, -200], to: [-60, -150], strength: 0.7 }),
    flat(windows, paint.window),
    flat(shutters, paint.cyanDeep),
    flat(box(190, -146, 184, 130), paint.stoneDeep),
    cast(box(190, -146, 184, 130), { from: [380, 0], to: [160, -140], strength: 0.7 }),
    flat('M260-16V-92q22-26 44 0v76Z', paint.window),
    ...columns,
    flat('M178-162H388V-146H178Z', paint.wall),
    shaded('M172-162 283-224 394-162Z', paint.wall, {
      from: [390, -200],
      to: [190, -160],
      tone: 'dusk',
    }),
    shaded('M200-168 283-213 366-168Z', paint.wallDeep, {
      from: [366, -200],
      to: [210, -168],
      tone: 'dusk',
    }),
    flat(disc(283, -184, 10), paint.window),
    flat('M176-16H390V-8H176ZM164-8H402V2H164Z', paint.wallDeep),
    at([60, 2], 1, bush(130, 40, paint.olive, 4)),
    at([490, 2], 1, bush(150, 42, paint.olive, 8)),
  ].join('')
}

/** A carob tree that has seen many classes. */
function carob(paint: Paint): string {
  const crowns: [number, number, number][] = [
    [-70, -150, 52],
    [76, -160, 58],
    [-20, -214, 62],
    [44, -222, 52],
    [-50, -190, 48],
    [100, -196, 40],
    [8, -150, 60],
  ]
  return [
    flat(
      'M-18 4C-8-40-26-80-50-128l16-6C-14-100-2-90 0-74 10-96 30-110 56-140l14 8C40-92 20-50 24 4Z',
      paint.trunk,
    ),
    ...crowns.map(([x, y, radius]) => ball([x, y], radius, paint.leaf, [400, -500])),
  ].join('')
}

function yard(paint: Paint, scheme: Scheme): string {
  const { coral, cyan, orange, ink, near, nearest } = paint
  return [
    shaded(hill('-20 470, 480 466, 980 468', 620), paint.sandDeep, {
      from: [900, 460],
      to: [-60, 600],
      tone: 'dusk',
      strength: 0.8,
    }),
    at([96, 488], 1.16, carob(paint)),
    shaded('M-10 504C300 510 700 510 970 502V566C700 578 300 578-10 570Z', paint.road, {
      from: [900, 500],
      to: [-60, 580],
      strength: 0.8,
    }),
    at([176, 552], 1.5, minibus(paint, scheme)),
    at([700, 506], 0.78, child(coral, ink, '#3a2418', cyan, '#e6b592')),
    at([752, 508], 0.7, child(cyan, nearest, '#2a1a12', orange, '#c98f6b')),
    at([804, 504], 0.82, child(orange, near, '#5a3a22', nearest, '#d8a27e')),
    at([876, 506], 1.15, person({ coat: nearest, legs: ink, skin: '#c98f6b', hair: '#2a1a12' })),
    flat('M-10 580C300 592 700 592 970 578V610H-10Z', nearest),
    at([90, 606], 1, bush(260, 50, paint.pine, 6)),
    at([880, 608], 1, bush(200, 40, paint.pine, 9)),
  ].join('')
}

function child(coat: string, legs: string, hair: string, pack: string, skin: string): string {
  const satchel = flat('M-20-74q-3 0-3 4v20q0 4 4 4h12v-28Z', pack)
  return satchel + person({ coat, legs, hair, skin, isWalking: true })
}
