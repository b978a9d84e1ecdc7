import type { Paint, Scheme } from '../paints.ts'
import { agave, bush } from '../plants.ts'
import { boulder, cloud, glitter, gull, sky } from '../sights.ts'
import {
  at,
  blended,
  box,
  cast,
  chance,
  flat,
  hill,
  line,
  rock,
  round,
  shaded,
  stripes,
  type Point,
} from '../strokes.ts'
import { minibus } from '../vehicles.ts'

const SUN: Point = [250, 262]
const HORIZON = 300

/** The rocks in the sea on the road to Paphos, late in the day. */
export function paphosCoast(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 960, 340, SUN, 60),
    cloud(paint, [420, 96], 320, 0.6),
    cloud(paint, [60, 170], 220, 0.5),
    gull(paint.gull, [360, 190], 40) +
      gull(paint.gull, [420, 214], 28) +
      gull(paint.gull, [330, 222], 22),
    sea(paint),
    headland(paint),
    at([560, 436], 1.12, stack(paint)),
    beach(paint),
    road(paint, scheme),
  ].join('')
}

function sea(paint: Paint): string {
  const water = box(0, HORIZON, 960, 200)
  return [
    blended(water, [0, HORIZON], [0, 480], paint.skyLow, paint.sea, paint.seaDeep),
    cast(water, { from: [400, 360], to: [1000, 480], strength: 0.7 }),
    cast(water, { from: [150, 380], to: [-120, 460], strength: 0.5 }),
    glitter(paint.sun, [SUN[0], HORIZON + 4], 450, 110, 9),
  ].join('')
}

/** Lit from the left by the low sun, so the right of each rock is dark. */
function stack(paint: Paint): string {
  const big =
    '-112 10, -104 -60, -86 -96, -80 -150, -52 -196, -22 -206, 4 -188, 18 -150, 44 -128, 58 -84, 84 -58, 96 10'
  const dark =
    '-22 -206, 4 -188, 18 -150, 44 -128, 58 -84, 84 -58, 96 10, -6 10, 10 -40, -14 -92, 2 -140, -20 -172'
  const small = '104 12, 110 -34, 132 -62, 158 -66, 176 -40, 196 -22, 204 12'
  const smallDark = '158 -66, 176 -40, 196 -22, 204 12, 150 12, 158 -20, 148 -44'
  const low = '-196 14, -186 -16, -164 -30, -142 -20, -126 14'
  return [
    flat(rock(low), paint.stone) +
      cast(rock(low), { from: [-190, -20], to: [-120, 10], tone: 'dusk' }),
    flat(rock(big), paint.stone),
    cast(rock(big), { from: [-100, -160], to: [110, 10], tone: 'dusk', strength: 0.7 }),
    flat(rock(dark), paint.stoneDeep),
    cast(rock(dark), { from: [-20, -180], to: [90, 20], strength: 0.95 }),
    line('M-84-96-40-84-58-40M-70-150-44-140-50-108M-100-40-76-28', paint.stoneDeep, 3, 0.7),
    flat(rock(small), paint.stone) +
      flat(rock(smallDark), paint.stoneDeep) +
      cast(rock(smallDark), { from: [150, -50], to: [206, 10], strength: 0.9 }),
    foam(paint, [-210, 12], 430, 3),
  ].join('')
}

function foam(paint: Paint, [x, y]: Point, width: number, seed: number): string {
  const random = chance(seed)
  let edge = `M${x} ${y}`
  for (let reached = 0; reached < width;) {
    const step = 18 + random() * 26
    edge += `q${round(step / 2)} ${round(-5 - random() * 9)} ${round(step)} 0`
    reached += step
  }
  return flat(`${edge}v7h${-width - 20}Z`, paint.foam, 0.95)
}

function headland(paint: Paint): string {
  const far = '560 304, 660 282, 740 262, 840 216, 980 190'
  const near = '690 352, 760 318, 820 262, 880 236, 980 168'
  return [
    shaded(hill(far, 310), paint.farthest, { from: [620, 240], to: [1000, 320], strength: 0.5 }),
    shaded(hill(near, 360), paint.wallDeep, { from: [740, 200], to: [980, 380], strength: 0.95 }),
    line('M800 300l26 14m20-70 22 40m40-66 16 52', paint.stoneDeep, 3, 0.5),
  ].join('')
}

function beach(paint: Paint): string {
  const shore = hill('-20 470, 160 452, 380 458, 560 446, 760 420, 980 352', 620)
  return [
    shaded(shore, paint.sand, { from: [200, 430], to: [1040, 520], tone: 'dusk' }),
    line('M-10 468C140 448 300 458 420 454', paint.foam, 3.5, 0.9),
    line('M470 452C520 448 560 444 600 438M650 430C760 414 880 388 970 352', paint.foam, 3, 0.7),
    boulder([420, 470], 18, paint.stoneDeep) + boulder([452, 474], 11, paint.stoneDeep),
    at([820, 474], 1, bush(200, 56, paint.olive, 4)),
    at([930, 460], 1, bush(150, 66, paint.leaf, 7)),
  ].join('')
}

function road(paint: Paint, scheme: Scheme): string {
  return [
    shaded('M-10 500C250 486 640 486 970 470V556C640 572 250 572-10 566Z', paint.road, {
      from: [200, 480],
      to: [1040, 560],
      strength: 0.75,
    }),
    stripes('M-10 536C250 524 640 526 970 508', paint.line, 4),
    at([150, 548], 1.5, minibus(paint, scheme)),
    line(
      Array.from({ length: 9 }, (_, place) => `M${20 + place * 118} 584v-26`).join(''),
      paint.wallDeep,
      9,
    ),
    line('M-10 566C250 576 640 574 970 556', paint.wall, 8),
    shaded('M-10 584C250 578 640 590 970 574V620H-10Z', paint.nearest, {
      from: [300, 560],
      to: [960, 640],
    }),
    at([770, 604], 1, agave(paint, 104)),
    at([880, 606], 1, agave(paint, 76)),
    at([70, 606], 1, bush(240, 52, paint.pine, 23)),
  ].join('')
}
