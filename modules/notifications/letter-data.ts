import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

/* The data of letters to the holder of an order. The caller that fills them knows the order. */

/** The part of a bought order that every letter about it needs. */
export type OrderMailData = {
  locale: Locale
  reference: string
  /** The holder's link. It gives access to the order, so it appears only in mails to the holder. */
  manageUrl: string
  demonstration: boolean
}

/** One ride of an order before and after a change; null after a cancellation. */
export type ChangedRide = {
  before: TicketView
  after: TicketView | null
  /** The company cancelled its departure. */
  companyCancelled: boolean
}

/** One change of an order, and the state after it. */
export type ChangeMailData = OrderMailData & {
  /** The right by which the ride was changed, if its letter distinguishes them. */
  kind: 'amended' | 'corrected' | 'company-moved' | 'other'
  doneAt: Temporal.Instant
  rides: readonly ChangedRide[]
  /** The valid tickets, in the order of travel. */
  tickets: readonly TicketView[]
  /**
   * The surcharge was paid for the change; the earlier payments are refunded, kept as a fee or
   * forfeited.
   */
  money: { surcharge: Cents; refund: Cents; fee: Cents; forfeited: Cents }
  /** The refunds: one entry for each payment that is refunded. */
  returns: readonly { amountCents: Cents; cardLast4: string | null }[]
  /** The documents issued for the change. */
  papers: readonly ReceiptView[]
}

/** The new contact of a booking. */
export type ContactMailData = OrderMailData & {
  tickets: readonly TicketView[]
  name: string
  /** Null if the name did not change. */
  formerName: string | null
  /** The mails go to another address than before. */
  isMoved: boolean
}

/** One ride of an order, as the subject of a mail. */
export type RideMailData = OrderMailData & {
  ticket: TicketView
  /** The order has other rides as well. */
  hasOthers: boolean
}
