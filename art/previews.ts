import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'

import { MESSAGES } from '#app/i18n/messages.ts'
import { operator } from '#operator'
import { PREVIEW } from '#platform/images/image-options.ts'
import { LOCALES } from '#platform/locale.ts'

import type { Drawing } from './drawing.ts'
import { drawMark } from './icons.ts'
import { drawPicture } from './pictures.ts'
import { at, blended, box } from './strokes.ts'

const FONT = create(readFileSync('modules/documents/fonts/commissioner-700.ttf')) as Font
const HEADING = { size: 66, line: 78, width: 1040 }
const LEFT = 80
const GROUND = '#063b47'
const INK = '#f5fbfb'

/**
 * The previews of the site for social networks: the panorama of the home page under its heading.
 * The words are drawn as shapes, so that no font is needed.
 */
export function drawPreviews(): Drawing[] {
  const panorama = drawPicture('salt-lake', 'day').replace(/width="\d+" height="\d+"/, PLACE)
  return LOCALES.map((locale) => {
    const lines = linesOf(MESSAGES[locale].home.heading)
    const words = [
      write(operator.name, LEFT + 84, 110, 40),
      ...lines.map((text, place) => write(text, LEFT, 208 + place * HEADING.line, HEADING.size)),
    ]
    const parts = [
      panorama,
      blended(box(0, 280, 1200, 160), [0, 280], [0, 440], GROUND, `${GROUND}00`),
      `<path fill="${GROUND}" d="M0 0h1200v281H0z"/>`,
      at([LEFT, 64], 2, drawMark()),
      `<g fill="${INK}">${words.join('')}</g>`,
    ]
    const { width, height } = PREVIEW
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
    return { file: `images/preview-${locale}.webp`, svg }
  })
}

/** The middle of the panorama, along the bottom. */
const PLACE = 'x="-320" y="170" width="1840" height="460"'

/** Each letter as a path, starting at a point on the baseline. */
function write(text: string, x: number, y: number, size: number): string {
  const scale = size / FONT.unitsPerEm
  const { glyphs, positions } = FONT.layout(text)
  let pen = 0
  const letters = glyphs.map((glyph, place) => {
    const moved = `translate(${pen} 0)`
    pen += positions[place]?.xAdvance ?? 0
    return `<path transform="${moved}" d="${glyph.path.toSVG()}"/>`
  })
  return at([x, y], [scale, -scale], letters.join(''))
}

function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    const fits = (FONT.layout(longer).advanceWidth * HEADING.size) / FONT.unitsPerEm < HEADING.width
    if (lines.length > 0 && fits) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
