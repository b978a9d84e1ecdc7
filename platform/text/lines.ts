import type { Locale } from '#platform/locale.ts'

import { normalForm } from './normal-form.ts'

/** Characters between words that are no space: tabs, breaks, and the empty cell of Braille. */
const GAPS = /[\t-\r\u0085\u2028\u2029\u2800]/g
/** Scripts whose letters take another form beside a joiner: there it belongs to the spelling. */
const JOINED = `[${[
  'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Thaa',
]
  .join('')
  .split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')}]`
/**
 * Invisible characters that pasted text brings along: controls, halves of characters, soft hyphens,
 * spaces without a width, variation selectors, and marks that turn text around.
 */
const UNSEEN = new RegExp(
  String.raw`(?!(?<=${JOINED})[\u200C\u200D](?=${JOINED}))(?!(?<=(?=\p{M})${JOINED})\u200D)` +
    String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]`,
  'gu',
)

/**
 * The text without invisible characters. Breaks and tabs are removed too, so turn them into spaces
 * first.
 */
export function seen(text: string): string {
  return normalForm(text.replaceAll(UNSEEN, ''), 'NFC')
}

/**
 * The text on one line, with single spaces, and without characters that start a second line, turn
 * the rest around or are not seen.
 */
export function oneLine(text: string): string {
  return seen(text.replaceAll(GAPS, ' ')).replaceAll(/\s+/g, ' ').trim()
}

/** The text as oneLine has it, but with its line breaks and indents, and at most one empty line. */
export function manyLines(text: string): string {
  return text
    .split(/\r\n|[\n-\r\u0085\u2028\u2029]/)
    .map((line) => seen(line.replaceAll(GAPS, ' ')).trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Titles begin with a capital, even if the phrase begins with «από». */
export function capitalised(phrase: string, locale: Locale): string {
  return phrase.charAt(0).toLocaleUpperCase(locale) + phrase.slice(1)
}

/**
 * The part of a text that the typeface can set: a letter it lacks loses its accents, and characters
 * it lacks altogether (emoji, other scripts) are dropped. May be empty.
 */
export function printable(text: string, hasLetter: (codePoint: number) => boolean): string {
  const letters = Array.from(oneLine(text), (letter) => {
    const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return [letter, plain].find((form) => isSettable(form, hasLetter)) ?? ''
  })
  return oneLine(letters.join(''))
}

function isSettable(text: string, hasLetter: (codePoint: number) => boolean): boolean {
  return text !== '' && Array.from(text).every((letter) => hasLetter(letter.codePointAt(0) ?? 0))
}
