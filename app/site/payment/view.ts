import type { RideFacts } from '#app/components/ride/view.ts'
import type { TicketCodeView } from '#app/components/ticket/view.ts'
import type { Cents } from '#platform/money.ts'

/** What became of a payment, as its loader hands it over. */
export type PaymentView = {
  /** `unpaid`: nobody has paid yet, and the page to do so is still open. */
  outcome: 'confirmed' | 'processing' | 'unpaid' | 'failed' | 'given-back' | 'review'
  paymentId: string
  reference: string
  amount: Cents
  /** Why the bank said no, if it did and said why. */
  decline: string | null
  /** "14:32", while the seats are held for another try. */
  heldUntil: string | null
  isLate: boolean
  /** It was to pay for a change of what is booked already. */
  isForChange: boolean
  givenBack: { sentence: string; isDuplicate: boolean } | null
  mine: MineView | null
}

/** Only the browser that bought is given these. */
export type MineView = {
  /** The order, with all that can be done with it. */
  orderPath: string
  tickets: (RideFacts & { ticketId: string; code: TicketCodeView })[]
  /** The receipt as a PDF. */
  receiptPath: string | null
  email: string
  /** The order waits in the cart of this browser, to be paid after all. */
  isInCart: boolean
  canCorrectEmail: boolean
  /** After this payment, and the address is still the corrected one. */
  isEmailCorrected: boolean
  /** In a demonstration the mail lies here. */
  hasMailbox: boolean
  /** Nobody is logged in who could log out. */
  isGuest: boolean
}

/** What comes back when the corrected address cannot be used. */
export type EmailAnswer = { sentence: string; typed: string }
