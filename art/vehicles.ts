import { mark } from '#operator'

import type { Paint, Scheme } from './paints.ts'
import { at, box, blended, cast, disc, flat, halo, line, shaded } from './strokes.ts'

/*
 * Our vehicles have the kingfisher's colours. Each has its wheels at y = 0 and drives to the right.
 */

/** The coach: 420 long, 128 high. */
export function coach(paint: Paint, scheme: Scheme): string {
  const body =
    'M7-16 4-98Q4-122 26-124L352-125C380-125 396-115 404-94L417-50Q421-36 421-24L421-20Q421-14 414-14L14-14Q7-14 7-16Z'
  const glass =
    'M16-108Q17-113 23-113L352-113C374-113 386-106 393-90L407-54Q408-50 404-50L366-52Q358-53 352-58L346-63Q342-66 336-66L20-66Q15-66 15-71Z'
  const orange =
    'M5-62C80-58 150-30 240-30 310-30 360-44 419-44L421-24Q421-14 414-14L14-14Q7-14 7-17Z'
  const cream =
    'M5-66C80-64 150-37 240-37 310-37 360-50 418-50L419-44C360-44 310-30 240-30 150-30 80-58 5-62Z'
  return [
    groundShadow(420),
    flat('M150-124q4-9 14-9h78q10 0 14 9Z', paint.cyanDeep),
    shaded(body, paint.cyan, { from: [300, -110], to: [-60, 0], strength: 0.8 }),
    shaded(orange, paint.orange, { from: [240, -60], to: [-60, 10], strength: 0.8, tone: 'dusk' }),
    flat(cream, paint.cream),
    coachGlass(glass, paint, scheme),
    line('M30-124 352-125C372-125 388-119 397-107', paint.light, 2.2, 0.75),
    line('M318-62v46m38-42v42m-300-12v12m64-12v12m42-12v12m96-12v12', paint.shadow, 1.4, 0.4),
    mirror(paint),
    flat('M409-33h11v9h-14Z', paint.lamp),
    flat('M5-50h5v18H6Z', paint.coral),
    flat('M10-14h404v-5H9Z', paint.shadow, 0.55),
    wheel(84, paint),
    wheel(122, paint),
    wheel(302, paint),
    kingfisher(34, -57, 0.9, paint),
    scheme === 'night' ? headlight(416, -28, paint) : '',
  ].join('')
}

function coachGlass(glass: string, paint: Paint, scheme: Scheme): string {
  const pillars = [66, 118, 170, 222, 274, 326]
  const heads = [40, 92, 104, 144, 196, 250, 300].map((x) => {
    return `${disc(x, -80, 6)}M${x - 9}-66q0-10 9-10t9 10Z`
  })
  const isDay = scheme === 'day'
  const shine = [26, 130, 182, 286].map((x) => `M${x + 22}-113h15l-22 47h-15Z`).join('')
  return [
    isDay
      ? blended(glass, [0, -113], [0, -60], '#2b7683', paint.glass)
      : blended(glass, [0, -113], [0, -50], paint.glint, paint.glass),
    flat(heads.join(''), isDay ? paint.ink : '#8a5a2e', isDay ? 0.55 : 0.7),
    flat(shine, paint.glint, isDay ? 0.4 : 0.15),
    cast(glass, { from: [260, -80], to: [420, -120], tone: 'light', strength: isDay ? 0.55 : 0.2 }),
    line(pillars.map((x) => `M${x}-112v45`).join(''), isDay ? paint.ink : paint.shadow, 2.4, 0.7),
    line('M348-111 350-60', paint.ink, 5, 0.75),
  ].join('')
}

function mirror(paint: Paint): string {
  return (
    line('M398-108q14-4 17 8', paint.ink, 3.2) +
    flat('M411-102q7-1 7 5l-1 13q-1 4-4 4t-3-4Z', paint.ink)
  )
}

/** The minibus: 250 long, 106 high. */
export function minibus(paint: Paint, scheme: Scheme): string {
  const body =
    'M6-18 4-80Q4-100 24-102L176-103Q192-103 201-90L216-64 240-54Q249-50 249-40L249-22Q249-15 242-15L12-15Q6-15 6-18Z'
  const glass = 'M16-86Q17-92 23-92L172-92Q185-92 192-82L205-62Q207-57 202-57L24-57Q16-57 16-63Z'
  const orange =
    'M5-50C60-46 100-28 150-28 190-28 220-38 249-38L249-22Q249-15 242-15L12-15Q6-15 6-18Z'
  const cream =
    'M5-54C60-51 100-34 150-34 190-34 220-43 249-43L249-38C220-38 190-28 150-28 100-28 60-46 5-50Z'
  const isDay = scheme === 'day'
  return [
    groundShadow(250),
    shaded(body, paint.cyan, { from: [180, -90], to: [-40, 0], strength: 0.8 }),
    shaded(orange, paint.orange, { from: [180, -50], to: [-30, 10], strength: 0.8, tone: 'dusk' }),
    flat(cream, paint.cream),
    isDay
      ? blended(glass, [0, -92], [0, -55], '#2b7683', paint.glass)
      : blended(glass, [0, -92], [0, -55], paint.glint, paint.glass),
    flat('M54-92h14l-17 35h-14ZM124-92h14l-17 35h-14Z', paint.glint, isDay ? 0.4 : 0.2),
    line('M66-92v35m48-35v35m48-35v35', isDay ? paint.ink : paint.shadow, 2.4, 0.75),
    line('M22-101 176-102Q190-102 199-90', paint.light, 2, 0.75),
    line('M114-52v34m48-36v36', paint.shadow, 1.4, 0.4),
    flat('M199-74h8q4 1 4 5v9q0 4-4 4h-4Z', paint.ink),
    flat('M238-47l9 4q2 3 2 8h-9Z', paint.lamp),
    flat('M5-46h5v16H6Z', paint.coral),
    wheel(52, paint, 17),
    wheel(202, paint, 17),
    isDay ? '' : headlight(246, -38, paint),
  ].join('')
}

/** A long dark car with a driver: 300 long, 84 high. */
export function limousine(paint: Paint, scheme: Scheme): string {
  const isDay = scheme === 'day'
  const color = isDay ? '#123c48' : '#0d2c36'
  const body =
    'M5-24C3-36 6-46 14-50 30-55 52-57 70-58 92-74 116-83 150-84 184-84 206-76 228-58 256-56 284-51 293-42 299-36 300-28 298-22Q296-16 288-16L14-16Q6-16 5-24Z'
  const glass =
    'M80-58C98-70 120-76 146-76L152-76 154-56 84-55Q78-55 80-58ZM160-76C184-75 200-69 214-58 217-55 215-54 211-54L162-56Z'
  return [
    groundShadow(300),
    shaded(body, color, { from: [220, -70], to: [40, 0], strength: 0.9 }),
    cast(body, { from: [150, -50], to: [330, -70], tone: 'light', strength: isDay ? 0.4 : 0.25 }),
    isDay
      ? blended(glass, [80, -76], [215, -54], '#3f8c98', paint.glint)
      : blended(glass, [80, -76], [215, -54], paint.glass, paint.glint),
    flat('M100-66 122-75H136L112-56H96ZM176-75l12 3-18 17h-8v-4Z', paint.foam, isDay ? 0.35 : 0.2),
    line('M12-45C80-53 200-53 292-40', paint.cyan, 2.4),
    line('M76-57C98-74 118-81 150-82 182-82 204-74 226-57', paint.light, 1.8, 0.8),
    line('M157-54v34m-76-34q-4 18 6 34m129-34q6 14-2 22', paint.shadow, 1.5, 0.6),
    line('M166-46h14m-66 0h14', paint.steel, 2.4, 0.8),
    flat('M282-46q11 2 14 9l-16 1Z', paint.lamp),
    flat('M5-38q0-7 6-10l8 1-3 9Z', paint.coral),
    wheel(64, paint, 19),
    wheel(238, paint, 19),
    isDay ? '' : headlight(294, -40, paint),
  ].join('')
}

function wheel(x: number, paint: Paint, radius = 19): string {
  const y = 1 - radius
  const spokes = [0, 60, 120].map((degrees) => {
    const turn = (degrees * Math.PI) / 180
    const [dx, dy] = [Math.cos(turn) * radius * 0.48, Math.sin(turn) * radius * 0.48]
    return `M${x - dx} ${y - dy}L${x + dx} ${y + dy}`
  })
  return [
    flat(
      `M${x - radius - 5} ${y + radius - 16}a${radius + 5} ${radius + 5} 0 0 1 ${2 * radius + 10} 0Z`,
      paint.shadow,
    ),
    flat(disc(x, y, radius), '#0b1f27'),
    shaded(disc(x, y, radius * 0.6), paint.steel, { from: [x + 6, y - 8], to: [x - 8, y + 12] }),
    line(spokes.join(''), '#37545b', radius * 0.09),
    flat(disc(x, y, radius * 0.16), '#0b1f27'),
  ].join('')
}

function groundShadow(length: number): string {
  const d = `M-26-2C${length * 0.2}-9 ${length * 0.8}-9 ${length + 10}-2 ${length * 0.8} 9 ${length * 0.2} 9-26-2Z`
  return (
    `<path d="${d}" fill="#04202a" opacity=".5"/>` +
    cast(`M-90 0 20-8H${length}L${length + 6} 3 ${length * 0.5} 12Z`, {
      from: [length, 0],
      to: [-10, 4],
      strength: 0.6,
    })
  )
}

function headlight(x: number, y: number, paint: Paint): string {
  const beam = `M${x} ${y - 4}L${x + 190} ${y + 2}V${y + 42}L${x} ${y + 6}Z`
  return (
    blended(beam, [x, 0], [x + 190, 0], `${paint.lamp}66`, `${paint.lamp}00`) +
    halo([x, y], 46, paint.lamp, 0.75)
  )
}

/** The mark on a coach, in one colour. */
function kingfisher(x: number, y: number, scale: number, paint: Paint): string {
  const bird = [mark.wing, mark.breast, mark.beak].map(({ path }) => flat(path, paint.cream))
  return at([x, y], scale, bird.join(''))
}

/** An airliner from the side, 520 long, standing on its wheels at y = 0, its nose to the left. */
export function airliner(paint: Paint, scheme: Scheme): string {
  const hull =
    'M0-66C10-84 44-98 96-100L420-102C450-102 476-112 492-126L520-128 486-76C470-58 430-48 380-46L110-44C50-44 4-48 0-66Z'
  const fin = 'M408-100 476-212 512-214 500-122C480-108 450-100 408-100Z'
  const belly =
    'M3-60C30-52 70-58 120-58L400-60C440-61 470-68 490-80 474-58 430-48 380-46L110-44C56-44 12-48 3-60Z'
  const windows = Array.from({ length: 19 }, (_, place) => box(118 + place * 15, -84, 7, 9)).join(
    '',
  )
  const isDay = scheme === 'day'
  return [
    shaded(fin, paint.cyan, { from: [510, -200], to: [430, -100] }),
    flat('M446-163 476-212 512-214 508-186Z', paint.orange),
    shaded(hull, paint.cream, { from: [240, -100], to: [240, -36], strength: 0.75 }),
    flat(belly, paint.cyan),
    shaded('M452-96 505-72 520-72 490-100Z', paint.wallDeep, { from: [500, -90], to: [480, -72] }),
    flat(windows, isDay ? paint.window : paint.glass),
    flat('M22-80C30-86 40-90 52-91L56-80 26-78Z', isDay ? paint.glass : paint.window),
    shaded('M190-52 330-22 356-22 290-56Z', paint.steel, { from: [330, -60], to: [250, -20] }),
    shaded('M206-34q2-12 14-12h38q8 4 8 13t-8 13h-38q-12 0-14-14Z', paint.cyanDeep, {
      from: [230, -50],
      to: [230, -18],
    }),
    line('M76-44v30M282-40v26', paint.ink, 5),
    flat(`${disc(76, -9, 9)}${disc(276, -9, 9)}${disc(292, -9, 9)}`, '#0b1f27'),
  ].join('')
}
