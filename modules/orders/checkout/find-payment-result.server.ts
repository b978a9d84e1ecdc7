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
 * What became of an attempt to pay, as the database knows it, whatever the address says.
 *   confirmed   paid, and the tickets are there
 *   processing  nobody knows yet; it finds out by itself
 *   failed      nothing was charged
 *   given-back  money came that could not buy the order, or came twice: it goes back in full
 *   review      a person has to look at what was charged
 */
export type PaymentOutcome = 'confirmed' | 'processing' | 'failed' | 'given-back' | 'review'

export type PaymentResult = {
  outcome: PaymentOutcome
  amountCents: Cents
  reference: string
  declineReason: DeclineReason | null
  /** While the seats are still held for another try. */
  heldUntil: Temporal.Instant | null
  /** Money came after the hold had run out, and seats were taken again. */
  isLate: boolean
  givenBack: { reason: RefundReason; state: RefundState; amountCents: Cents } | null
  /** It is the surcharge of a change: without it nothing is changed, and the booking stands. */
  isForChange: boolean
  /** What only the browser sees that bought, or brings the holder's id: this address alone opens nothing. */
  mine: null | {
    manageId: string
    email: string
    canCorrectEmail: boolean
    /** The address was corrected after this payment, and is still the corrected one. */
    isEmailCorrected: boolean
    /** It is in the cart of the browser that asks, and can be paid from there. */
    isInCart: boolean
    /** The number of the last receipt; null when there was nothing to pay for. */
    receipt: string | null
    tickets: TicketView[]
  }
}

type Asker = {
  /** The key of the browser that asks, if it has one. */
  visitor: string | undefined
  /** The manage id it brings, if it came from the order itself. */
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
    // Another attempt has bought the order since; but what was to change has not.
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

/** A later payment, a surcharge, goes to the address that was right by then. */
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
  const papers = await listDocuments(order.orderId, locale)
  const receipt = papers.findLast(({ series }) => series === 'receipt')
  return {
    manageId: order.manageId,
    email: order.contactEmail ?? '',
    receipt: receipt ? receiptNumber(receipt) : null,
    tickets: await listTickets(order.orderId, locale, now),
  }
}
