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

/**
 * A number may stand between others, such as a date before it and a security code after it. Where
 * several readings have a check digit, the longest is masked: too much rather than too little.
 */
function maskRun(run: string): string {
  const [longest] = listWindows(run)
    .filter(({ digits }) => isCardNumber(digits))
    .toSorted((one, other) => other.digits.length - one.digits.length)
  if (!longest) return run
  const { start, end, digits } = longest
  return `${maskRun(run.slice(0, start))}•••• ${digits.slice(-4)}${maskRun(run.slice(end))}`
}

/** Every stretch of whole groups, as its digits and where it stands. */
function listWindows(run: string) {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    return { digits, start: index, end: index + digits.length }
  })
  return groups.flatMap(({ start }, from) =>
    groups.slice(from).map(({ end }, further) => {
      const within = groups.slice(from, from + further + 1)
      return { start, end, digits: within.map(({ digits }) => digits).join('') }
    }),
  )
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
