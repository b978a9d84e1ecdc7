import type { Locale } from '#platform/locale.ts'

import { normalForm } from './normal-form.ts'

/**
 * Characters that a form may send but no line of text contains: controls, and marks that turn text
 * around.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu

/** The text on one line, without characters that start a second one or turn the rest around. */
export function oneLine(text: string): string {
  return normalForm(text, 'NFC').replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()
}

/** Removes the spaces and control characters that pasted text brings along. */
export function tidy(text: string): string {
  return normalForm(text, 'NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
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
