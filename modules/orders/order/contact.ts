import { normalForm } from '#platform/normal-form.ts'

import { readPhone } from './phone.ts'

/**
 * The only personal data of a checkout: the name and email address of the group leader, and a
 * telephone number if they give one.
 */
export type Contact = {
  name: string
  email: string
  /** As typed; empty for none. Undefined if it was not asked for, so the present one stays. */
  phone?: string | undefined
}

export const MAX_NAME_LENGTH = 100
/** RFC 5321 allows 254 characters in all. */
export const MAX_EMAIL_LENGTH = 254

export type ContactRefusal =
  | { ok: false; reason: 'name-missing' }
  | { ok: false; reason: 'name-too-long'; most: number }
  | { ok: false; reason: 'name-with-site' }
  | { ok: false; reason: 'email-missing' }
  | { ok: false; reason: 'email-malformed' }
  | { ok: false; reason: 'phone-malformed' }
  | { ok: false; reason: 'terms-not-accepted' }

/** The shape of an address. Only a mail to it shows whether it exists. */
export const EMAIL =
  /^[^\s@<>(),;:\\"[\]]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+[\p{L}][\p{L}\d-]*[\p{L}\d]$/u

/** Every invalid field, in the order of the form; empty if the contact is valid. */
export function checkContact({ name, email, phone = '' }: Contact): ContactRefusal[] {
  const refusals: (ContactRefusal | false)[] = [
    name === '' && { ok: false, reason: 'name-missing' },
    name.length > MAX_NAME_LENGTH && { ok: false, reason: 'name-too-long', most: MAX_NAME_LENGTH },
    namesSite(name) && { ok: false, reason: 'name-with-site' },
    email === '' && { ok: false, reason: 'email-missing' },
    email !== '' && !isEmail(email) && { ok: false, reason: 'email-malformed' },
    phone !== '' && !readPhone(phone) && { ok: false, reason: 'phone-malformed' },
  ]
  return refusals.filter((refusal) => refusal !== false)
}

/** Ends of addresses, besides those of two letters, that mail programs take for a site. */
const SITE_ENDS =
  'com|net|org|info|biz|pro|name|mobi|app|dev|xyz|top|site|online|shop|store|club|live|fun|icu|vip|win|bid|loan|click|link|work|world|life|today|space|website|tech|cloud|blog|news|agency|digital|email|page|bet|casino|poker|games|money|cash|deals|sale|gift|free|buzz|party|review|stream|trade|download|example|ελ|ευ|рф'
/** "St.John" and "Dr.Page" are people. */
const NO_TITLE = String.raw`(?<![\p{L}\d-])(?!(?:st|dr|mr|mrs|ms|fr|prof|rev|αγ|δρ)\.)`
const DOT = '[.。．｡]'
const ENDS = String.raw`(?![\p{L}\d-])`

/** With a scheme, with www, with a path, or a word with the end of a site's address. */
const SITES = [
  String.raw`://|\bwww\.|[\p{L}\d]\.\p{L}{2,}/`,
  `${NO_TITLE}[\\p{L}\\d-]{2,}${DOT}(?:${SITE_ENDS})${ENDS}`,
].map((site) => new RegExp(site, 'iu'))
/** Two letters are a country or a surname: "evil.ru", but "Wei.Li". One letter is an initial: "A.Link". */
const SITES_BY_CASE = [
  `${NO_TITLE}[\\p{L}\\d-]{2,}${DOT}(?:[a-z]{2}|[A-Z]{2})${ENDS}`,
  `${NO_TITLE}[\\p{L}\\d]${DOT}(?:${SITE_ENDS})${ENDS}`,
].map((site) => new RegExp(site, 'u'))

/**
 * Whether a mail program would make a link of a part of this name. Names appear in our mails, so
 * strangers could send advertisements through us.
 */
export function namesSite(name: string): boolean {
  return [...SITES, ...SITES_BY_CASE].some((site) => site.test(name))
}

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)
}

/** Removes the spaces and control characters that pasted text brings along. */
export function tidy(text: string): string {
  return normalForm(text, 'NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A contact as typed into the fields of a form, tidied. */
export function tidyContact({ name, email, phone }: Contact): Contact {
  const tidied = { name: tidy(name), email: tidy(email) }
  return phone === undefined ? tidied : { ...tidied, phone: tidy(phone) }
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
