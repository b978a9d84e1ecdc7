import { create } from 'fontkit'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/*
 * Makes modules/documents/fonts for pdfkit. Commissioner is one TrueType file per weight, with all its
 * letters (names may be Latin, Greek or Cyrillic) and without its alternates. Names in Hebrew are set
 * in Noto Sans, and those in Arabic in Vazirmatn: each of its letters is one glyph in each form, so a
 * name can be copied from the paper. Noto draws their dots apart. Run it again when a typeface gets a
 * new version; the files are committed.
 */

const SOURCE = folderOf('commissioner')
const TARGET = join(import.meta.dirname, '../modules/documents/fonts')
const WEIGHTS = [
  { file: 'commissioner-400.ttf', source: '400Regular/Commissioner_400Regular.ttf' },
  { file: 'commissioner-700.ttf', source: '700Bold/Commissioner_700Bold.ttf' },
]

/** The spaces and signs inside names, with the zero-width sign that keeps two Arabic letters apart. */
const MARKS_IN_NAMES = ` -'’".,()\u200C`

/** One weight each. */
const OTHERS = [
  { typeface: 'noto-sans-hebrew', source: 'NotoSansHebrew', first: 0x590, last: 0x5ff },
  { typeface: 'vazirmatn', source: 'Vazirmatn', first: 0x600, last: 0x6ff },
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

for (const { typeface, source, first, last } of OTHERS) {
  const folder = folderOf(typeface)
  const whole = await readFile(join(folder, `400Regular/${source}_400Regular.ttf`))
  const inside = lettersOf(whole).filter((point) => point >= first && point <= last)
  const letters = String.fromCodePoint(...inside) + MARKS_IN_NAMES
  const made = await subsetFont(whole, letters, { targetFormat: 'truetype' })
  await writeFile(join(TARGET, `${typeface}-400.ttf`), made)
  await copyFile(join(folder, 'LICENSE_FONT'), join(TARGET, `OFL-${typeface}.txt`))
  console.log(`${typeface}-400.ttf: ${lettersOf(made).length} letters, ${made.length} bytes`)
}

function folderOf(typeface: string): string {
  const require = createRequire(import.meta.url)
  return join(require.resolve(`@expo-google-fonts/${typeface}/package.json`), '..')
}

function lettersOf(bytes: Buffer): number[] {
  const font = create(bytes)
  if (!('characterSet' in font)) throw new Error('a file with a single font is expected')
  return font.characterSet
}
