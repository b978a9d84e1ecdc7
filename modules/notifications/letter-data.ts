import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

/* What the letters to the holder of an order go by. Who fills these views knows the order. */

/** An order that was bought, as every letter about it needs it. */
export type OrderMailData = {
  locale: Locale
  reference: string
  /** The holder's link: it opens the order, so it stands in mails to the holder and nowhere else. */
  manageUrl: string
  demonstration: boolean
}

/** One ride of an order before a change and after it; after it there may be none. */
export type ChangedRide = {
  before: TicketView
  after: TicketView | null
  /** The company does not run the bus it was for. */
  companyCancelled: boolean
}

/** What was done to an order in one act, and how it stands now. */
export type ChangeMailData = OrderMailData & {
  /** By what right a ride was changed, where its letter tells them apart. */
  kind: 'amended' | 'corrected' | 'company-moved' | 'other'
  doneAt: Temporal.Instant
  rides: readonly ChangedRide[]
  /** The tickets that are valid now, in the order of travel. */
  tickets: readonly TicketView[]
  /** The surcharge was paid for it; of what was paid before, the rest comes back or is kept. */
  money: { surcharge: Cents; refund: Cents; fee: Cents; forfeited: Cents }
  /** Where the refund goes: one entry for each payment it is taken from. */
  returns: readonly { amountCents: Cents; cardLast4: string | null }[]
  /** The papers that were issued for it. */
  papers: readonly ReceiptView[]
}

/** Whose booking it is now. */
export type ContactMailData = OrderMailData & {
  tickets: readonly TicketView[]
  name: string
  /** Null while the name is as it was. */
  formerName: string | null
  /** Another address has the mails now than before. */
  isMoved: boolean
}

/** One ride of an order that something is to be told of. */
export type RideMailData = OrderMailData & {
  ticket: TicketView
  /** The order has other rides too. */
  hasOthers: boolean
}
