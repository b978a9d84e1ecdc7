/** Thirteen digits or more, as people write them: in groups, with single spaces, hyphens or dots. */
const DIGITS = /\d(?:[ \u00A0.\-–]?\d){12,}/g
const MIN_DIGITS = 13
const MAX_DIGITS = 19
/** First digits of cards; an IBAN begins with letters. */
const CARD_START = /^[2-6]/
const COUNTRY = /(?<![A-Za-z])[A-Z]{2}$/

/**
 * Masks card numbers, which must never reach us, not even in a message. A number with the length,
 * the beginning and the check digit (Luhn) of a card becomes dots and its last four digits;
 * everything else stays.
 */
export function maskCardNumbers(text: string): string {
  return text.replaceAll(DIGITS, (run: string, start: number) => {
    const isBankAccount = COUNTRY.test(text.slice(Math.max(0, start - 3), start))
    return isBankAccount ? run : maskRun(run)
  })
}

/**
 * A card number may have others next to it, such as a date before and a security code after. If
 * several readings have a valid check digit, the longest is masked: too much rather than too
 * little.
 */
function maskRun(run: string): string {
  const readings = listReadings(run)
  const longestFirst = readings.toSorted((one, other) => other.digits.length - one.digits.length)
  const taken = new Set<number>()
  const cards = longestFirst.filter(({ groups }) => {
    if (groups.some((group) => taken.has(group))) return false
    for (const group of groups) taken.add(group)
    return true
  })

  const inOrder = cards.toSorted((one, other) => one.start - other.start)
  const parts = inOrder.map(({ start, digits }, place) => {
    const before = run.slice(inOrder[place - 1]?.end ?? 0, start)
    return `${before}•••• ${digits.slice(-4)}`
  })
  return parts.join('') + run.slice(inOrder.at(-1)?.end ?? 0)
}

/** A stretch of whole groups that may be a card number: its groups and its position. */
type Reading = { digits: string; groups: readonly number[]; start: number; end: number }

/**
 * Each group starts at most as many readings as a card number has digits, however long the run is.
 */
function listReadings(run: string): Reading[] {
  const groups = [...run.matchAll(/\d+/g)]
  return groups.flatMap(({ index: start }, first) => {
    const readings: Reading[] = []
    const indices: number[] = []
    let digits = ''
    for (const [further, group] of groups.slice(first, first + MAX_DIGITS).entries()) {
      digits += group[0]
      indices.push(first + further)
      if (digits.length > MAX_DIGITS) break
      const end = group.index + group[0].length
      if (isCardNumber(digits)) readings.push({ digits, groups: [...indices], start, end })
    }
    return readings
  })
}

function isCardNumber(digits: string): boolean {
  const hasLength = digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS
  return hasLength && CARD_START.test(digits) && hasCheckDigit(digits)
}

/** Every second digit from the right counts double; the sum of all digits ends in 0. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place))
    const value = place % 2 === 1 ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
