import { house } from '../buildings.ts'
import type { Paint, Scheme } from '../paints.ts'
import { person } from '../people.ts'
import { bush, cypress, palm } from '../plants.ts'
import { cloud, gull, sky } from '../sights.ts'
import {
  at,
  box,
  cast,
  chance,
  crags,
  flat,
  halo,
  hill,
  line,
  rock,
  round,
  shaded,
  type Point,
} from '../strokes.ts'
import { minibus } from '../vehicles.ts'

const SUN: Point = [724, 214]

/** A gate in the walls that the Venetians built around Nicosia, with the five-finger mountains behind. */
export function nicosia(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 960, 400, SUN, 58),
    cloud(paint, [120, 92], 280, 0.55),
    cloud(paint, [640, 120], 240, 0.5),
    gull(paint.gull, [470, 150], 36) + gull(paint.gull, [520, 172], 24),
    crags(
      '-20 318, 70 282, 130 296, 196 232, 216 246, 238 206, 258 240, 284 196, 306 238, 330 202, 352 244, 378 216, 404 268, 500 294, 640 306, 800 290, 980 312',
      420,
      paint.farthest,
    ),
    shaded(hill('-20 352, 200 330, 420 348, 700 338, 980 350', 440), paint.far, {
      from: [900, 320],
      to: [0, 440],
      strength: 0.6,
    }),
    oldTown(paint),
    wall(paint),
    gate(paint, scheme),
    moat(paint, scheme),
  ].join('')
}

function oldTown(paint: Paint): string {
  return [
    at([40, 400], 1, palm(paint, 150, 5, 10)),
    at([30, 400], 1, house(paint, 96, 76)),
    at([112, 400], 1, house(paint, 84, 56, paint.stone)),
    at([196, 402], 1, balconies(paint)),
    at([316, 400], 1, cypress(paint, 110)),
    at([560, 400], 1, cypress(paint, 128)),
    at([598, 402], 1, church(paint)),
    at([764, 400], 1, house(paint, 92, 62, paint.stone)),
    at([850, 402], 1, house(paint, 100, 84)),
    at([792, 404], 1, palm(paint, 176, 12, -12)),
    at([946, 402], 1, cypress(paint, 120)),
    at([536, 402], 1, bush(110, 40, paint.olive, 3)),
    at([748, 404], 1, bush(90, 34, paint.leaf, 7)),
    at([330, 404], 1, bush(120, 42, paint.leaf, 11)),
  ].join('')
}

/** A house with a closed wooden balcony, as in the old streets. */
function balconies(paint: Paint): string {
  return [
    shaded(box(0, -112, 104, 112), paint.wall, { from: [104, -100], to: [-30, 0], tone: 'dusk' }),
    flat(box(-4, -118, 112, 7), paint.roof),
    shaded(box(34, -84, 44, 40), paint.nearest, { from: [78, -84], to: [30, -44], strength: 0.6 }),
    flat('M38-44 44-36h24l6-8Z', paint.nearest),
    flat(`${box(39, -78, 9, 18)}${box(51, -78, 9, 18)}${box(63, -78, 9, 18)}`, paint.window),
    flat(
      `${box(10, -92, 14, 24)}${box(10, -50, 14, 24)}${box(86, -92, 11, 24)}${box(86, -50, 11, 24)}`,
      paint.window,
    ),
  ].join('')
}

function church(paint: Paint): string {
  return [
    shaded(box(0, -78, 124, 78), paint.wall, { from: [124, -70], to: [-40, 0], tone: 'dusk' }),
    shaded('M-4-78 60-104 128-78Z', paint.roof, { from: [110, -100], to: [0, -80], strength: 0.7 }),
    shaded(box(40, -122, 44, 26), paint.wallDeep, {
      from: [84, -120],
      to: [30, -100],
      tone: 'dusk',
    }),
    shaded('M36-122C36-158 88-158 88-122Z', paint.roof, { from: [80, -150], to: [34, -122] }),
    line('M62-149v-17m-6 6h12', paint.wallDeep, 2.6),
    flat([12, 40, 68, 96].map((x) => `M${x}-20v-24q7-9 14 0v24Z`).join(''), paint.window),
    shaded(box(128, -136, 32, 136), paint.wall, {
      from: [160, -100],
      to: [122, -60],
      tone: 'dusk',
    }),
    flat('M135-124q9-12 18 0v22h-18Z', paint.window),
    flat('M122-136 144-162 166-136Z', paint.roof),
    line('M144-162v-15m-5 5h10', paint.wallDeep, 2.4),
  ].join('')
}

/** The ramparts slope outwards and have a round cornice; the courses are laid at random. */
function wall(paint: Paint): string {
  const left = 'M-10 398H350V510H-10Z'
  const right = 'M610 398H970V510H610Z'
  const random = chance(41)
  const courses = Array.from({ length: 70 }, () => {
    const x = round(random() * 940)
    const y = 412 + Math.floor(random() * 8) * 12
    return x > 320 && x < 620 ? '' : box(x, y, round(18 + random() * 22), 5)
  })
  return [
    shaded(left, paint.stone, { from: [380, 400], to: [-160, 470], tone: 'dusk', strength: 0.9 }),
    shaded(right, paint.stone, { from: [970, 400], to: [560, 500], tone: 'dusk', strength: 0.9 }),
    flat(courses.join(''), paint.stoneDeep, 0.5),
    flat('M-10 392H350v9H-10ZM610 392H970v9H610Z', paint.stoneDeep),
  ].join('')
}

function gate(paint: Paint, scheme: Scheme): string {
  const block = '336 512, 350 352, 610 352, 624 512'
  return [
    shaded(rock(block), paint.stone, {
      from: [640, 340],
      to: [300, 500],
      tone: 'dusk',
      strength: 0.95,
    }),
    flat('M342 344h276v10H342Z', paint.stoneDeep),
    shaded('M420 344 480 316 540 344Z', paint.stone, {
      from: [540, 320],
      to: [420, 340],
      tone: 'dusk',
    }),
    flat('M396 512V434C396 380 564 380 564 434V512Z', paint.stoneDeep),
    flat('M410 512V438C410 394 550 394 550 438V512Z', paint.ink),
    flat('M452 512V448C452 424 508 424 508 448V512Z', scheme === 'day' ? paint.glow : paint.window),
    halo([480, 470], 84, paint.light, 0.5),
    flat('M470 388h20l-4 26h-12Z', paint.stone),
    shaded('M370 512V420h14v92ZM576 512V420h14v92Z', paint.stone, {
      from: [600, 420],
      to: [360, 512],
      tone: 'dusk',
    }),
    line('M356 372h248', paint.stoneDeep, 3, 0.6),
  ].join('')
}

function moat(paint: Paint, scheme: Scheme): string {
  const path = 'M440 508H520L640 610H300Z'
  const { coral, cyan, ink, nearest } = paint
  return [
    shaded(hill('-20 508, 480 506, 980 508', 620), paint.sandDeep, {
      from: [940, 500],
      to: [0, 640],
      tone: 'dusk',
      strength: 0.8,
    }),
    shaded(path, paint.sand, { from: [560, 508], to: [360, 620], tone: 'dusk', strength: 0.5 }),
    at([212, 514], 1, bush(200, 44, paint.olive, 17)),
    at([738, 514], 1, bush(170, 40, paint.olive, 19)),
    at(
      [520, 572],
      0.86,
      person({
        coat: cyan,
        legs: ink,
        skin: '#c98f6b',
        hair: '#3a2418',
        bag: coral,
        isWalking: true,
      }),
    ),
    at(
      [446, 558],
      0.76,
      person({ coat: coral, legs: nearest, skin: '#e6b592', hair: '#5a3a22', isWalking: true }),
    ),
    at([672, 580], 1.04, minibus(paint, scheme)),
    at([110, 566], 1, palm(paint, 250, 9, -16)),
    at([196, 578], 1, palm(paint, 186, 15, 18)),
    at([150, 606], 1, bush(340, 56, paint.pine, 29)),
    flat('M560 600C700 588 860 590 970 584V610H560Z', nearest),
    cast('M0 560H960V600H0Z', { from: [480, 560], to: [480, 640], strength: 0.6 }),
  ].join('')
}
