import { readReceiptNumber, type ReceiptSeries } from '#modules/tickets/ticket.ts'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { readCode, readId } from '#platform/text/codes.ts'
import { oneLine } from '#platform/text/lines.ts'
import { readPhone } from '#platform/text/phone.ts'
import { readReference } from '#platform/text/reference.ts'
import { otherLayout } from '#platform/text/spelling.ts'

/** One way to read what was typed into the search for bookings. */
export type Reading =
  /** The id in an address of ours: of an order, a ticket or a payment. */
  | { by: 'link'; token: string }
  | { by: 'reference'; reference: string }
  | { by: 'document'; series: ReceiptSeries; number: number }
  | { by: 'wheelchair'; number: string }
  /** Our id of a payment or refund, or that of its provider. */
  | { by: 'payment'; id: string }
  | { by: 'card'; last4: string }
  /** Digits from the beginning or the end of a telephone number. */
  | { by: 'phone'; digits: string }
  | { by: 'reference-start'; start: string }
  | { by: 'email'; fragment: string }
  | { by: 'words'; words: readonly string[] }

/** The reading that found an order; `similar` if only the sound of the name is the same. */
export type FoundBy = Reading['by'] | 'similar'

/**
 * The ways to read a search: all readings of the first list are tried, and those of the next only
 * if they found nothing. A card number is refused, since it must not reach us at all.
 */
export type SearchQuery =
  | { ok: true; stages: readonly (readonly Reading[])[] }
  | { ok: false; reason: 'card-number' | 'too-short' }

export const MAX_QUERY_LENGTH = 300
/** Fewest digits that are read as part of a telephone number. */
const MIN_PHONE_DIGITS = 6
/** Ids of a provider begin with a short word, such as "pi_" or "re_". */
const PROVIDERS_ID = /^[a-z]{2,4}_\w+$/

/** Reads a search by its shape; the readings that name one booking come first. */
export function readSearch(typed: string): SearchQuery {
  const text = oneLine(typed).slice(0, MAX_QUERY_LENGTH)
  if (hasCardNumber(text)) return { ok: false, reason: 'card-number' }
  const stages = [readExact(text), readDigits(text), readWords(text), readOtherLayout(text)]
  const used = stages.filter((readings) => readings.length > 0)
  return used.length > 0 ? { ok: true, stages: used } : { ok: false, reason: 'too-short' }
}

function hasCardNumber(text: string): boolean {
  return !PROVIDERS_ID.test(text) && maskCardNumbers(text) !== text
}

function readExact(text: string): Reading[] {
  const isWheelchair = /^w-/i.test(text)
  const reference = isWheelchair ? undefined : readReference(text)
  const document = readReceiptNumber(padded(text.toUpperCase()))
  const readings: (Reading | false | undefined)[] = [
    ...tokensIn(text).map((token) => ({ by: 'link', token }) as const),
    // "7KQ2M9XA-2-3" is a ticket, "7KQ2M9XA-2" a ticket, a journey or an attempt to pay.
    reference !== undefined && { by: 'reference', reference },
    document && { by: 'document', ...document },
    isWheelchair && { by: 'wheelchair', number: `W-${readId(text.slice(2))}` },
    /^[\w-]{8,}$/.test(text) && /\d/.test(text) && { by: 'payment', id: text },
  ]
  return readings.filter((reading) => reading !== false && reading !== undefined)
}

/** "r-42" as it is printed: R-000042. */
function padded(text: string): string {
  return text.replace(/^([RC])[\s-]?(\d{1,9})$/, (_, letter: string, digits: string) => {
    return `${letter}-${digits.padStart(6, '0')}`
  })
}

/** The ids in a pasted address of ours, or the bare id. */
function tokensIn(text: string): string[] {
  return text.split(/[/?#&=\s]/).filter((part) => ACCESS_TOKEN.test(part))
}

function readDigits(text: string): Reading[] {
  const isNumber = /^[\p{Nd}\p{P}\p{S}\s]+$/u.test(text)
  const digits = readPhone(text)?.slice(1) ?? readCode(text)
  const start = readId(text)
  const mayStart = /^[0-9A-HJKMNP-TV-Z]{2,7}$/.test(start) && /^\S+$/.test(text)
  const readings: (Reading | false)[] = [
    /^\d{4}$/.test(text) && { by: 'card', last4: text },
    isNumber && digits.length >= MIN_PHONE_DIGITS && { by: 'phone', digits },
    mayStart && /\d/.test(text) && { by: 'reference-start', start },
  ]
  return readings.filter((reading) => reading !== false)
}

/** Parts of names and addresses; a single letter narrows nothing down, so it is left out. */
function readWords(text: string): Reading[] {
  if (text.includes('@')) return [{ by: 'email', fragment: text.toLowerCase() }]
  const words = text
    .split(/\s+/)
    .filter((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '').length > 1)
  return words.length > 0 ? [{ by: 'words', words }] : []
}

/** Words that found nobody may have been typed with the other keyboard layout on. */
function readOtherLayout(text: string): Reading[] {
  const other = otherLayout(text)
  return other === text.toLowerCase() ? [] : readWords(other)
}
