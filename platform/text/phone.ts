import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'

import { oneLine } from './lines.ts'
import { normalForm } from './normal-form.ts'

/*
 * Telephone numbers, which a buyer may give so that the company can call if a bus changes. They are
 * stored as E.164: a plus sign, the code of the country and the number.
 */

/** Longest text that is read as a number: E.164 has 15 digits, and people write spaces and brackets. */
export const MAX_PHONE_LENGTH = 40

const CYPRUS = 'CY'
/** "tel:+357…" is a link that was copied, and "Τηλ. 99…" a line of a signature. */
const BEFORE = /^(?:tel|phone|mob|τηλ|κιν)[.:]* ?/iu
const SIGNS = /^[\p{Nd}\p{P}\p{S}\s]+$/u

/**
 * The number as E.164. One without + or 00 is a number of Cyprus; any other needs the code of its
 * country, with or without a zero that is dialled inside it. Undefined for a text that is no such
 * number: in Cyprus the ranges in use are known, elsewhere the lengths.
 */
export function readPhone(typed: string): string | undefined {
  const number = normalForm(oneLine(typed), 'NFKC').replace(BEFORE, '')
  if (number.length > MAX_PHONE_LENGTH || !SIGNS.test(number)) return undefined
  // Any sign may stand between digits; the one of the code comes first, even within brackets.
  const international = number
    .replaceAll(/(?![+()])[\p{P}\p{S}]/gu, ' ')
    .replace(/^[^+\p{Nd}]+(?=\+)/u, '')
  const readings = [international, international.replace(/\(\s*0\s*\)/, ' ')].flatMap(parse)
  const meant =
    readings.find((one) => one.isValid()) ??
    readings.find((one) => one.isPossible() && one.countryCallingCode !== '357')
  return meant?.number
}

function parse(text: string): PhoneNumber[] {
  const number = parsePhoneNumberFromString(text, { defaultCountry: CYPRUS, extract: false })
  return number && !number.ext ? [number] : []
}

/** "+357 99 123456", "+44 7700 900123": in the groups of its country. */
export function writePhone(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
}

/** "•••• 3456": enough to recognise a number that a caller names. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-4)}`
}
