import { oneLine } from './lines.ts'
import { normalForm } from './normal-form.ts'

/** RFC 5321 allows 254 characters in all. */
export const MAX_EMAIL_LENGTH = 254

/** The part of a name between dots: none is empty. */
const ATOM = String.raw`[^\s@<>(),;:\\"[\].]+`
/** A word of a domain, of any script: many need marks, and some joiners. */
const INSIDE = String.raw`[\p{L}\p{M}\p{Nd}\u200C\u200D-]`
const END = String.raw`[\p{L}\p{M}\p{Nd}]`

/** The shape of an address. Only a mail to it shows whether it exists. */
export const EMAIL = new RegExp(
  String.raw`^(?=[^@]{1,64}@)${ATOM}(?:\.${ATOM})*@` +
    String.raw`(?:[\p{L}\p{Nd}](?:${INSIDE}{0,61}${END})?\.)+\p{L}${INSIDE}{0,61}${END}$`,
  'u',
)

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)
}

/**
 * An address as it was typed or pasted, without the rest: invisible characters, full width, the
 * name of its owner, the brackets around it, "mailto:", the end of a sentence.
 */
export function tidyEmail(typed: string): string {
  const line = normalForm(oneLine(typed), 'NFKC').replaceAll('。', '.').trim()
  const [, inside = line] = /<([^<>]+)>[.,;]?$/.exec(line) ?? []
  return inside
    .replace(/^mailto:/i, '')
    .replace(/(?<![.,;])[.,;]+$/, '')
    .trim()
}

/** Domains so common that a near miss is probably a typing error. */
export const COMMON_DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'hotmail.co.uk',
  'yahoo.co.uk',
  'hotmail.gr',
  'yahoo.gr',
  'windowslive.com',
  'cytanet.com.cy',
  'ucy.ac.cy',
]

/** Suggests "anna@gmail.com" for "anna@gmial.com"; undefined if no typing error is likely. */
export function guessEmail(email: string): string | undefined {
  const [name, domain = ''] = email.toLowerCase().split('@')
  if (!name || COMMON_DOMAINS.includes(domain)) return undefined
  const meant = COMMON_DOMAINS.find((common) => isOneSlipFrom(domain, common))
  return meant && `${email.slice(0, email.indexOf('@'))}@${meant}`
}

/** One letter added, missing or replaced, or two neighbours swapped. */
function isOneSlipFrom(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1 || typed === meant) return false
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  const [restTyped, restMeant] = [typed.slice(start), meant.slice(start)]
  const isSwapped =
    restTyped[0] === restMeant[1] &&
    restTyped[1] === restMeant[0] &&
    restTyped.slice(2) === restMeant.slice(2)
  return (
    isSwapped ||
    restTyped.slice(1) === restMeant.slice(1) ||
    restTyped.slice(1) === restMeant ||
    restTyped === restMeant.slice(1)
  )
}
