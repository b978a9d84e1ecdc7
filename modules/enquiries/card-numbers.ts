/** Thirteen digits or more, as people write them: in groups, with single spaces, hyphens or dots. */
const DIGITS = /\d(?:[ \u00A0.\-–]?\d){12,}/g
const LEAST_DIGITS = 13
const MOST_DIGITS = 19
/** Cards begin with these; an account number with a country's letters is none. */
const CARD_START = /^[2-6]/
const COUNTRY = /(?<![A-Za-z])[A-Z]{2}$/

/**
 * Card numbers never reach us, also not in a message. All but the last four digits of what has the
 * length, the beginning and the check digit (Luhn) of one become dots; everything else stays.
 */
export function maskCardNumbers(text: string): string {
  return text.replaceAll(DIGITS, (run: string, start: number) => {
    const isBankAccount = COUNTRY.test(text.slice(Math.max(0, start - 3), start))
    return isBankAccount ? run : maskRun(run)
  })
}

/** A number may stand between others, such as a date before it and a security code after it. */
function maskRun(run: string): string {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }))
  for (const [from, first] of groups.entries()) {
    for (let to = groups.length - 1; to >= from; to--) {
      const digits = groups.slice(from, to + 1).map((group) => group.digits)
      const last = groups[to]
      if (!last || !isCardNumber(digits.join(''))) continue
      const end = last.index + last.digits.length
      const masked = `•••• ${digits.join('').slice(-4)}`
      return run.slice(0, first.index) + masked + maskCardNumbers(run.slice(end))
    }
  }
  return run
}

function isCardNumber(digits: string): boolean {
  const hasLength = digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS
  return hasLength && CARD_START.test(digits) && hasCheckDigit(digits)
}

/** Every second digit from the right counts double; the sum of all digits ends in 0. */
function hasCheckDigit(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
