import { create, type Font } from 'fontkit'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

import { makeTabular } from './tabular-figures.ts'

/*
 * Makes the files of app/ui/fonts from the package of Commissioner. They are committed, so this
 * runs again only when the typeface or the set of letters changes.
 */
const SLICES = 'node_modules/@fontsource-variable/commissioner'
const WEB = 'app/ui/fonts'
const DIGITS = '0123456789'
/** A width between the narrow 1 and the wide 0, in font units. */
const FIGURE_WIDTH = 1190

const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff) + 'ŒœŠšŽžŸ–—‘’‚“”„†•…‹›€™−×'
const GREEK = range(0x370, 0x3ff)

await mkdir(WEB, { recursive: true })
await makeSlice('latin', LATIN)
await makeSlice('greek', GREEK)
await makeFigures(400)
await makeFigures(650)
await copyFile(`${SLICES}/LICENSE`, `${WEB}/OFL.txt`)

/** The variable font of one script, in the weights that are used. */
async function makeSlice(script: string, letters: string): Promise<void> {
  const source = await readFile(`${SLICES}/files/commissioner-${script}-wght-normal.woff2`)
  const variationAxes = { wght: { min: 400, max: 700 } }
  const slice = await subsetFont(source, letters, { targetFormat: 'woff2', variationAxes })
  await writeFile(`${WEB}/commissioner-${script}.woff2`, slice)
}

/** Ten digits of one weight and one width, for columns of times and prices. */
async function makeFigures(weight: number): Promise<void> {
  const source = await readFile(`${SLICES}/files/commissioner-latin-wght-normal.woff2`)
  const variationAxes = { wght: weight }
  const digits = await subsetFont(source, DIGITS, { targetFormat: 'truetype', variationAxes })
  const font = create(digits) as Font
  const glyphs = DIGITS.split('').map(
    (digit) => font.glyphForCodePoint(digit.codePointAt(0) ?? 0).id,
  )
  const tabular = makeTabular(digits, glyphs, FIGURE_WIDTH)
  await writeFile(
    `${WEB}/figures-${weight}.woff2`,
    await subsetFont(tabular, DIGITS, { targetFormat: 'woff2' }),
  )
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)).join(
    '',
  )
}
