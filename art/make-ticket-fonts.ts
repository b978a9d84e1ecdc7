import { create } from 'fontkit'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/*
 * Makes modules/documents/fonts: Commissioner for pdfkit, one TrueType file per weight, with all
 * its letters (names may be Latin, Greek or Cyrillic) and without its alternates. Run it again when
 * the typeface gets a new version; the files are committed.
 */

const SOURCE = join(
  createRequire(import.meta.url).resolve('@expo-google-fonts/commissioner/package.json'),
  '..',
)
const TARGET = join(import.meta.dirname, '../modules/documents/fonts')
const WEIGHTS = [
  { file: 'commissioner-400.ttf', source: '400Regular/Commissioner_400Regular.ttf' },
  { file: 'commissioner-700.ttf', source: '700Bold/Commissioner_700Bold.ttf' },
]

/** The letters of our own sentences; the arrow is not in this typeface, so it is drawn. */
const OURS = 'ΆΈΉΊΌΎΏάέήίόύώΐΰϊϋΪΫςαβγδεζηθικλμνξοπρστυφχψω«»;·€–—−×•…’“”\u00A0'

await mkdir(TARGET, { recursive: true })
for (const { file, source } of WEIGHTS) {
  const whole = await readFile(join(SOURCE, source))
  const letters = String.fromCodePoint(...lettersOf(whole).filter((point) => point >= 0x20))
  const made = await subsetFont(whole, letters, {
    noLayoutClosure: true,
    targetFormat: 'truetype',
  })

  const has = new Set(lettersOf(made))
  const lacking = Array.from(OURS).filter((letter) => !has.has(letter.codePointAt(0) ?? 0))
  if (lacking.length > 0) throw new Error(`${file} lacks ${lacking.join(' ')}`)
  await writeFile(join(TARGET, file), made)
  console.log(`${file}: ${has.size} letters, ${made.length} bytes`)
}
await copyFile(join(SOURCE, 'LICENSE_FONT'), join(TARGET, 'OFL.txt'))

function lettersOf(bytes: Buffer): number[] {
  const font = create(bytes)
  if (!('characterSet' in font)) throw new Error('a file with a single font is expected')
  return font.characterSet
}
