import type { Paint, Scheme } from '../paints.ts'
import { person } from '../people.ts'
import { bush, palm } from '../plants.ts'
import { cloud, glitter, gull, sky } from '../sights.ts'
import { at, blended, box, cast, flat, halo, hill, line, shaded, type Point } from '../strokes.ts'
import { limousine } from '../vehicles.ts'

const SUN: Point = [690, 300]
const HORIZON = 352

/** A car with a driver waits at a hotel by the sea. */
export function promenade(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 960, 392, SUN, 66),
    cloud(paint, [470, 110], 300, 0.6),
    cloud(paint, [720, 190], 220, 0.5),
    gull(paint.gull, [560, 210], 38) + gull(paint.gull, [618, 232], 26),
    bay(paint),
    hotel(paint, scheme),
    at([470, 474], 1, palm(paint, 330, 7, 26)),
    at([888, 476], 1, palm(paint, 380, 18, -24)),
    at([820, 472], 1, palm(paint, 270, 25, 20)),
    street(paint, scheme),
  ].join('')
}

function bay(paint: Paint): string {
  const water = box(0, HORIZON, 960, 110)
  const cape = '730 356, 800 340, 880 316, 980 300'
  return [
    blended(water, [0, HORIZON], [0, 460], paint.skyLow, paint.sea, paint.seaDeep),
    shaded(hill(cape, 358), paint.far, { from: [740, 300], to: [1000, 360], strength: 0.6 }),
    glitter(paint.sun, [SUN[0], HORIZON + 3], 440, 100, 12),
    at(
      [520, 372],
      1,
      flat('M-30 0h60l-10 9h-42Z', paint.wall) +
        flat('M-2-4V-62L26-4ZM-7-4V-50L-24-4Z', paint.cream),
    ),
    shaded('M-10 436H970V470H-10Z', paint.sand, { from: [700, 430], to: [-60, 470], tone: 'dusk' }),
    flat('M-10 430H970V439H-10Z', paint.wall),
    line(
      Array.from({ length: 20 }, (_, place) => `M${20 + place * 50} 432v-26`).join(''),
      paint.wallDeep,
      3,
    ),
    line('M-10 406H970', paint.wallDeep, 4),
  ].join('')
}

function hotel(paint: Paint, scheme: Scheme): string {
  const floors = [96, 170, 244].map((y) => {
    const doors = [30, 106, 182, 258]
      .map((x) => `M${x} ${y + 58}V${y + 20}q21-22 42 0v38Z`)
      .join('')
    const rails = [24, 100, 176, 252].map((x) => box(x, y + 40, 54, 20)).join('')
    return (
      flat(doors, paint.window) +
      flat(rails, paint.cream, 0.9) +
      line(
        [24, 100, 176, 252]
          .map((x) => `M${x + 9} ${y + 42}v16m12-16v16m12-16v16m12-16v16`)
          .join(''),
        paint.wallDeep,
        2,
      )
    )
  })
  return [
    shaded('M-10 70H330V474H-10Z', paint.wall, {
      from: [330, 200],
      to: [-120, 420],
      tone: 'dusk',
      strength: 0.9,
    }),
    flat('M-10 58H342V74H-10Z', paint.roof),
    ...floors,
    blended(
      box(24, 340, 282, 130),
      [0, 340],
      [0, 470],
      paint.window,
      scheme === 'day' ? paint.glint : paint.light,
    ),
    line('M94 340v130M164 340v130M236 340v130', paint.wall, 7),
    shaded('M-10 322H372V340H-10Z', paint.cyanDeep, { from: [372, 322], to: [-60, 340] }),
    line('M352 340V470', paint.wallDeep, 7),
    scheme === 'night' ? halo([164, 420], 190, paint.lamp, 0.35) : '',
    at([22, 476], 1, bush(90, 62, paint.flower, 5)),
    at([322, 476], 1, bush(80, 50, paint.flower, 13)),
  ].join('')
}

function street(paint: Paint, scheme: Scheme): string {
  const chauffeur = person({
    coat: paint.nearest,
    legs: paint.ink,
    skin: '#c98f6b',
    hair: '#2a1a12',
    cap: paint.ink,
  })
  const guest = person({
    coat: paint.coral,
    legs: paint.nearest,
    skin: '#e6b592',
    hair: '#5a3a22',
    bag: paint.orange,
    isWalking: true,
  })
  return [
    shaded('M-10 466H970V500H-10Z', paint.wallDeep, {
      from: [700, 460],
      to: [-60, 500],
      tone: 'dusk',
    }),
    shaded('M-10 496H970V610H-10Z', paint.road, {
      from: [700, 480],
      to: [-120, 620],
      strength: 0.8,
    }),
    cast('M-10 496H970V530H-10Z', { from: [480, 530], to: [480, 490], strength: 0.3 }),
    at([262, 494], 1.32, guest),
    at([356, 492], 1.4, chauffeur),
    at([372, 560], 1.72, limousine(paint, scheme)),
    flat('M-10 584H970V610H-10Z', paint.nearest),
    line('M-10 584H970', paint.line, 4, 0.8),
  ].join('')
}
