import { mkdir, readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'

import { el } from '#app/i18n/el.ts'
import { en } from '#app/i18n/en.ts'
import { operator } from '#operator'
import { PREVIEW } from '#platform/image-options.ts'
import { LOCALES } from '#platform/locale.ts'

/*
 * Makes what social networks show of the site: images/preview-en.png and preview-el.png, from the
 * panorama of the home page and its heading. They are committed, so this runs again only when one
 * of those changes. The words are drawn as shapes: no font has to be there.
 */
const SENTENCES = { en, el }
const FONT = create(await readFile('modules/tickets/fonts/commissioner-700.ttf')) as Font
const HEADING = { size: 68, line: 80, width: 1040 }
const LEFT = 80

const panorama = await readFile('app/art/morning-at-the-salt-lake.svg', 'utf8')
/** By day, whatever the machine that draws it prefers. */
const byDay = panorama.replace(/@media \(prefers-color-scheme:dark\)\{.*\}\}?\n/, '')
const mark = await readFile('public/favicon.svg', 'utf8')

await mkdir('images', { recursive: true })
for (const locale of LOCALES) {
  const { heading } = SENTENCES[locale].home
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PREVIEW.width} ${PREVIEW.height}">
    <path fill="#063b47" d="M0 0h1200v630H0z"/>
    <svg x="-60" y="270" width="1440" height="360" viewBox="0 0 1440 360">${insideOf(byDay)}</svg>
    <svg x="${LEFT}" y="64" width="64" height="64" viewBox="${viewBoxOf(mark)}">${insideOf(mark)}</svg>
    <g fill="#f5fbfb">${draw(operator.name, LEFT + 84, 110, 40)}</g>
    <g fill="#f5fbfb">${linesOf(heading)
      .map((line, place) => draw(line, LEFT, 214 + place * HEADING.line, HEADING.size))
      .join('')}</g>
  </svg>`
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toFile(`images/preview-${locale}.png`)
}

/** Each letter as a path, from a point on the base line. */
function draw(text: string, x: number, y: number, size: number): string {
  const scale = size / FONT.unitsPerEm
  const { glyphs, positions } = FONT.layout(text)
  let pen = 0
  const letters = glyphs.map((glyph, place) => {
    const at = `translate(${pen} 0)`
    pen += positions[place]?.xAdvance ?? 0
    return `<path transform="${at}" d="${glyph.path.toSVG()}"/>`
  })
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters.join('')}</g>`
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

function insideOf(svg: string): string {
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
}

function viewBoxOf(svg: string): string {
  return /viewBox="([^"]+)"/.exec(svg)?.[1] ?? ''
}
