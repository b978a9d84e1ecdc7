import { randomUUID } from 'node:crypto'

import type { LockedRefund } from '#modules/payments/record-refunds.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Cents } from '#platform/money.ts'

import type { Cashier, TillMeans } from './till-entry.ts'

/* The entries of the till that are payments and refunds, as its provider reports them. */

/** How money was handed over: in cash, or at the terminal, whose slip has a number. */
export type HandedOver = { means: 'cash' } | { means: 'card-terminal'; slip: string }

type SaleEntry = {
  sessionId: string
  paymentId: string
  merchantRef: string
  amount: Cents
  handedOver: HandedOver
  by: Cashier
  now: Temporal.Instant
}

/** Enters money that was taken for a payment. */
export async function enterSale(tx: Tx, sale: SaleEntry): Promise<void> {
  const { sessionId, paymentId, merchantRef, amount, handedOver, by, now } = sale
  await tx
    .insertInto('tillEntries')
    .values({
      entryId: randomUUID(),
      sessionId,
      kind: 'sale',
      ...columnsOf(handedOver),
      amountCents: amount,
      paymentId,
      merchantRef,
      enteredBy: by.staffId,
      enteredAt: now,
    })
    .execute()
}

type RefundEntry = {
  sessionId: string
  refund: Pick<LockedRefund, 'refundId' | 'paymentId' | 'amountCents'>
  handedOver: HandedOver
  by: Cashier
  now: Temporal.Instant
}

/** Enters that a refund was paid out. The refund is locked, and has not been paid. */
export async function enterRefund(tx: Tx, entry: RefundEntry): Promise<void> {
  const { sessionId, refund, handedOver, by, now } = entry
  const sale = await tx
    .selectFrom('tillEntries')
    .select('entryId')
    .where('paymentId', '=', refund.paymentId)
    .executeTakeFirst()
  invariant(sale, 'a payment of the till has its entry')
  await tx
    .insertInto('tillEntries')
    .values({
      entryId: randomUUID(),
      sessionId,
      kind: 'refund',
      ...columnsOf(handedOver),
      amountCents: 0 - refund.amountCents,
      refundId: refund.refundId,
      saleEntryId: sale.entryId,
      enteredBy: by.staffId,
      enteredAt: now,
    })
    .execute()
}

function columnsOf(handedOver: HandedOver): { means: TillMeans; slip: string | null } {
  const { means } = handedOver
  return { means, slip: means === 'cash' ? null : handedOver.slip }
}
