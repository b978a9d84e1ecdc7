import type { Ending } from '#modules/dispatch/ending.ts'
import type { PassengerCategory, Passengers } from '#modules/fares/passengers.ts'
import type { BusOfPair } from '#modules/fleet/vehicle.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import type { Company } from '#operator'
import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

/*
 * The views of a ticket and of a receipt. A ticket is one ride of an order; callers that know the
 * order fill in these views, and code here only shows them.
 */

/** A stop as a ticket names it, in the language of the ticket. */
export type TicketStop = {
  stopId: string
  name: string
  shortName: string
  /** For "από … προς …"; null if the timetable does not have it. */
  shortNameAccusative: string | null
  /** The exact pick-up point, with the bay of the day; null if nobody described it. */
  directions: string | null
  /** The same place on a map; null if the position of the stop is unknown. */
  mapUrl: string | null
  /** Missing while the bus stops there as usual. */
  today?: StopToday
}

/** A stop that a bus does not serve, or the place where it stops instead. */
export type StopToday = 'closed' | { movedTo: string }

export type PriceLine = {
  category: PassengerCategory
  count: number
  fareCents: Cents
  totalCents: Cents
}

export type TicketView = {
  /** Opens the ticket's page, so it is never printed except as part of `ticketUrl`. */
  ticketId: string
  /** The printed number: reference, ride, issue. */
  number: string
  /** Opaque, and void once the ticket is replaced. */
  code: string
  /**
   * The signed code, which says what the ticket is good for; null on tickets issued before codes
   * were signed.
   */
  signedCode: string | null
  reference: string
  locale: Locale
  groupLeader: string
  passengers: Passengers
  wheelchairUsers: number
  /**
   * The confirmation number of docs/specification.md; null without a wheelchair place.
   */
  wheelchairNumber: string | null
  priceLines: readonly PriceLine[]
  totalCents: Cents
  vatPercent: number
  from: TicketStop
  to: TicketStop
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  /** How often a new timetable changed the times of this ride. */
  retimings: number
  /** The departure that was bought; null if the bus leaves then. */
  retimedFrom: Temporal.Instant | null
  beThereAt: Temporal.Instant
  /** Minutes by which the bus is late at the boarding stop; the times above are as planned. */
  delayMinutes: number
  /** The vehicle of the departure and its relief bus; empty if one bus runs. */
  buses: readonly BusOfPair[]
  /** Last moment for a refund; after a late change, that of the departure first booked. */
  cancelUntil: Temporal.Instant
  /** The terms under which the ride was sold. */
  refundTerms: RefundTerms
  /** Why the bus does not run; null if it runs. */
  ending: Ending | null
  /** Issued for a missed bus, so it is not valid for a later one. */
  missed: boolean
  issuedAt: Temporal.Instant
  /**
   * When the ticket is looked at, printed or sent: a deadline that has passed by then is not
   * offered.
   */
  shownAt: Temporal.Instant
  ticketUrl: string
  /** Not valid for travel, and marked as such. */
  demonstration: boolean
}

/**
 * The ride and the issue in a printed number: "7KQ2M9XA-2-3" is the third ticket for the second
 * ride, "7KQ2M9XA-2" the first.
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

/** A receipt, or the credit note that reverses part of it. Both are numbered without a gap. */
export const RECEIPT_SERIES = ['receipt', 'credit-note'] as const
export type ReceiptSeries = (typeof RECEIPT_SERIES)[number]

export type ReceiptView = {
  /** As it was when the document was made. */
  company: Company
  series: ReceiptSeries
  number: number
  /** For a credit note, the receipt it corrects. */
  correctsNumber: number | null
  issuedAt: Temporal.Instant
  locale: Locale
  reference: string
  customer: string
  lines: readonly ReceiptLine[]
  vatPercent: number
  /** The fee kept from the total of a credit note's lines, VAT included. */
  fee: { totalCents: Cents; vatCents: Cents } | null
  /**
   * Added to that total without taking a fare back, VAT included; negative for what an earlier credit
   * note had already reduced.
   */
  reduction: { totalCents: Cents; vatCents: Cents } | null
  totalCents: Cents
  /**
   * The part that is neither paid nor returned, since the other document of the same change offsets
   * it.
   */
  setOff: { against: string; amountCents: Cents } | null
  /** The cards that paid the rest, or to which it is refunded; empty if the provider named none. */
  cards: readonly { brand: string; last4: string }[]
  demonstration: boolean
}

/** "R-000042": the series is part of the number, since each counts from one. */
export function receiptNumber({ series, number }: Pick<ReceiptView, 'series' | 'number'>): string {
  return `${series === 'receipt' ? 'R' : 'C'}-${String(number).padStart(6, '0')}`
}

/** The document that a number such as "C-000003" names; undefined for any other text. */
export function readReceiptNumber(
  text: string,
): Pick<ReceiptView, 'series' | 'number'> | undefined {
  const [, letter, digits = ''] = /^([RC])-(\d{6,9})$/.exec(text) ?? []
  if (!letter) return undefined
  return { series: letter === 'R' ? 'receipt' : 'credit-note', number: Number(digits) }
}

/**
 * The content of the QR. Upper case uses QR's alphanumeric mode, so the same square has larger
 * modules.
 */
export function codeInQr({ code, signedCode }: Pick<TicketView, 'code' | 'signedCode'>): string {
  return signedCode ?? code.toUpperCase()
}
