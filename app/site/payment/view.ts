import type { RideFacts } from '#app/components/ride/view.ts'
import type { TicketCodeView } from '#app/components/ticket/view.ts'
import type { Cents } from '#platform/money.ts'

/** The outcome of a payment, as its loader returns it. */
export type PaymentView = {
  /** `unpaid`: not paid yet, and the payment page is still open. */
  outcome: 'confirmed' | 'processing' | 'unpaid' | 'failed' | 'given-back' | 'review'
  paymentId: string
  reference: string
  amount: Cents
  /** The bank's reason for declining, if it gave one. */
  decline: string | null
  /** "14:32", while the seats are held for another attempt. */
  heldUntil: string | null
  isLate: boolean
  /** It was the surcharge for a change of a booking. */
  isForChange: boolean
  givenBack: { sentence: string; isDuplicate: boolean } | null
  mine: MineView | null
}

/** Only for the browser that bought. */
export type MineView = {
  /** The order page, with all possible acts. */
  orderPath: string
  tickets: (RideFacts & { ticketId: string; code: TicketCodeView })[]
  /** The receipt as a PDF. */
  receiptPath: string | null
  email: string
  /** The order is in this browser's cart and can still be paid. */
  isInCart: boolean
  canCorrectEmail: boolean
  /** The address was corrected after this payment, and has not changed since. */
  isEmailCorrected: boolean
  /** The demonstration's mailbox contains the email. */
  hasMailbox: boolean
  /** No account is logged in, so there is no logout. */
  isGuest: boolean
}

/** The result of an invalid correction. */
export type EmailAnswer = { sentence: string; typed: string }
