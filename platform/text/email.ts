/** RFC 5321 allows 254 characters in all. */
export const MAX_EMAIL_LENGTH = 254

/** The shape of an address. Only a mail to it shows whether it exists. */
export const EMAIL =
  /^[^\s@<>(),;:\\"[\]]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+[\p{L}][\p{L}\d-]*[\p{L}\d]$/u

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)
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
