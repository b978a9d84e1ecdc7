import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#modules/rules/kept.ts'
import { normalForm } from '#platform/text/normal-form.ts'

import { commonPasswords } from './common-passwords.ts'

export type PasswordRefusal =
  | { ok: false; reason: 'password-missing' }
  | { ok: false; reason: 'password-too-short'; least: number }
  | { ok: false; reason: 'password-too-long'; most: number }
  | { ok: false; reason: 'password-guessable' }

/** The future owner: their name and address are the first guesses. */
type Owner = { name: string; email: string }

/**
 * The password as it is hashed: normalized, since keyboards compose the same letters differently.
 */
export function readPassword(typed: string): string {
  return normalForm(typed, 'NFKC')
}

/**
 * The problem of a chosen password, if any (NIST SP 800-63B): it must be long enough and not easy
 * to guess. There are no rules about its letters, digits and signs.
 */
export function checkPassword(password: string, owner: Owner): PasswordRefusal | undefined {
  const length = lengthOf(password)
  if (length === 0) return { ok: false, reason: 'password-missing' }
  if (length < MIN_PASSWORD_LENGTH) {
    return { ok: false, reason: 'password-too-short', least: MIN_PASSWORD_LENGTH }
  }
  if (length > MAX_PASSWORD_LENGTH) {
    return { ok: false, reason: 'password-too-long', most: MAX_PASSWORD_LENGTH }
  }
  return isGuessable(password, owner) ? { ok: false, reason: 'password-guessable' } : undefined
}

/** In characters as people count them, not in code units. */
export function lengthOf(password: string): number {
  return Array.from(password).length
}

/** The digits and signs that people add to a common word when a form demands some. */
const AROUND = /^[\d\p{P}\p{S}]{0,6}|[\d\p{P}\p{S}]{0,6}$/gu
/** A telephone number of Cyprus, or a date. */
const NUMBER = /^[\d\p{P}\s]{8,11}$/u
const REPEATED = /^(.{1,4}?)\1+.{0,3}$/u
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'ςερτυθιοπασδφγηξκλζχψωβνμ',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujmikolp',
].flatMap((row) => [row, Array.from(row).toReversed().join('')])

/** Names of places and of our business, repeated: the first guesses at this site. */
const PLACES =
  /^(?:(?:larnaca|larnaka|pa(?:ph|f)os|nicosia|lefkosia|limassol|lemesos|famagusta|ammochostos|a[gy]ia ?napa|protaras|paralimni|deryneia|kyrenia|cyprus|kypros|airport|shuttle|bus|halcyon|λαρνακας?|παφος?|λευκωσιας?|λεμεσος?|λεμεσου|παφου|αμμοχωστος?|αμμοχωστου|αγιαναπα|πρωταρας?|παραλιμνι|κυπρος?|κυπρου|αεροδρομιο|λεωφορειο)[\s._-]?)+$/u

function isGuessable(password: string, { name, email }: Owner): boolean {
  const folded = fold(password)
  const words = [password.toLowerCase(), folded, folded.replaceAll(AROUND, ''), undoSigns(folded)]
  const word = undoSigns(folded).replaceAll(AROUND, '')
  const about = [email, email.split('@')[0] ?? '', ...name.split(/\s+/), name].map(fold)
  const known = new Set(about.flatMap((one) => [one, one.replaceAll(/[\s.@_-]/g, '')]))
  const common = commonPasswords()
  return (
    NUMBER.test(password) ||
    PLACES.test(word) ||
    REPEATED.test(folded) ||
    ROWS.some((row) => row.includes(folded)) ||
    [...words, word].some((one) => common.has(one) || (one.length > 2 && known.has(one)))
  )
}

/** Lower case without accents. */
function fold(text: string): string {
  return normalForm(text.toLowerCase(), 'NFD').replaceAll(/\p{M}/gu, '')
}

const SIGNS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Matches only from the first sign of a run: starting from each of them would take quadratic time.
 */
const AT_THE_END = /(?<![\d\p{P}\p{S}])[\d\p{P}\p{S}]*$/u

/** "p@55w0rd" is "password" to anyone who guesses. */
function undoSigns(text: string): string {
  const end = AT_THE_END.exec(text)?.index ?? text.length
  const inside = text.slice(0, end).replaceAll(/[013457@$!]/g, (sign) => SIGNS[sign] ?? sign)
  return inside + text.slice(end)
}
