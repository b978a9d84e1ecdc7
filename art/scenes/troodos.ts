import { house } from '../buildings.ts'
import type { Paint, Scheme } from '../paints.ts'
import { agave, bush, cypress, grove, stonePine } from '../plants.ts'
import { cloud, gull, sky } from '../sights.ts'
import { at, box, cast, crags, flat, hill, line, shaded, stripes, type Point } from '../strokes.ts'
import { coach } from '../vehicles.ts'

const SUN: Point = [676, 176]

/** A coach of ours in the Troodos, above a village of stone. */
export function troodos(paint: Paint, scheme: Scheme): string {
  return [
    sky(paint, scheme, 960, 430, SUN, 58),
    cloud(paint, [90, 120], 250, 0.6),
    cloud(paint, [700, 92], 220, 0.5),
    gull(paint.gull, [470, 120], 34) + gull(paint.gull, [520, 142], 24),
    crags(
      '-20 300, 90 236, 150 262, 250 180, 330 246, 420 212, 520 278, 640 250, 760 292, 880 236, 980 270',
      420,
      paint.farthest,
    ),
    crags(
      '-20 340, 120 300, 240 336, 360 286, 470 330, 600 318, 740 344, 860 290, 980 330',
      460,
      paint.far,
    ),
    shaded(hill('-20 392, 160 356, 380 388, 560 360, 780 376, 980 330', 520), paint.middle, {
      from: [900, 340],
      to: [0, 520],
      strength: 0.75,
    }),
    grove(paint.near, [20, 392], [330, 392], 13, 5),
    village(paint),
    shaded(hill('-20 430, 200 424, 420 446, 700 430, 980 400', 560), paint.near, {
      from: [960, 400],
      to: [0, 540],
      strength: 0.8,
    }),
    grove(paint.pine, [10, 446], [400, 452], 15, 8),
    grove(paint.pine, [640, 448], [960, 424], 14, 12),
    road(paint, scheme),
  ].join('')
}

function village(paint: Paint): string {
  const belfry = [
    shaded(box(0, -104, 26, 104), paint.stone, { from: [26, -60], to: [-6, -40], tone: 'dusk' }),
    flat('M7-96q6-9 12 0v18H7Z', paint.window),
    flat('M-4-104 13-128 30-104Z', paint.roof),
    line('M13-128v-14m-5 5h10', paint.wallDeep, 2.4),
  ]
  return [
    at([560, 372], 0.9, house(paint, 74, 46, paint.stone)),
    at([800, 356], 0.9, house(paint, 70, 44)),
    at([634, 382], 1, house(paint, 84, 52)),
    at([700, 380], 1, belfry.join('')),
    at([724, 386], 1, house(paint, 92, 50, paint.stone)),
    at([500, 392], 1, house(paint, 76, 46)),
    at([594, 400], 1, house(paint, 70, 40, paint.stone)),
    at([836, 384], 1, cypress(paint, 96)),
    at([868, 380], 1, cypress(paint, 74)),
    at([482, 400], 1, cypress(paint, 88)),
    at([680, 408], 1, bush(110, 34, paint.olive, 3)),
    at([560, 412], 1, bush(90, 28, paint.olive, 6)),
    at([810, 402], 1, bush(120, 34, paint.leaf, 9)),
  ].join('')
}

function road(paint: Paint, scheme: Scheme): string {
  return [
    shaded(hill('-20 500, 300 506, 700 500, 980 486', 620), paint.earth, {
      from: [960, 480],
      to: [0, 560],
      tone: 'dusk',
    }),
    shaded('M-10 512C300 522 700 518 970 500V566C700 586 300 590-10 578Z', paint.road, {
      from: [900, 500],
      to: [-60, 590],
      strength: 0.8,
    }),
    stripes('M-10 546C300 556 700 552 970 534', paint.line, 4),
    cast('M-10 512C300 522 700 518 970 500V520H-10Z', {
      from: [480, 530],
      to: [480, 500],
      strength: 0.35,
    }),
    at([196, 560], 1.42, coach(paint, scheme)),
    at([74, 528], 1, stonePine(paint, 440, 4)),
    flat('M-10 584C300 598 700 594 970 570V610H-10Z', paint.nearest),
    at([836, 598], 1, agave(paint, 76)),
    at([930, 600], 1, agave(paint, 60)),
    at([120, 606], 1, bush(260, 56, paint.pine, 14)),
  ].join('')
}
