import { sql, type Insertable } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { TillEntries } from '#db/types.ts'
import type { LockedRefund } from '#modules/payments/record-refunds.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { Cashier, SlipRefusal } from './till-entry.ts'

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
export async function enterSale(tx: Tx, sale: SaleEntry): Promise<{ ok: true } | SlipRefusal> {
  const { sessionId, paymentId, merchantRef, amount, handedOver, by, now } = sale
  return insertEntry(tx, {
    entryId: randomUUID(),
    sessionId,
    kind: 'sale',
    ...columnsOf(handedOver, now),
    amountCents: amount,
    paymentId,
    merchantRef,
    enteredBy: by.staffId,
    enteredAt: now,
  })
}

type RefundEntry = {
  sessionId: string
  refund: Pick<LockedRefund, 'refundId' | 'paymentId' | 'amountCents'>
  handedOver: HandedOver
  by: Cashier
  now: Temporal.Instant
}

/** Enters that a refund was paid out. The refund is locked, and has not been paid. */
export async function enterRefund(tx: Tx, entry: RefundEntry): Promise<{ ok: true } | SlipRefusal> {
  const { sessionId, refund, handedOver, by, now } = entry
  const sale = await tx
    .selectFrom('tillEntries')
    .select('entryId')
    .where('paymentId', '=', refund.paymentId)
    .executeTakeFirst()
  invariant(sale, 'a payment of the till has its entry')
  return insertEntry(tx, {
    entryId: randomUUID(),
    sessionId,
    kind: 'refund',
    ...columnsOf(handedOver, now),
    amountCents: 0 - refund.amountCents,
    refundId: refund.refundId,
    saleEntryId: sale.entryId,
    enteredBy: by.staffId,
    enteredAt: now,
  })
}

/** The index `one_slip_a_day` decides: the second of two entries with one slip is refused. */
async function insertEntry(tx: Tx, entry: Insertable<TillEntries>) {
  const row = await tx
    .insertInto('tillEntries')
    .values(entry)
    .onConflict((slip) => slip.expression(SLIP_OF_DAY).where('slipDay', 'is not', null).doNothing())
    .returning('entryId')
    .executeTakeFirst()
  return row ? ({ ok: true } as const) : ({ ok: false, reason: 'slip-used' } as const)
}

/** As people read a number: without signs, leading zeros, or a difference of capitals. */
const SLIP_OF_DAY = sql`slip_day,
  (ltrim(regexp_replace(upper(slip), '[^[:alnum:]]', '', 'g'), '0'))`

function columnsOf(handedOver: HandedOver, now: Temporal.Instant) {
  const { means } = handedOver
  if (means === 'cash') return { means, slip: null }
  return { means, slip: handedOver.slip, slipDay: dateInCyprus(now) }
}
