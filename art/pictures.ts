import type { Drawing } from './drawing.ts'
import { PAINTS, SCHEMES, type Paint, type Scheme } from './paints.ts'
import { airportHall } from './scenes/airport-hall.ts'
import { apron } from './scenes/apron.ts'
import { lift } from './scenes/lift.ts'
import { nicosia } from './scenes/nicosia.ts'
import { paphosCoast } from './scenes/paphos-coast.ts'
import { promenade } from './scenes/promenade.ts'
import { saltLake } from './scenes/salt-lake.ts'
import { school } from './scenes/school.ts'
import { troodos } from './scenes/troodos.ts'
import { film, grains, startAnew } from './strokes.ts'

type Scene = {
  draw: (paint: Paint, scheme: Scheme) => string
  /** The size in drawing units, and how many pixels each unit becomes. */
  width: number
  height: number
  pixels: number
}

/** 1536 × 960: twice the largest size shown. */
const PICTURE = { width: 960, height: 600, pixels: 1.6 }
/** 3072 × 768: twice the width of a large screen. */
const PANORAMA = { width: 2400, height: 600, pixels: 1.28 }

/** Every picture of the site by its file name. */
const SCENES: Record<string, Scene> = {
  'airport-hall': { draw: airportHall, ...PICTURE },
  apron: { draw: apron, ...PICTURE },
  lift: { draw: lift, ...PICTURE },
  nicosia: { draw: nicosia, ...PICTURE },
  'paphos-coast': { draw: paphosCoast, ...PICTURE },
  promenade: { draw: promenade, ...PICTURE },
  'salt-lake': { draw: saltLake, ...PANORAMA },
  school: { draw: school, ...PICTURE },
  troodos: { draw: troodos, ...PICTURE },
}

export function drawPictures(): Drawing[] {
  return Object.keys(SCENES).flatMap((name) =>
    SCHEMES.map((scheme) => ({
      file: `images/${name}${scheme === 'night' ? '-night' : ''}.webp`,
      svg: drawPicture(name, scheme),
    })),
  )
}

/** A picture, the same each time it is drawn. */
export function drawPicture(name: string, scheme: Scheme): string {
  const scene = SCENES[name]
  if (!scene) throw new Error(`There is no scene ${name}`)
  startAnew()
  const { draw, width, height, pixels } = scene
  const paint = PAINTS[scheme]
  const size = `width="${width * pixels}" height="${height * pixels}"`
  const parts = [grains(paint), draw(paint, scheme), film(width, height)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size}>${parts.join('')}</svg>`
}
