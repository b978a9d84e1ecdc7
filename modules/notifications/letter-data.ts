import type { Ending } from '#modules/dispatch/ending.ts'
import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

import type { RideInShort } from './letters/rides.ts'

/* The data of letters to the holder of an order. The caller that fills them knows the order. */

/** The part of a bought order that every letter about it needs. */
export type OrderMailData = {
  locale: Locale
  reference: string
  /** The holder's link. It gives access to the order, so it appears only in mails to the holder. */
  manageUrl: string
  demonstration: boolean
}

/** Seats that staff hold for a caller until they are paid for. */
export type PaymentLinkData = Omit<OrderMailData, 'manageUrl'> & {
  payUrl: string
  payBy: Temporal.Instant
  total: Cents
  rides: readonly RideInShort[]
}

/** One ride of an order before and after a change; null after a cancellation. */
export type ChangedRide = {
  before: TicketView
  after: TicketView | null
  /** How its bus did not run; null if it did. */
  ending: Ending | null
  /** Only one of the stops has changed. */
  isSameBus?: boolean
}

/** One change of an order, and the state after it. */
export type ChangeMailData = OrderMailData & {
  /** The right by which the ride was changed, if its letter distinguishes them. */
  kind: 'amended' | 'corrected' | 'company-moved' | 'other'
  doneAt: Temporal.Instant
  /** Staff gave more than the rules do. */
  isOverruled: boolean
  rides: readonly ChangedRide[]
  /** The valid tickets, in the order of travel. */
  tickets: readonly TicketView[]
  /**
   * The surcharge was paid for the change; the earlier payments are refunded, kept as a fee or
   * forfeited. `takenBack`: the part that the traveller already had, by an earlier price reduction or refund.
   */
  money: { surcharge: Cents; refund: Cents; fee: Cents; forfeited: Cents; takenBack: Cents }
  /** The refunds: one entry for each payment that is refunded. */
  returns: readonly { amountCents: Cents; cardLast4: string | null }[]
  /** The documents issued for the change. */
  documents: readonly ReceiptView[]
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

/** A change that staff made, and that waits for its surcharge. */
export type SurchargeMailData = OrderMailData & {
  surcharge: Cents
  /** The end of the payment page. */
  until: Temporal.Instant
  /** The ride after the change. */
  ride: { from: string; to: string; departsAt: Temporal.Instant }
}

/** One ride of an order, as the subject of a mail. */
export type RideMailData = OrderMailData & {
  ticket: TicketView
  /** The order has other rides as well. */
  hasOthers: boolean
  /** Why its bus does not run as it was sold, if passengers are told. */
  reason?: string | undefined
}

/** A ride whose bus is late, or on time again. */
export type DelayMailData = RideMailData & {
  /** Negative: early. Zero: on time again. */
  minutes: number
  /** Minutes of the last delay that the holder was told before; zero if there was none. */
  told: number
  /** For a long delay: other buses that may be taken. */
  choice?: ChoiceMailData | undefined
}

/** The choice of a passenger whose bus does not run. */
export type ChoiceMailData = {
  url: string
  /** The moment until which seats are kept. */
  until: Temporal.Instant
  /** The buses on which they are kept, best first. */
  offers: readonly MailedOffer[]
  /** Without an answer the passenger is moved to the first of them. */
  isMoved: boolean
  /** The bus has no space for the wheelchair of the party, and nothing is done without an answer. */
  lacksSpace?: boolean
}

type MailedOffer = {
  /** By the timetable, as the arrival. */
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  /** At the stop where passengers board; negative: early. */
  delayMinutes: number
  /** On the same bus: the other stop, where passengers board or get off instead. */
  stop?: { name: string; isBoarding: boolean } | undefined
}

/** A ride from or to a stop that is closed, moved, or served after all. */
export type StopMailData = RideMailData & {
  /** The name of the stop. */
  stop: string
  /** Where the bus stops instead, in the language of the letter; null: nowhere. */
  place: { words: string; mapUrl: string | null } | null
  /** Whether the passengers board there; else they get off. */
  isBoarding: boolean
  choice: ChoiceMailData
}

/** A ride that cannot be made as it was sold, and the choice instead. */
export type CancelledRideMailData = RideMailData & { choice: ChoiceMailData }

/** A ride whose bus does not run. */
export type NotRunningMailData = CancelledRideMailData & { ending: Ending }

/** A ride whose offered seats are no longer available, with the new choice. */
export type NewOffersMailData = CancelledRideMailData & {
  canRefund: boolean
  /** The bus runs: without an answer the passengers travel as they booked. */
  canStay: boolean
  /** Without an answer the fare is refunded after the day of travel, and else when the choice ends. */
  isRefundedLater: boolean
}

/** A ride whose bus has other times in a new timetable. */
export type RetimedMailData = RideMailData & {
  /** The times that were bought. */
  before: { departsAt: Temporal.Instant; arrivesAt: Temporal.Instant }
  /** If they changed by much: other buses, or the money. */
  choice?: ChoiceMailData | undefined
}

/** A ride about whose departure the company writes. */
export type MessageMailData = RideMailData & { message: string }
