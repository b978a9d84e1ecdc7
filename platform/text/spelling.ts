import { normalForm } from './normal-form.ts'

/*
 * Comparison of place names. People write Λάρνακα, Larnaca, LARNAKA and larnaka and mean one town:
 * accents and capitals are removed, Greek becomes Latin (ELOT 743), and letters that
 * transliterations disagree about are unified.
 */

const GREEK_TO_LATIN: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/([αεη])υ(?=[αεηιουωβγδζλμνρ])/g, '$1v'],
  [/([αεη])υ/g, '$1f'],
  [/γ(?=[γξχ])/g, 'n'],
  [/θ/g, 'th'],
  [/χ/g, 'ch'],
  [/ψ/g, 'ps'],
]

const LETTERS: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  ω: 'o',
}

const ONE_SPELLING: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck|ch|kh|c|q/g, 'k'],
  [/x/g, 'ks'],
  [/ou/g, 'u'],
  [/ei|oi|yi|y|j/g, 'i'],
  [/w/g, 'o'],
  [/dh/g, 'd'],
  [/b/g, 'v'],
  [/(.)\1+/gu, '$1'],
]

/** "Αγία Νάπα – Λεωφόρος Νησί" → "αγια ναπα λεωφοροσ νησι": letters, digits and single spaces. */
export function fold(text: string): string {
  return normalForm(text, 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The common form of all spellings of a name: "Larnaca", "Λάρνακα" → "larnaka". */
export function skeleton(text: string): string {
  const latin = GREEK_TO_LATIN.reduce((name, [from, to]) => name.replaceAll(from, to), fold(text))
  const letters = latin.replaceAll(/[α-ω]/g, (letter) => LETTERS[letter] ?? letter)
  return ONE_SPELLING.reduce((name, [from, to]) => name.replaceAll(from, to), letters)
}
