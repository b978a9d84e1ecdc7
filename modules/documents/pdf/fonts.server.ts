import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { openCache } from '#platform/answers/cache.server.ts'
import { printable } from '#platform/text/lines.ts'

const FOLDER = join(import.meta.dirname, '../fonts')
const LIGATURES = new Set([0xfb01, 0xfb02])
const MAX_WORDS = 2000

/** Parsed once per worker, since that takes longer than all the tickets of an order. */
export const FONTS = {
  regular: open('commissioner-400.ttf'),
  bold: open('commissioner-700.ttf'),
} satisfies Record<string, Font>

export type FontName = keyof typeof FONTS

const LETTERS = new Set(FONTS.regular.characterSet)

/** Both weights have the same letters: art/make-ticket-fonts.ts made them from one list. */
export function hasLetter(codePoint: number): boolean {
  return LETTERS.has(codePoint)
}

/**
 * A name that the typeface can set with all its letters, or an empty text: then paper says that it is as in the
 * booking, which the driver's phone shows. A part of it, such as Wei of 李 Wei, would be another name. Typefaces
 * for all scripts would be many times larger than the program.
 */
export function wholeName(name: string): string {
  const isWhole = Array.from(name).every(
    (letter) => !/\p{L}/u.test(letter) || printable(letter, hasLetter) !== '',
  )
  return isWhole ? printable(name, hasLetter) : ''
}

function open(file: string): Font {
  const font = create(readFileSync(join(FOLDER, file)))
  if (!('characterSet' in font)) throw new Error(`${file} is a collection, not one font`)
  nameGlyphs(font)
  font.layout = rememberingWords(font.layout.bind(font))
  return font
}

/**
 * Gives every glyph its letter. A font that serves many documents keeps its glyphs, and a glyph
 * first used as a part of another (the E in Έ) would have no letter: drawn correctly, but lost when
 * copied or read aloud. Ligatures are left alone, since they keep the letters they were made of.
 */
function nameGlyphs(font: Font): void {
  const letters = font.characterSet.filter((point) => !LIGATURES.has(point))
  for (const letter of letters) font.glyphForCodePoint(letter)
}

/**
 * Caches the layout of words: it is half the work of a ticket, and tickets repeat the same words.
 * Each caller gets its own positions, because pdfkit scales them in place.
 */
function rememberingWords(layout: Font['layout']): Font['layout'] {
  const runs = openCache<ReturnType<Font['layout']>>({ max: MAX_WORDS })
  return (text, ...choices) => {
    if (choices.some(Boolean)) return layout(text, ...choices)
    const run = runs.get(text) ?? layout(text)
    runs.set(text, run)
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
}
