import { findChangeOf } from '#modules/orders/apply/proposals.server.ts'
import { findOrder, listBookings, type Order } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { isOpen, type PaymentState } from '#modules/payments/payment-state.ts'
import { findPayment, type Payment } from '#modules/payments/payments.server.ts'
import type { DeclineReason } from '#modules/payments/provider.ts'
import type { RefundReason, RefundState } from '#modules/payments/refund-state.ts'
import { receiptNumber, type TicketView } from '#modules/tickets/ticket.ts'
import { db } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

/**
 * The result of an attempt to pay, by the database and not by the address of the page.
 *   confirmed   paid, with tickets
 *   processing  still open; the poller will find the result
 *   failed      nothing was charged
 *   given-back  the money could not buy the order, or came twice: it is refunded in full
 *   review      staff have to check the amount charged
 */
export type PaymentOutcome = 'confirmed' | 'processing' | 'failed' | 'given-back' | 'review'

export type PaymentResult = {
  outcome: PaymentOutcome
  amountCents: Cents
  reference: string
  declineReason: DeclineReason | null
  /** The end of the hold, if the seats are still held for another try. */
  heldUntil: Temporal.Instant | null
  /** The payment arrived after the hold had expired, and seats were taken again. */
  isLate: boolean
  givenBack: { reason: RefundReason; state: RefundState; amountCents: Cents } | null
  /** The payment is the surcharge of a change: without it the booking stays as it was. */
  isForChange: boolean
  /**
   * Shown only to the browser that bought, or to a holder of the manage id: the address of this
   * page gives access to nothing.
   */
  mine: null | {
    manageId: string
    email: string
    canCorrectEmail: boolean
    /** The address was corrected after this payment, and has not changed since. */
    isEmailCorrected: boolean
    /** The order is in the cart of this browser, and can be paid from there. */
    isInCart: boolean
    /** The number of the last receipt; null if there was nothing to pay. */
    receipt: string | null
    tickets: TicketView[]
  }
}

type Asker = {
  /** The key of this browser, if it has one. */
  visitor: string | undefined
  /** The manage id, if the visitor came from the order itself. */
  holder?: string | undefined
  locale: Locale
  now: Temporal.Instant
}

export async function findPaymentResult(
  paymentId: string,
  { visitor, holder, locale, now }: Asker,
): Promise<PaymentResult | undefined> {
  if (!ACCESS_TOKEN.test(paymentId)) return undefined
  const payment = await findPayment(db, paymentId)
  const order = payment && (await findOrder(db, payment.payableId))
  if (!payment || !order) return undefined
  const { decision } = payment

  const givenBack = await findGivenBack(paymentId)
  const isHeld = order.status === 'cart' && isBefore(now, order.heldUntil)
  const isBuyer = visitor !== undefined && order.visitor === visitor
  const isMine = isBuyer || holder === order.manageId
  const isForChange = (await findChangeOf(db, paymentId)) !== undefined
  return {
    outcome: outcomeOf(payment.state),
    amountCents: cents(payment.amountCents),
    reference: order.reference,
    declineReason: payment.declineReason,
    heldUntil: isHeld ? order.heldUntil : null,
    isLate: order.late,
    givenBack,
    isForChange,
    mine: isMine ? await showMine(order, payment) : null,
  }

  async function showMine(bought: Order, paid: Payment): Promise<PaymentResult['mine']> {
    const isCorrectable = bought.status === 'confirmed' && bought.emailCorrectedAt === null
    return {
      ...(await showToBuyer(bought, locale, now)),
      canCorrectEmail: isBuyer && isCorrectable,
      isEmailCorrected: await isCorrectedSince(bought, paid),
      isInCart: await isInCart(),
    }
  }

  async function isInCart(): Promise<boolean> {
    const isOpenOrder = order?.status === 'cart' || order?.status === 'awaiting-payment'
    if (!order || !isBuyer || !isOpenOrder) return false
    return (await listBookings(db, order.orderId)).length > 0
  }

  function outcomeOf(state: PaymentState): PaymentOutcome {
    if (isOpen(state)) return 'processing'
    if (state === 'review') return decision ? DECIDED[decision] : 'review'
    if (state === 'paid') return givenBack ? 'given-back' : 'confirmed'
    // Another attempt has bought the order since; a change has no other attempt.
    return order?.status === 'confirmed' && !isForChange ? 'confirmed' : 'failed'
  }
}

const DECIDED = { accepted: 'confirmed', returned: 'given-back' } as const

async function findGivenBack(paymentId: string): Promise<PaymentResult['givenBack']> {
  const refund = await db
    .selectFrom('refunds')
    .select(['reason', 'state', 'amountCents'])
    .where('paymentId', '=', paymentId)
    .where('causeId', 'is', null)
    .where('source', '!=', 'provider')
    .where('state', '!=', 'replaced')
    .executeTakeFirst()
  return refund ? { ...refund, amountCents: cents(refund.amountCents) } : null
}

/** The surcharge of a change is confirmed to the address that was right at that time. */
async function isCorrectedSince(
  { orderId, emailCorrectedAt }: Order,
  { settledAt, createdAt }: Payment,
): Promise<boolean> {
  if (!emailCorrectedAt || isBefore(emailCorrectedAt, settledAt ?? createdAt)) return false
  const changedAgain = await db
    .selectFrom('changes')
    .select('changeId')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'contact')
    .where('doneAt', '>', emailCorrectedAt)
    .executeTakeFirst()
  return changedAgain === undefined
}

async function showToBuyer(order: Order, locale: Locale, now: Temporal.Instant) {
  const documents = await listDocuments(order.orderId, locale)
  const receipt = documents.findLast(({ series }) => series === 'receipt')
  return {
    manageId: order.manageId,
    email: order.contactEmail ?? '',
    receipt: receipt ? receiptNumber(receipt) : null,
    tickets: await listTickets(order.orderId, locale, now),
  }
}
