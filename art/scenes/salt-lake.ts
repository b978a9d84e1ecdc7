import { house, tekke, tower } from '../buildings.ts'
import type { Paint, Scheme } from '../paints.ts'
import { bush, cypress, palm, reeds } from '../plants.ts'
import { cloud, flamingo, glitter, gull, sky } from '../sights.ts'
import { at, blended, box, cast, flat, hill, shaded, stripes, type Point } from '../strokes.ts'
import { airliner, coach } from '../vehicles.ts'

const SUN: Point = [1560, 372]
const WATER = 392

/**
 * The first bus of the day passes the salt lake of Larnaca. 2400 × 600; phones show only the
 * middle.
 */
export function saltLake(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 2400, 440, SUN, 62),
    cloud(paint, [980, 150], 420, 0.55),
    cloud(paint, [1700, 236], 360, 0.6),
    cloud(paint, [300, 200], 300, 0.4),
    at([1880, 120], [-0.3, 0.3], `<g transform="rotate(9)">${airliner(paint, scheme)}</g>`),
    mountains(paint),
    lake(paint),
    farShore(paint),
    birds(paint),
    nearShore(paint, scheme),
    road(paint, scheme),
  ].join('')
}

function mountains(paint: Paint): string {
  const far = '0 330, 180 262, 330 232, 520 288, 760 318, 980 352, 1240 372, 1400 384'
  const cone = '0 366, 130 340, 250 246, 300 190, 330 186, 380 240, 520 338, 760 372, 1000 392'
  const east = '1760 392, 1960 372, 2140 338, 2280 322, 2400 330'
  return [
    shaded(hill(far, 420), paint.farthest, { from: [500, 200], to: [0, 380], strength: 0.5 }),
    shaded(hill(cone, 420), paint.far, { from: [420, 200], to: [180, 380], strength: 0.8 }),
    flat('M292 191h46v-14h-12v-9l-8-8-8 8v4h-18Z', paint.wall),
    shaded(hill(east, 420), paint.far, { from: [1900, 330], to: [2400, 420], strength: 0.6 }),
  ].join('')
}

function lake(paint: Paint): string {
  const water = box(0, WATER, 2400, 130)
  const [x] = SUN
  return [
    blended(water, [0, WATER], [0, 520], paint.skyLow, paint.sea, paint.seaDeep),
    cast(water, { from: [x - 300, 440], to: [-300, 500], strength: 0.5 }),
    cast(water, { from: [x + 400, 440], to: [2700, 500], strength: 0.5 }),
    glitter(paint.sun, [x, WATER + 3], 510, 150, 5),
  ].join('')
}

function farShore(paint: Paint): string {
  return [
    shaded(hill('420 400, 540 384, 700 378, 900 386, 1040 398', 408), paint.sand, {
      from: [900, 380],
      to: [420, 408],
      tone: 'dusk',
      strength: 0.6,
    }),
    at([560, 394], 0.9, bush(150, 60, paint.olive, 4)),
    at([930, 394], 1, palm(paint, 130, 3, 12)),
    at([660, 392], 1, palm(paint, 152, 8, -10)),
    at([700, 394], 1, tekke(paint)),
    at([900, 396], 1, bush(130, 50, paint.leaf, 9)),
    at([640, 398], 1, bush(120, 42, paint.leaf, 6)),
    at([790, 400], 1, bush(90, 26, paint.olive, 16)),
  ].join('')
}

/** Each bird has its reflection in the still water. */
function birds(paint: Paint): string {
  const flock: [x: number, y: number, size: number, isFeeding: boolean, toLeft?: boolean][] = [
    [1390, 430, 0.5, false],
    [1432, 434, 0.54, true],
    [1650, 432, 0.5, true, true],
    [1700, 428, 0.46, false, true],
    [1752, 444, 0.7, false],
    [1480, 448, 0.74, false, true],
    [1832, 462, 0.92, false, true],
    [1930, 452, 0.8, true],
    [2030, 440, 0.56, false, true],
    [1330, 446, 0.7, true],
  ]
  const gulls =
    gull(paint.gull, [1180, 236], 40) +
    gull(paint.gull, [1250, 262], 28) +
    gull(paint.gull, [1120, 276], 24)
  return (
    gulls +
    flock
      .map(([x, y, size, isFeeding, toLeft]) => {
        const bird = flamingo(paint, isFeeding)
        const wide = toLeft ? -size : size
        return (
          `<g opacity=".3">${at([x, y + 4], [wide, -size * 0.55], bird)}</g>` +
          at([x, y], [wide, size], bird)
        )
      })
      .join('')
  )
}

function nearShore(paint: Paint, scheme: Scheme): string {
  const west = '0 424, 200 416, 420 440, 700 474, 1000 492, 1400 500'
  const east = '1400 500, 1700 496, 1980 470, 2160 452, 2400 444'
  return [
    shaded(hill(west, 540), paint.sand, {
      from: [900, 440],
      to: [-200, 540],
      tone: 'dusk',
      strength: 0.7,
    }),
    shaded(hill(east, 540), paint.sand, {
      from: [1700, 470],
      to: [2600, 540],
      tone: 'dusk',
      strength: 0.7,
    }),
    village(paint),
    at([2236, 476], 0.86, tower(paint, scheme)),
    shaded('M2262 476v-44q70-30 138-34v78Z', paint.wall, {
      from: [2420, 420],
      to: [2230, 480],
      tone: 'dusk',
      strength: 0.6,
    }),
    flat('M2262 432q70-30 138-34v12q-68 4-138 36Z', paint.cyan),
    flat('M2280 462v-18h24v18zm36 0v-18h24v18zm36 0v-18h24v18Z', paint.window),
    at([2150, 480], 0.9, bush(120, 40, paint.olive, 21)),
  ].join('')
}

function village(paint: Paint): string {
  return [
    at([40, 438], 1, cypress(paint, 128)),
    at([84, 440], 1, cypress(paint, 176)),
    at([250, 444], 1, house(paint, 76, 52, paint.stone)),
    at([150, 446], 1, house(paint, 96, 64)),
    at([346, 448], 1, cypress(paint, 140)),
    at([380, 452], 1, cypress(paint, 104)),
    at([128, 452], 1, bush(110, 40, paint.olive, 2)),
    at([300, 456], 1, bush(120, 36, paint.leaf, 3)),
    at([440, 462], 1, bush(90, 30, paint.olive, 5)),
  ].join('')
}

function road(paint: Paint, scheme: Scheme): string {
  const bank = hill('0 480, 500 496, 1200 506, 1900 498, 2400 484', 600)
  return [
    shaded(bank, paint.earth, { from: [0, 480], to: [0, 640], tone: 'dusk', strength: 0.7 }),
    shaded('M0 516C600 528 1800 528 2400 516V566C1800 580 600 580 0 566Z', paint.road, {
      from: [1500, 520],
      to: [-200, 580],
      strength: 0.75,
    }),
    stripes('M0 541C600 554 1800 554 2400 541', paint.line, 3.5),
    at([880, 552], 1.16, coach(paint, scheme)),
    flat('M0 574C600 588 1800 588 2400 574V600H0Z', paint.nearest),
    at([120, 604], 1, reeds(paint.nearest, 320, 96, 31)),
    at([640, 606], 1, reeds(paint.nearest, 260, 60, 32)),
    at([1610, 606], 1, reeds(paint.nearest, 320, 70, 33)),
    at([2240, 604], 1, reeds(paint.nearest, 360, 104, 34)),
  ].join('')
}
