import { normalForm } from './normal-form.ts'

/*
 * Comparison of the names of places and people. Λάρνακα, Larnaca, LARNAKA and larnaka are one town, and
 * Παναγιώτης is Panagiotis, Panayiotis or Panayotis: accents and capitals are removed, Greek and Cyrillic
 * become Latin (ELOT 743), and spellings of one sound, as Cypriots write it, become one.
 */

/** Letters that are no other letter with a mark, by what is typed or printed in passports for them. */
const PLAIN: Readonly<Record<string, string>> = {
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
}

const GREEK_TO_LATIN: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/([αεη])υ(?=[αεηιουωβγδζλμνρ])/g, '$1v'],
  [/([αεη])υ/g, '$1f'],
  [/γ(?=[ξχ])/g, 'n'],
]

const LETTERS: Readonly<Record<string, string>> = {
  ...letters('αβγδεζηικλμνξοπρστυφω', 'a v g d e z i i k l m n x o p r s t y f o'),
  ...letters('θχψ', 'th ch ps'),
  ...letters(
    'абвгдежзийклмнопрстуфхцчшщъыьэюя',
    ['a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch', ' i  e yu ya'].join(' '),
  ),
  ...letters('ієґ', 'i e g'),
}

/** Letters before which, in Greek, αυ and ευ sound like af and ef. */
const VOICELESS = 'ckpqstfxh'
const CONSONANT = 'bcdfghjklmnpqrstvwxz'

/** In this order: each step knows the results of those before it. */
const ONE_SPELLING: readonly (readonly [RegExp, string])[] = [
  [/\bhaj+i/g, 'hatzi'],
  [/ph/g, 'f'],
  [/([tdsg])h/g, '$1'],
  [new RegExp(`aou(?=[${CONSONANT}])`, 'g'), 'au'],
  [new RegExp(`([ae])[uv](?=[${VOICELESS}])`, 'g'), '$1f'],
  [/([ae])u(?=[a-z])/g, '$1v'],
  [/ou/g, 'u'],
  [/\ba[ie]/g, 'i'],
  [/e/g, 'i'],
  [/o[iy](?![aou])/g, 'i'],
  [/w/g, 'o'],
  [/ck|ch|kh|c|q/g, 'k'],
  [/ks|x/g, 'k'],
  [/(?<=\b|[aiou])h(?=[a-z])/g, 'k'],
  [/h/g, ''],
  [/\bn[td]/g, 'd'],
  [/nt/g, 'nd'],
  [/\bm[pb]/g, 'v'],
  [/mp/g, 'mb'],
  [/\bgk/g, 'g'],
  [/g[gk]/g, 'ng'],
  [/[td][sz]|[td]j/g, 'tz'],
  [/b/g, 'v'],
  [/(.)\1+/gu, '$1'],
  // The sound of "y" in Γιώργος, Yiorgos, Jordan, Ιωάννης and Παναγιώτης.
  [/(?<=\b|[aiou])g?[iyj]+(?=[aou])/g, 'gi'],
  [/(?<=\b|[aou])[yj](?=i)/g, 'g'],
  [/[yj]/g, 'i'],
  [/(.)\1+/gu, '$1'],
]

function letters(from: string, to: string): Record<string, string> {
  const spelled = to.split(' ')
  return Object.fromEntries(Array.from(from, (letter, place) => [letter, spelled[place] ?? '']))
}

/** "Αγία Νάπα – Λεωφόρος Νησί" → "αγια ναπα λεωφοροσ νησι": letters, digits and single spaces. */
export function fold(text: string): string {
  return normalForm(text.toLowerCase(), 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ςøłßđðþæœıħŧŋ]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The common form of all spellings of a name: "Larnaca", "Λάρνακα" → "larnaka". */
export function skeleton(text: string): string {
  const latin = GREEK_TO_LATIN.reduce((name, [from, to]) => name.replaceAll(from, to), fold(text))
  const spelled = latin.replaceAll(
    /[\u03B1-\u03C9\u0430-\u0491]/g,
    (letter) => LETTERS[letter] ?? letter,
  )
  return ONE_SPELLING.reduce((name, [from, to]) => name.replaceAll(from, to), spelled)
}

/** The keys of a Greek keyboard, at the places of those from a to z. */
const GREEK_KEYS = 'αβψδεφγηιξκλμνοπ;ρστθωςχυζ'
const LATIN_KEYS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * What was meant if the keyboard had the other layout on: "Σμιτη" → "smith", "papad;opoylow" → "παπαδοπουλος".
 * The key of the Greek accent is a semicolon.
 */
export function otherLayout(typed: string): string {
  const plain = normalForm(typed.toLowerCase(), 'NFD').replaceAll(/\p{M}/gu, '')
  const isGreek = /[α-ω]/.test(plain)
  const [from, to] = isGreek ? [GREEK_KEYS, LATIN_KEYS] : [LATIN_KEYS, GREEK_KEYS]
  const keys = isGreek ? plain : plain.replaceAll(/[;:](?=[aehioyv])/g, '')
  return Array.from(keys, (key) => to[from.indexOf(key)] ?? key).join('')
}

/** Whether what was typed may be a part of the name, in any spelling and with either layout. */
export function mayBePartOf(name: string, typed: string): boolean {
  return [typed, otherLayout(typed)].some(
    (text) =>
      fold(name).includes(fold(text)) ||
      (isTellingSound(text) && skeleton(name).includes(skeleton(text))),
  )
}

/** Whether the sound of a text says what it does: of "xx" one letter is left, which half of all names have. */
export function isTellingSound(text: string): boolean {
  return !/^(.)\1+$/u.test(fold(text))
}
