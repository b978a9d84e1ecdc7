import { seen } from './lines.ts'
import { normalForm } from './normal-form.ts'

/*
 * Codes that people type or paste: references, their last four, codes of an app. Letters of other
 * alphabets that look like Latin ones are meant as those, since a keyboard may still be Greek.
 */

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('АВЕКМНОРСТУХЗІЅЈ', 'ABEKMHOPCTYX3ISJ'),
}
/**
 * Greek letters that look like no Latin one: a person who types them knows the places of the keys.
 */
const BY_PLACE: Readonly<Record<string, string>> = pairs('ΓΔΘΛΞΠΣΦΨΩ', 'GDULJPSFCV')

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries(Array.from(from, (letter, place) => [letter, to[place] ?? '']))
}

/** "τ34αvρ80", full width or with an accent → "T34AVP80": capitals and digits of ASCII. */
function latin(text: string): string {
  const capitals = normalForm(text, 'NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const digits = capitals.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)))
  const isByPlace = /[ΓΔΘΛΞΠΣΦΨΩ]/.test(digits)
  return digits.replaceAll(/[\p{sc=Greek}\p{sc=Cyrillic}]/gu, (letter) => {
    const key = isByPlace && letter === 'Ρ' ? 'R' : BY_PLACE[letter]
    return key ?? LOOK_ALIKES[letter] ?? letter
  })
}

/** Decimal digits of any script stand in rows of ten. */
function valueOf(digit: string): number {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return (at - zero) % 10
}

/** The letters and digits of a code, as capitals: "123 456" → "123456", "ab-1٢" → "AB12". */
export function readCode(typed: string): string {
  return latin(seen(typed)).replaceAll(/[^0-9A-Z]/g, '')
}

/** The letters of ids that look like digits, as Crockford's alphabet reads them: O is 0, I and L are 1. */
export function readId(typed: string): string {
  return readCode(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
