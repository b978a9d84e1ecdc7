import type { Paint, Scheme } from './paints.ts'
import { blended, box, disc, flat, halo, line, shaded } from './strokes.ts'

/* Buildings of the country. Each has its foot at y = 0 and is lit from the right. */

/** A village house, whitewashed or of stone, with its tiled roof to the right. */
export function house(paint: Paint, width: number, height: number, color = paint.wall): string {
  const eave = -height
  const ridge = eave - width * 0.24
  const roof = `M${-width * 0.07} ${eave}L${width / 2} ${ridge}L${width * 1.07} ${eave}L${width * 1.03} ${eave + 5}L${width / 2} ${ridge + 8}L${-width * 0.03} ${eave + 5}Z`
  const wall = `M0 0V${eave}L${width / 2} ${ridge + 4}L${width} ${eave}V0Z`
  const panes =
    box(width * 0.18, eave * 0.72, width * 0.18, height * 0.3) +
    box(width * 0.62, eave * 0.72, width * 0.18, height * 0.3)
  return [
    shaded(wall, color, {
      from: [width, eave],
      to: [-width * 0.3, 0],
      strength: 0.7,
      tone: 'dusk',
    }),
    flat(roof, paint.roof),
    flat(panes, paint.window),
    flat(
      `M${width * 0.42} 0V${eave * 0.36}q${width * 0.08} ${-height * 0.1} ${width * 0.16} 0V0Z`,
      paint.window,
    ),
  ].join('')
}

/** The dome and minaret by the salt lake, among its trees. */
export function tekke(paint: Paint): string {
  const block = box(0, -56, 120, 56)
  const drum = box(34, -72, 58, 16)
  const dome = 'M34-72C34-108 92-108 92-72Z'
  return [
    shaded(box(-44, -36, 44, 36), paint.wallDeep, {
      from: [0, -30],
      to: [-60, 0],
      strength: 0.7,
      tone: 'dusk',
    }),
    shaded(block, paint.wall, { from: [120, -56], to: [-30, 0], strength: 0.7, tone: 'dusk' }),
    shaded(drum, paint.wall, { from: [92, -72], to: [20, -60], tone: 'dusk' }),
    shaded(dome, paint.wallDeep, { from: [84, -100], to: [30, -72], strength: 0.9, tone: 'dusk' }),
    line('M63-99v-14', paint.wallDeep, 2.5),
    flat([14, 40, 66, 92].map((x) => `M${x}-14v-18q7-9 14 0v18Z`).join(''), paint.window),
    shaded('M140 0v-112h16V0Z', paint.wall, {
      from: [156, -60],
      to: [136, -60],
      strength: 0.9,
      tone: 'dusk',
    }),
    flat('M136-112h24v6h-24Z', paint.wallDeep),
    shaded('M142-112v-22h12v22Z', paint.wall, { from: [156, -120], to: [138, -120] }),
    shaded('M139-134 148-166 157-134Z', paint.near, { from: [157, -150], to: [139, -140] }),
  ].join('')
}

/** The tower of an airport, 250 high. */
export function tower(paint: Paint, scheme: Scheme): string {
  return [
    shaded('M-18 0-12-176H12L18 0Z', paint.wall, {
      from: [20, -100],
      to: [-22, -60],
      strength: 0.85,
      tone: 'dusk',
    }),
    flat('M-30-176H30L22-164H-22Z', paint.wallDeep),
    blended(
      'M-44-216H44L32-178H-32Z',
      [-40, 0],
      [40, 0],
      paint.nearest,
      scheme === 'day' ? paint.glint : paint.window,
    ),
    line('M-20-216-15-178M0-216v38M20-216 15-178', paint.nearest, 2.5),
    shaded('M-48-224H48l-4 8H-44Z', paint.wall, { from: [48, 0], to: [-48, 0] }),
    flat('M-26-234h52l8 10h-68Z', paint.wallDeep),
    line('M0-234v-44', paint.wallDeep, 3),
    scheme === 'night' ? halo([0, -278], 26, '#ff8a70', 0.9) : '',
    flat(disc(0, -278, 3.2), paint.coral),
  ].join('')
}
