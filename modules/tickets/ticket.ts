import type { PassengerCategory, Passengers } from '#modules/fares/passengers.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

/*
 * What a traveller is handed. A ticket is one ride of an order; who fills these views knows the
 * order, and everything here only shows it.
 */

/** A stop as a ticket names it, in the language of the ticket. */
export type TicketStop = {
  stopId: string
  name: string
  shortName: string
  /** For "από … προς …"; null when the timetable does not know it. */
  shortNameAccusative: string | null
  /** Where exactly one boards; null when the timetable does not say. */
  directions: string | null
  /** The same place on a map; null when nobody knows where the stop is. */
  mapUrl: string | null
}

export type PriceLine = {
  category: PassengerCategory
  count: number
  fareCents: Cents
  totalCents: Cents
}

export type TicketView = {
  /** Opens the ticket's page, so it is never printed but as part of `ticketUrl`. */
  ticketId: string
  /** What is printed: reference, ride, issue. */
  number: string
  /** What the QR holds: opaque, and void once the ticket is replaced. */
  code: string
  reference: string
  locale: Locale
  groupLeader: string
  passengers: Passengers
  wheelchairUsers: number
  /** The confirmation number of SPEC.md section 5; null without a wheelchair place. */
  wheelchairNumber: string | null
  priceLines: readonly PriceLine[]
  totalCents: Cents
  vatPercent: number
  from: TicketStop
  to: TicketStop
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  beThereAt: Temporal.Instant
  /** The last moment for a refund; that of the departure first booked, when the ride was changed late. */
  cancelUntil: Temporal.Instant
  /** Those it was sold under. */
  refundTerms: RefundTerms
  /** It stands for a bus that was missed, so it is good for no later one. */
  missed: boolean
  issuedAt: Temporal.Instant
  /** When it is looked at, printed or sent: a deadline that has passed by then is not offered. */
  shownAt: Temporal.Instant
  ticketUrl: string
  /** Nobody is carried on it, and it says so. */
  demonstration: boolean
}

/**
 * Which ride a printed number is for, and which ticket for that ride it is: "7KQ2M9XA-2-3" is the
 * third for the second ride, "7KQ2M9XA-2" the first.
 */
export function readTicketNumber(number: string): { ride: string; issue: number } {
  const [reference = '', place = '', issue = '1'] = number.split('-')
  return { ride: `${reference}-${place}`, issue: Number(issue) }
}

/** One line of a receipt, VAT included: a category of passengers on one ride. */
export type ReceiptLine = PriceLine & {
  from: string
  to: string
  departsAt: Temporal.Instant
  vatPercent: number
  /** Its share of the receipt's VAT; see `includedVatByLine`. */
  vatCents: Cents
}

/** A receipt, or the credit note that takes some of it back. Both number without a gap. */
export const RECEIPT_SERIES = ['receipt', 'credit-note'] as const
export type ReceiptSeries = (typeof RECEIPT_SERIES)[number]

export type ReceiptView = {
  series: ReceiptSeries
  number: number
  /** For a credit note, the receipt it corrects. */
  correctsNumber: number | null
  issuedAt: Temporal.Instant
  locale: Locale
  reference: string
  customer: string
  lines: readonly ReceiptLine[]
  /** Kept of what the lines of a credit note come to, VAT included. */
  fee: { totalCents: Cents; vatCents: Cents } | null
  totalCents: Cents
  /** What is not paid or returned, since the other paper of the same change makes up for it. */
  setOff: { against: string; amountCents: Cents } | null
  /** With which the rest was paid, or to which it goes back; none where the provider named none. */
  cards: readonly { brand: string; last4: string }[]
  demonstration: boolean
}

/** "R-000042": the series is part of the number, since each counts from one. */
export function receiptNumber({ series, number }: Pick<ReceiptView, 'series' | 'number'>): string {
  return `${series === 'receipt' ? 'R' : 'C'}-${String(number).padStart(6, '0')}`
}

/** The paper that a number like "C-000003" names; nothing for any other text. */
export function readReceiptNumber(
  text: string,
): Pick<ReceiptView, 'series' | 'number'> | undefined {
  const [, letter, digits = ''] = /^([RC])-(\d{6,9})$/.exec(text) ?? []
  if (!letter) return undefined
  return { series: letter === 'R' ? 'receipt' : 'credit-note', number: Number(digits) }
}

/**
 * What the QR holds. In capitals it needs the smaller alphabet of QR, so the same square has
 * bigger dots; who scans it turns them back.
 */
export function codeInQr(code: string): string {
  return code.toUpperCase()
}
