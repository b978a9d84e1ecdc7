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

export type LimitedRefund = {
  /** For the cards that paid the fares. */
  refund: Cents
  /** Covered by goodwill that was given earlier. */
  takenBack: Cents
  /** Returned earlier in the portal of the provider. */
  inPortal: Cents
}

/**
 * Divides a refund of fares into the part that the cards can still get, and those that the traveller
 * has already: nobody gets them a second time.
 */
export async function limitRefund(
  tx: Tx | Database,
  order: Order,
  wanted: Cents,
): Promise<LimitedRefund> {
  const short = wanted === 0 ? 0 : await countShort(tx, order, wanted)
  if (short === 0) return { refund: wanted, takenBack: cents(0), inPortal: cents(0) }
  const goodwill = Math.max(0, await balanceOf(tx, order, 'goodwill'))
  const takenBack = cents(Math.min(short, goodwill))
  const inPortal = cents(Math.min(short - takenBack, await countInPortal(tx, order)))
  return { refund: cents(wanted - takenBack - inPortal), takenBack, inPortal }
}

/** The part of a refund that the cards cannot get any more. */
async function countShort(tx: Tx | Database, order: Order, wanted: Cents): Promise<number> {
  // A shortfall that the company made good counts as paid: see `returnMoney`.
  const paid = (await countPaid(tx, order)) + (await balanceOf(tx, order, 'made-good'))
  return Math.max(0, wanted - paid)
}

/**
 * The money that people have refunded in the provider's portal of the payments of an order, less the part that
 * changes have counted as their refund already (edge case 34).
 */
export async function countInPortal(tx: Tx | Database, order: Order): Promise<number> {
  const paymentIds = (await listSettled(tx, order)).map(({ paymentId }) => paymentId)
  const { total } = await tx
    .selectFrom('ledgerEntries')
    .select((entry) => entry.fn.sum('amountCents').as('total'))
    .where('payableId', '=', order.orderId)
    .where('paymentId', 'in', paymentIds)
    .where('account', '=', 'unsettled')
    .executeTakeFirstOrThrow()
  return Math.max(0, Number(total ?? 0))
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

/** Counts money that was refunded in the provider's portal as the refund of fares that this change owes. */
export async function bookReturnedInPortal(
  tx: Tx,
  order: Order,
  { changeId, amount, now }: { changeId: string; amount: Cents; now: Temporal.Instant },
): Promise<void> {
  if (amount === 0) return
  const [payment] = await listSettled(tx, order)
  await enterInLedger(tx, {
    eventId: `refund-claimed:${changeId}`,
    payableId: order.orderId,
    paymentId: payment?.paymentId ?? null,
    now,
    debit: 'fares',
    credit: 'unsettled',
    amount,
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
