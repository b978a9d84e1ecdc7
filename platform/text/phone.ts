/*
 * Telephone numbers, which a buyer may give so that the company can call if a bus changes. They are
 * stored as E.164: a plus sign, the code of the country and the number.
 */

/** Longest text that is read as a number: E.164 has 15 digits, and people write spaces. */
export const MAX_PHONE_LENGTH = 30

const CYPRUS = '+357'
/** In Cyprus landlines begin with 2 and mobiles with 9, all with eight digits. */
const OF_CYPRUS = /^[29]\d{7}$/
const E164 = /^\+[1-9]\d{6,14}$/

/**
 * The number as E.164. Eight digits are a number of Cyprus; any other needs the code of its country,
 * after + or 00. Undefined for a text that is no such number.
 */
export function readPhone(typed: string): string | undefined {
  if (typed.length > MAX_PHONE_LENGTH) return undefined
  const plain = typed.replaceAll(/[\s().\-–/]/g, '').replace(/^00/, '+')
  if (OF_CYPRUS.test(plain)) return CYPRUS + plain
  if (plain.startsWith(CYPRUS)) {
    return OF_CYPRUS.test(plain.slice(CYPRUS.length)) ? plain : undefined
  }
  return E164.test(plain) ? plain : undefined
}

/** "+357 99 123456": a number of Cyprus in groups, any other as it is stored. */
export function writePhone(phone: string): string {
  const number = phone.startsWith(CYPRUS) ? phone.slice(CYPRUS.length) : ''
  return number ? `${CYPRUS} ${number.slice(0, 2)} ${number.slice(2)}` : phone
}

/** "•••• 3456": enough to recognise a number that a caller names. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-4)}`
}
