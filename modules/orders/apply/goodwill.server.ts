import type { Order } from '#modules/orders/order/rows.server.ts'
import { enterInLedger } from '#modules/payments/ledger.server.ts'
import { sumOfRefunds } from '#modules/payments/refunds.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

import { listSettled } from './start-refund.server.ts'

/*
 * Goodwill is money that the company gives without taking a fare back: a refund for nothing, or a
 * surcharge that nobody is asked for. The order then holds more fares than its payments bought. If
 * those fares are refunded later, the goodwill makes up for the part that no card paid.
 */

/** The payments of the cards of an order less their refunds: the most that can be given. */
export async function countPaid(tx: Tx | Database, order: Order): Promise<Cents> {
  const left: Cents[] = []
  for (const { paymentId, capturedCents } of await listSettled(tx, order)) {
    left.push(cents(Math.max(0, capturedCents - (await sumOfRefunds(tx, paymentId)))))
  }
  return sum(left)
}

/**
 * Divides a refund of fares into the part for the cards that paid them, and the part that goodwill
 * already covered, which nobody gets a second time.
 */
export async function limitRefund(
  tx: Tx | Database,
  order: Order,
  refund: Cents,
): Promise<{ refund: Cents; takenBack: Cents }> {
  const given = await balanceOf(tx, order, 'goodwill')
  if (given <= 0) return { refund, takenBack: cents(0) }
  // A shortfall that the company made good counts as paid: see `returnMoney`.
  const paid = (await countPaid(tx, order)) + (await balanceOf(tx, order, 'made-good'))
  const takenBack = cents(Math.min(given, Math.max(0, refund - paid)))
  return { refund: cents(refund - takenBack), takenBack }
}

/** Books what a change gives beyond the price, or takes back of it if negative. */
export async function bookGoodwill(
  tx: Tx,
  order: Order,
  { changeId, goodwill, now }: { changeId: string; goodwill: Cents; now: Temporal.Instant },
): Promise<void> {
  if (goodwill === 0) return
  const [payment] = await listSettled(tx, order)
  await enterInLedger(tx, {
    eventId: `goodwill:${changeId}`,
    payableId: order.orderId,
    paymentId: payment?.paymentId ?? null,
    now,
    debit: goodwill > 0 ? 'goodwill' : 'fares',
    credit: goodwill > 0 ? 'fares' : 'goodwill',
    amount: cents(Math.abs(goodwill)),
  })
}

async function balanceOf(
  tx: Tx | Database,
  { orderId }: Order,
  account: 'goodwill' | 'made-good',
): Promise<number> {
  const { total } = await tx
    .selectFrom('ledgerEntries')
    .select((entry) => entry.fn.sum('amountCents').as('total'))
    .where('payableId', '=', orderId)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
