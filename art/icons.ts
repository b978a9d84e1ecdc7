import { mark } from '#operator'

import type { Drawing } from './drawing.ts'
import { at, flat } from './strokes.ts'

const GROUND = '#063b47'
const BEAK = '#f5fbfb'

/** The icons of the site in browsers and on telephones. */
export function drawIcons(): Drawing[] {
  return [
    { file: 'public/favicon.svg', svg: drawIcon(32, 7) },
    { file: 'public/favicon.ico', svg: drawIcon(32, 7) },
    // Telephones round the corners themselves.
    { file: 'public/apple-touch-icon.png', svg: drawIcon(180, 0) },
    // For the installed site; the last is cut to any shape, so the mark stays within four fifths.
    { file: 'public/icon-192.png', svg: drawIcon(192, 7) },
    { file: 'public/icon-512.png', svg: drawIcon(512, 7) },
    {
      file: 'public/icon-maskable-512.png',
      svg: drawIcon(512, 0, { place: [7.4, 6.5], scale: 0.56 }),
    },
  ]
}

function drawIcon(
  pixels: number,
  rounding: number,
  { place = [4, 2.8], scale = 0.78 }: { place?: [number, number]; scale?: number } = {},
): string {
  const ground = `<rect width="32" height="32" rx="${rounding}" fill="${GROUND}"/>`
  const size = `width="${pixels}" height="${pixels}" viewBox="0 0 32 32"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${at(place, scale, drawMark())}</svg>`
}

/** The mark in a square of 32, for a dark background. */
export function drawMark(): string {
  const { wing, breast, beak } = mark
  return flat(wing.path, wing.color) + flat(breast.path, breast.color) + flat(beak.path, BEAK)
}
