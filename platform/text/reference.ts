import { readId } from './codes.ts'
import { seen } from './lines.ts'
import { normalForm } from './normal-form.ts'

/** Longer texts are not a reference with the words around it. */
export const MAX_REFERENCE_LENGTH = 200

/** Eight of the letters and digits in use, in the form that is stored. */
export const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{8}$/
const ALONE = String.raw`(?<![\p{L}\p{N}_])`
const HALF = String.raw`[\p{L}\p{N}]{4}`
const ENDS = String.raw`(?![\p{L}\p{N}_])`
/** What tells a reference from the words around it: a digit, or Latin capitals alone. */
const MARKED = /\p{Nd}|^[^\p{Ll}\P{ASCII}]+$/u
/** With no letter or digit beside them. */
const EIGHT = new RegExp(`${ALONE}(?=(${HALF}${HALF})${ENDS})`, 'gu')
/** Groups overlap: in "code T34A VP80" the first two words are eight letters too. */
const TWO_GROUPS = new RegExp(
  String.raw`${ALONE}(?=(${HALF}[\p{Pd}\s.·−]{1,3}${HALF})${ENDS})`,
  'gu',
)

/**
 * The reference in what was typed or pasted, such as "t34a vp8o", "#T34A–VP80" or "Booking T34AVP80.";
 * undefined if there is none, or if two have an equal right.
 */
export function readReference(typed: string): string | undefined {
  if (typed.length > MAX_REFERENCE_LENGTH) return undefined
  const whole = readId(typed)
  if (REFERENCE.test(whole)) return whole
  const text = normalForm(seen(typed), 'NFKC')
  for (const form of [EIGHT, TWO_GROUPS]) {
    const found = [...text.matchAll(form)].flatMap(([, group = '']) => group)
    const some = found.filter((group) => MARKED.test(group) && REFERENCE.test(readId(group)))
    if (some.length > 0) return likeliest(some)
  }
  return undefined
}

/** Words of eight letters have no digits, and nearly all references have some. */
function likeliest(groups: readonly string[]): string | undefined {
  const byDigits = Map.groupBy(groups, (group) => group.replaceAll(/\P{Nd}/gu, '').length)
  const most = byDigits.get(Math.max(...byDigits.keys())) ?? []
  const [only, ...others] = new Set(most.map(readId))
  return others.length === 0 ? only : undefined
}
