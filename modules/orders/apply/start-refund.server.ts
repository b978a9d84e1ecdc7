import type { Order } from '#modules/orders/order/rows.server.ts'
import { enterInLedger } from '#modules/payments/ledger.server.ts'
import { listPayments, type Payment } from '#modules/payments/payments.server.ts'
import { requestRefund, sumOfRefunds } from '#modules/payments/refunds.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { cents, type Cents } from '#platform/money.ts'

type Return = {
  order: Order
  amount: Cents
  reason: 'cancelled' | 'amended' | 'departure-cancelled' | 'goodwill'
  source: 'traveller' | 'staff' | 'system'
  causeId: string
  now: Temporal.Instant
}

/**
 * Refunds part of the price of live bookings to the cards that paid it. If an order was paid in
 * parts, the newest payment is refunded first. Each part is a refund of its own, and no payment is
 * refunded beyond its captured amount (edge cases 32 and 35). A shortfall that the company paid
 * itself is reversed last, in the ledger alone.
 */
export async function returnMoney(
  tx: Tx,
  { order, amount, now, ...wish }: Return,
): Promise<string[]> {
  const refundIds: string[] = []
  let left: number = amount
  for (const { paymentId, capturedCents } of (await listSettled(tx, order)).toReversed()) {
    const room = capturedCents - (await sumOfRefunds(tx, paymentId))
    const part = cents(Math.min(left, room))
    if (part <= 0) continue
    left -= part
    const refund = { paymentId, amount: part, from: 'fares', now, ...wish } as const
    refundIds.push((await requestRefund(tx, refund)).refundId)
  }
  if (left > 0) await undoMadeGood(tx, { order, amount: cents(left), causeId: wish.causeId, now })
  return refundIds
}

/** Reverses the part of the fare that the company paid itself; no card receives it. */
async function undoMadeGood(
  tx: Tx,
  { order, amount, causeId, now }: Pick<Return, 'order' | 'amount' | 'causeId' | 'now'>,
): Promise<void> {
  const payableId = order.orderId
  const { madeGood } = await tx
    .selectFrom('ledgerEntries')
    .select((entry) => entry.fn.sum('amountCents').as('madeGood'))
    .where('payableId', '=', payableId)
    .where('account', '=', 'made-good')
    .executeTakeFirstOrThrow()
  invariant(amount <= Number(madeGood ?? 0), 'refunds never exceed the amount paid')
  const [payment] = await listSettled(tx, order)
  invariant(payment, 'a made-good amount belongs to a payment')
  const { paymentId } = payment
  const eventId = `made-good-undone:${causeId}`
  const accounts = { debit: 'fares', credit: 'made-good' } as const
  await enterInLedger(tx, { eventId, payableId, paymentId, now, ...accounts, amount })
}

/**
 * The payments that bought the present bookings, oldest first, except those that were refunded
 * whole.
 */
export async function listSettled(tx: Tx | Database, { orderId }: Order): Promise<Payment[]> {
  const rows = await tx
    .selectFrom('ledgerEntries')
    .select('paymentId')
    .where('payableId', '=', orderId)
    .where('eventId', 'like', 'settle:%')
    .where('account', '=', 'fares')
    .execute()
  const settled = new Set(rows.map(({ paymentId }) => paymentId))
  const payments = await listPayments(tx, orderId)
  return payments.filter(({ paymentId }) => settled.has(paymentId))
}

export type ReturnedPart = Awaited<ReturnType<typeof listReturns>>[number]

/**
 * Refunds that changes of the order caused, sent or still to be sent, with the card of each
 * payment.
 */
export async function listReturns(tx: Tx | Database, orderId: string) {
  const rows = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['causeId', 'refunds.amountCents', 'cardBrand', 'cardLast4'])
    .where('payableId', '=', orderId)
    .where('causeId', 'is not', null)
    .where('refunds.state', '!=', 'replaced')
    .orderBy('requestedAt')
    .orderBy('payments.createdAt', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, amountCents: cents(row.amountCents) }))
}
