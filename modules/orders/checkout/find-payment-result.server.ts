import { sql } from 'kysely'

import { listBookings, toOrder } from '#modules/orders/order/rows.server.ts'
import { listTicketsOf } from '#modules/orders/reads/find-tickets.server.ts'
import { isOpen, type PaymentState } from '#modules/payments/payment-state.ts'
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
  const order = await findPaidOrder(paymentId)
  if (!order) return undefined
  const { payment, givenBack, isForChange } = order

  const isHeld = order.status === 'cart' && isBefore(now, order.heldUntil)
  const isBuyer = visitor !== undefined && order.visitor === visitor
  const isMine = isBuyer || holder === order.manageId
  return {
    outcome: outcomeOf(payment.state),
    amountCents: cents(payment.amountCents),
    reference: order.reference,
    declineReason: payment.declineReason,
    heldUntil: isHeld ? order.heldUntil : null,
    isLate: order.late,
    givenBack: givenBack && { ...givenBack, amountCents: cents(givenBack.amountCents) },
    isForChange,
    mine: isMine ? await showMine(order) : null,
  }

  async function showMine(bought: PaidOrder): Promise<PaymentResult['mine']> {
    const isCorrectable = bought.status === 'confirmed' && bought.emailCorrectedAt === null
    const { lastReceipt } = bought
    return {
      manageId: bought.manageId,
      email: bought.contactEmail ?? '',
      canCorrectEmail: isBuyer && isCorrectable,
      isEmailCorrected: await isCorrectedSince(bought),
      isInCart: await isInCart(bought),
      receipt:
        lastReceipt === null ? null : receiptNumber({ series: 'receipt', number: lastReceipt }),
      tickets: await listTicketsOf(bought, locale, now),
    }
  }

  async function isInCart({ orderId, status }: PaidOrder): Promise<boolean> {
    const isOpenOrder = status === 'cart' || status === 'awaiting-payment'
    if (!isBuyer || !isOpenOrder) return false
    return (await listBookings(db, orderId)).length > 0
  }

  function outcomeOf(state: PaymentState): PaymentOutcome {
    if (isOpen(state)) return 'processing'
    if (state === 'review') return payment.decision ? DECIDED[payment.decision] : 'review'
    if (state === 'paid') return givenBack ? 'given-back' : 'confirmed'
    // Another attempt has bought the order since; a change has no other attempt.
    return order?.status === 'confirmed' && !isForChange ? 'confirmed' : 'failed'
  }
}

type PaidOrder = NonNullable<Awaited<ReturnType<typeof findPaidOrder>>>
type GivenBack = { reason: RefundReason; state: RefundState; amountCents: number }

/**
 * The order of a payment, with all that the result page says of it, in one statement. A refund in the
 * provider's portal gives back what bought nothing; that of a bought order changes no ticket.
 */
async function findPaidOrder(paymentId: string) {
  const row = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.orderId', 'payments.payableId')
    .selectAll('orders')
    .select(['payments.state', 'decision', 'amountCents', 'declineReason', 'settledAt'])
    .select([
      'payments.createdAt as paymentCreatedAt',
      sql<GivenBack | null>`(
        select json_build_object('reason', reason, 'state', state, 'amountCents', amount_cents)
        from refunds where refunds.payment_id = payments.payment_id and cause_id is null
          and state <> 'replaced' and (source <> 'provider' or not exists (
            select from ledger_entries where event_id = 'settle:' || payments.payment_id))
        order by source = 'provider' limit 1)`.as('givenBack'),
      sql<boolean>`exists (
        select from changes where changes.payment_id = payments.payment_id)`.as('isForChange'),
      sql<number | null>`(
        select max(number) from receipts
        where receipts.order_id = orders.order_id and series = 'receipt')`.as('lastReceipt'),
    ])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  if (!row) return undefined
  const { state, decision, amountCents, declineReason, settledAt, paymentCreatedAt, ...rest } = row
  const paid = { state, decision, amountCents, declineReason, settledAt }
  const { givenBack, isForChange, lastReceipt, ...order } = rest
  return {
    ...toOrder(order),
    payment: { ...paid, createdAt: paymentCreatedAt },
    givenBack,
    isForChange,
    lastReceipt,
  }
}

const DECIDED = { accepted: 'confirmed', returned: 'given-back' } as const

/** The surcharge of a change is confirmed to the address that was right at that time. */
async function isCorrectedSince(bought: PaidOrder): Promise<boolean> {
  const { orderId, emailCorrectedAt, payment } = bought
  const { settledAt, createdAt } = payment
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
