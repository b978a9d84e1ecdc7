import type { Paint, Scheme } from '../paints.ts'
import { person } from '../people.ts'
import { bush, palm } from '../plants.ts'
import { cloud, glitter, gull, sky } from '../sights.ts'
import {
  at,
  blended,
  box,
  cast,
  disc,
  flat,
  halo,
  hill,
  line,
  shaded,
  type Point,
} from '../strokes.ts'

const SUN: Point = [822, 250]
const HORIZON = 372

/** A passenger in a wheelchair rises to the floor of a coach on its lift, beside the driver. */
export function lift(paint: Paint, scheme: Scheme): string {
  const water = box(0, HORIZON, 960, 90)
  return [
    sky(paint, scheme, 960, 410, SUN, 62),
    cloud(paint, [600, 110], 280, 0.6),
    gull(paint.gull, [700, 190], 36) + gull(paint.gull, [752, 210], 24),
    blended(water, [0, HORIZON], [0, 460], paint.skyLow, paint.sea, paint.seaDeep),
    shaded(hill('560 376, 680 352, 800 362, 980 376', 380), paint.far, {
      from: [840, 340],
      to: [560, 380],
      strength: 0.6,
    }),
    glitter(paint.sun, [SUN[0], HORIZON + 3], 440, 90, 15),
    at([890, 462], 1, palm(paint, 300, 11, -20)),
    at([938, 464], 1, palm(paint, 214, 17, 14)),
    pavement(paint),
    side(paint, scheme),
    door(paint, scheme),
    at(
      [404, 488],
      2.05,
      person({
        coat: paint.nearest,
        legs: paint.ink,
        skin: '#c98f6b',
        hair: '#2a1a12',
        cap: paint.ink,
      }),
    ),
    platform(paint),
    at([674, 474], 1.62, wheelchair(paint)),
    flap(paint),
    at([900, 606], 1, bush(240, 56, paint.pine, 8)),
  ].join('')
}

function pavement(paint: Paint): string {
  return [
    at([640, 462], 1, bush(150, 46, paint.olive, 5)),
    at([800, 464], 1, bush(170, 44, paint.leaf, 7)),
    shaded('M-10 456H970V610H-10Z', paint.sand, {
      from: [900, 450],
      to: [100, 620],
      tone: 'dusk',
      strength: 0.9,
    }),
    line(
      'M-10 520H970M700 456 760 610M500 520l20 90M880 456l70 154M240 540l10 70',
      paint.sandDeep,
      2.5,
      0.7,
    ),
  ].join('')
}

/** Only the front half of the coach, with its door. */
function side(paint: Paint, scheme: Scheme): string {
  const isDay = scheme === 'day'
  const body = 'M-20 40H500C556 40 584 62 596 108L612 190 622 400Q624 452 616 468H-20Z'
  const orange =
    'M-20 262C120 290 200 380 340 384 460 386 560 352 620 350L623 420Q624 452 616 468H-20Z'
  const cream =
    'M-20 246C120 272 200 364 340 368 460 370 560 336 619 334L620 350C560 352 460 386 340 384 200 380 120 290-20 262Z'
  const glass = 'M-20 84H494C534 84 552 98 560 132L580 214Q582 226 570 226H-20Z'
  return [
    cast('M-20 470H640L560 520H-20Z', { from: [300, 530], to: [300, 450], strength: 0.9 }),
    shaded(body, paint.cyan, { from: [560, 80], to: [-60, 420], strength: 0.75 }),
    shaded(orange, paint.orange, { from: [560, 340], to: [-60, 480], tone: 'dusk', strength: 0.8 }),
    flat(cream, paint.cream),
    isDay
      ? blended(glass, [0, 84], [0, 226], '#2b7683', paint.glass)
      : blended(glass, [0, 84], [0, 226], paint.glint, paint.glass),
    flat(
      `${disc(60, 186, 24)}M20 226q0-36 40-36t40 36Z${disc(176, 186, 24)}M136 226q0-36 40-36t40 36Z`,
      isDay ? paint.ink : '#8a5a2e',
      0.6,
    ),
    flat('M20 84h50l-70 142h-50ZM330 84h30l-70 142h-30Z', paint.glint, isDay ? 0.35 : 0.2),
    line('M112 84v142M240 84v142', isDay ? paint.ink : paint.shadow, 7, 0.75),
    line('M-20 43H500C548 43 574 60 588 96', paint.light, 5, 0.75),
    flat('M-20 452H618l-2 16H-20Z', paint.shadow, 0.7),
    flat(disc(120, 440, 70), paint.shadow),
    flat(disc(120, 446, 58), '#0b1f27'),
    shaded(disc(120, 446, 34), paint.steel, { from: [140, 420], to: [96, 476] }),
    flat(disc(120, 446, 9), '#0b1f27'),
  ].join('')
}

/** The open door, lit from within. */
function door(paint: Paint, scheme: Scheme): string {
  const isDay = scheme === 'day'
  return [
    blended(box(450, 100, 108, 366), [450, 100], [450, 466], paint.lamp, paint.glow),
    cast(box(450, 100, 108, 366), {
      from: [560, 300],
      to: [430, 120],
      tone: 'dusk',
      strength: 0.9,
    }),
    flat('M462 466v-96h40v-60q0-8 8-8h22q8 0 8 8v156Z', paint.nearest, 0.9),
    line('M450 100V466M558 100V466', paint.orange, 8),
    line('M450 98H558', paint.shadow, 6),
    shaded('M556 98h16V452H556Z', paint.cyanDeep, { from: [580, 100], to: [550, 460] }),
    line('M566 300q16-4 16 20v90', paint.steel, 4),
    isDay ? '' : halo([520, 420], 220, paint.lamp, 0.45),
  ].join('')
}

/** The lift, halfway between the pavement and the floor of the coach. */
function platform(paint: Paint): string {
  return [
    cast('M470 560H800L840 536 560 520Z', { from: [660, 590], to: [660, 500], strength: 1 }),
    line('M552 470 600 536H690L640 486M600 536 690 486', paint.nearest, 8),
    line('M586 474V386q0-10 10-10H744q10 0 10 10V474M670 376v98', paint.steel, 6),
    line('M588 384q0-8 8-8H744q8 0 9 8', paint.orange, 6),
  ].join('')
}

function flap(paint: Paint): string {
  return [
    shaded('M548 474H784V488H548Z', paint.steel, {
      from: [784, 470],
      to: [548, 490],
      strength: 0.7,
    }),
    flat('M548 484H784V490H548Z', paint.orange),
    line('M784 482 796 446', paint.orange, 8),
  ].join('')
}

/** A passenger in a wheelchair, facing left; 100 high to the crown. */
function wheelchair(paint: Paint): string {
  const rim = `<circle cx="10" cy="-29" r="28" fill="none" stroke="#0b1f27" stroke-width="4.5"/><circle cx="10" cy="-29" r="22" fill="none" stroke="${paint.steel}" stroke-width="1.6"/>`
  return [
    `<ellipse cx="6" cy="2" rx="58" ry="5" fill="#04202a" opacity=".35"/>`,
    line('M36-66h12M34-70 30-30', '#0b1f27', 4),
    flat('M-2-34h32v-34h6v40H-2Z', paint.nearest),
    line('M-8-32-34-12-44-10', '#0b1f27', 3.4),
    flat('M24-40H-22q-8 0-10 8l-8 22h10l10-18H24Z', paint.ink),
    flat('M-40-14h-12q-4 0-4 4h18Z', paint.nearest),
    flat('M4-96h8v12H4Z', '#e6b592'),
    shaded('M-6-78C0-90 22-90 27-78 31-66 31-50 28-38H-2C-2-54-12-62-6-78Z', paint.coral, {
      from: [-10, -80],
      to: [32, -40],
      strength: 0.7,
    }),
    flat(disc(7, -101, 9.5), '#e6b592'),
    flat('M-2-104C-4-118 20-116 17-98 16-94 14-92 12-92 13-98 10-103 4-104Z', '#c9c3b6'),
    rim,
    line('M12-76C6-62-2-52-12-46', paint.coral, 7.5),
    flat(disc(-13, -45, 4), '#e6b592'),
    line('M10-29v-21m0 21v21m0-21h-21m21 0h21', paint.steel, 1.4),
    flat(disc(-30, -6, 6), '#0b1f27'),
  ].join('')
}
