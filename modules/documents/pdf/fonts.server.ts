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

const LETTERS = new Set(FONTS.regular.characterSet)

/**
 * The scripts in which a name may be written besides those of the typeface, with the letters of their fonts. Both are
 * read from right to left, but Arabic digits are not, so those are left out. Chinese is not among them: a font with all
 * its letters takes ten megabytes, and pdfkit cannot embed the small slices of one that are made for the web.
 */
const OTHERS = [
  { script: 'hebrew', letter: /[\u0590-\u05FF]/, file: 'noto-sans-hebrew-400.ttf' },
  {
    script: 'arabic',
    letter: /[\u0600-\u065F\u066A-\u06EF\u06FA-\u06FF\u200C]/,
    file: 'vazirmatn-400.ttf',
  },
] as const

/**
 * Words of one script, with the marks between them, which art/make-ticket-fonts.ts left in its font. Brackets belong to
 * the words only if both do.
 */
const OTHER_RUNS = new RegExp(
  OTHERS.map(({ letter: { source } }) => {
    const between = String.raw`[ \-'’".,]*`
    const words = `${source}(?:${between}${source})*['’"]*`
    return String.raw`${words}(?: ?\(${words}\)(?:${between}${words})?)*`
  }).join('|'),
  'g',
)

type Other = (typeof OTHERS)[number]
export type FontName = keyof typeof FONTS | Other['script']

/** A part of a line, in the typeface or in the font of another script. */
export type Run = { text: string; other: Other | null }

const opened = new Map<Other, { font: Font; letters: ReadonlySet<number> }>()

/** Both weights have the same letters: art/make-ticket-fonts.ts made them from one list. */
export function hasLetter(codePoint: number): boolean {
  return LETTERS.has(codePoint)
}

/**
 * A name whose letters our fonts all have, or an empty text: then paper says that it is as in the booking, which the
 * driver's phone shows. A part of it, such as Wei of 李 Wei, would be another name.
 */
export function wholeName(name: string): string {
  const isWhole = Array.from(name).every(
    (letter) => !/\p{L}/u.test(letter) || printable(letter, hasLetterInAny) !== '',
  )
  return isWhole ? printable(name, hasLetterInAny) : ''
}

/** The parts of a line in their order on paper, from left to right. */
export function runsOf(line: string): Run[] {
  const runs: Run[] = []
  let end = 0
  for (const { 0: text, index } of line.matchAll(OTHER_RUNS)) {
    if (index > end) runs.push({ text: line.slice(end, index), other: null })
    runs.push({ text: mirrored(text), other: otherOf(text) })
    end = index + text.length
  }
  if (end < line.length) runs.push({ text: line.slice(end), other: null })
  return runs
}

/** The font of a script, which is read for the first name in it. */
export function otherFont(other: Other): Font {
  return openOther(other).font
}

/** From right to left, a bracket opens with the form that closes it in our line. */
function mirrored(text: string): string {
  return text.replaceAll(/[()]/g, (bracket) => (bracket === '(' ? ')' : '('))
}

function hasLetterInAny(codePoint: number): boolean {
  if (hasLetter(codePoint)) return true
  const other = otherOf(String.fromCodePoint(codePoint))
  return other !== null && openOther(other).letters.has(codePoint)
}

function otherOf(text: string): Other | null {
  return OTHERS.find(({ letter }) => letter.test(text)) ?? null
}

function openOther(other: Other) {
  const known = opened.get(other)
  if (known) return known
  const font = open(other.file)
  const made = { font, letters: new Set(font.characterSet) }
  opened.set(other, made)
  return made
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
