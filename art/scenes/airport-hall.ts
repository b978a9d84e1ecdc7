import type { Paint, Scheme } from '../paints.ts'
import { person } from '../people.ts'
import { palm } from '../plants.ts'
import { cloud, sky } from '../sights.ts'
import { at, blended, box, cast, flat, halo, hill, line, shaded, type Point } from '../strokes.ts'
import { airliner } from '../vehicles.ts'

const SUN: Point = [640, 300]
const FLOOR = 424

/** The hall of an airport early in the day; light falls in through the whole front. */
export function airportHall(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 960, 400, SUN, 62),
    cloud(paint, [90, 150], 280, 0.6),
    cloud(paint, [690, 190], 220, 0.5),
    shaded(hill('-20 340, 200 318, 420 338, 700 330, 980 310', 420), paint.far, {
      from: [640, 320],
      to: [0, 420],
      strength: 0.6,
    }),
    shaded('M-10 372H970V430H-10Z', paint.road, {
      from: [640, 370],
      to: [-60, 440],
      strength: 0.6,
    }),
    at([196, 412], 1.02, airliner(paint, scheme)),
    at([800, 416], 1, palm(paint, 130, 5, 8)),
    at([856, 418], 1, palm(paint, 100, 9, -8)),
    front(paint),
    floor(paint),
    board(paint, scheme),
    travellers(paint),
  ].join('')
}

function front(paint: Paint): string {
  const posts = [168, 352, 536, 720, 904].map((x) => box(x - 6, 60, 12, FLOOR - 60)).join('')
  const roof = 'M-10-10H970V48C640 96 320 96-10 40Z'
  const ribs = [60, 240, 420, 600, 780, 940].map((x) => `M${x} -10L${480 + (x - 480) * 0.97} 30`)
  return [
    flat(
      [20, 210, 400, 585, 765].map((x) => `M${x + 70} 60h44L${x + 30} ${FLOOR}h-44Z`).join(''),
      paint.foam,
      0.08,
    ),
    flat(posts, paint.nearest),
    flat(box(-10, 210, 980, 6), paint.nearest),
    flat(box(-10, FLOOR - 8, 980, 10), paint.nearest),
    shaded(roof, paint.wallDeep, { from: [560, 100], to: [480, -40], strength: 0.9 }),
    line(ribs.join(''), paint.wallDeep, 5),
    line('M-10 40C320 96 640 96 970 48', paint.nearest, 8),
  ].join('')
}

/** The posts throw long shadows towards the viewer, away from the sun. */
function floor(paint: Paint): string {
  const whole = box(-10, FLOOR, 980, 190)
  const shadows = [168, 352, 536, 720, 904].map((x) => {
    const away = (x - SUN[0]) * 0.9
    return `M${x - 7} ${FLOOR}h14L${x + away + 26} 610h-52Z`
  })
  return [
    blended(whole, [0, FLOOR], [0, 610], paint.wall, paint.sand, paint.sandDeep),
    cast(whole, { from: [SUN[0], 470], to: [-160, 620], tone: 'dusk', strength: 0.8 }),
    cast(whole, { from: [SUN[0], 470], to: [1300, 640], tone: 'dusk', strength: 0.8 }),
    at([SUN[0], FLOOR + 30], [1, 0.45], halo([0, 0], 200, paint.sun, 0.55)),
    cast(shadows.join(''), { from: [480, 640], to: [480, FLOOR - 60], strength: 0.75 }),
    line(`M-10 470H970M-10 536H970`, paint.stoneDeep, 1.6, 0.4),
  ].join('')
}

function board(paint: Paint, scheme: Scheme): string {
  const rows = [126, 148, 170].map((y, place) => {
    const [first = 80, second = 40] =
      [
        [96, 52],
        [70, 78],
        [110, 44],
      ][place] ?? []
    return (
      flat(box(238, y, 30, 9), paint.orange) +
      flat(box(278, y, first, 9), paint.cream) +
      flat(box(286 + first, y, second, 9), paint.cream, 0.6) +
      flat(box(452, y, 22, 9), paint.cyan)
    )
  })
  return [
    line('M270 60v44M440 66v38', paint.nearest, 4),
    scheme === 'night' ? halo([355, 150], 190, paint.cyan, 0.25) : '',
    flat('M222 104h266q6 0 6 6v82q0 6-6 6H222q-6 0-6-6v-82q0-6 6-6Z', paint.ink),
    ...rows,
  ].join('')
}

function travellers(paint: Paint): string {
  const { coral, cyan, cyanDeep, ink, nearest, orange } = paint
  const people: [x: number, y: number, size: number, drawn: string][] = [
    [772, 470, 1.02, person({ coat: cyanDeep, legs: ink, skin: '#e6b592', hair: '#c9c3b6' })],
    [806, 472, 0.98, person({ coat: coral, legs: nearest, skin: '#e6b592', hair: '#c9c3b6' })],
    [
      400,
      490,
      1.2,
      person({
        coat: nearest,
        legs: ink,
        skin: '#8d5b3e',
        hair: '#1d120c',
        bag: orange,
        isWalking: true,
      }),
    ],
    [
      120,
      546,
      1.75,
      person({
        coat: coral,
        legs: ink,
        skin: '#c98f6b',
        hair: '#3a2418',
        bag: cyan,
        isWalking: true,
      }),
    ],
    [196, 552, 1.1, person({ coat: orange, legs: nearest, skin: '#c98f6b', hair: '#2a1a12' })],
    [
      250,
      544,
      1.68,
      person({ coat: cyan, legs: nearest, skin: '#c98f6b', hair: '#2a1a12', isWalking: true }),
    ],
  ]
  const shadows = people.map(([x, y, size]) => {
    const away = (x - SUN[0]) * 0.32 * size
    return cast(`M${x - 12 * size} ${y}h${22 * size}l${away} ${70 * size}h${-26 * size}Z`, {
      from: [x, y + 90 * size],
      to: [x, y - 20],
      strength: 0.8,
    })
  })
  const bench = [
    shaded('M600 466h140v12H600Z', paint.cyan, { from: [740, 466], to: [590, 478] }),
    shaded('M604 430h40v30h-40zm48 0h40v30h-40zm48 0h40v30h-40Z', paint.nearest, {
      from: [740, 430],
      to: [600, 460],
    }),
    line('M616 478v22m108-22v22', ink, 5),
  ]
  return [
    ...shadows,
    ...bench,
    ...people.map(([x, y, size, drawn]) => at([x, y], size, drawn)),
  ].join('')
}
