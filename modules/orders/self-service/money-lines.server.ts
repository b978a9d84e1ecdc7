import type { Payment } from '#modules/payments/payments.server.ts'
import type { RefundState } from '#modules/payments/refund-state.ts'
import { db } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'

/** The money of an order in chronological order: paid, kept as a fee, and refunded. */
export type MoneyLine =
  | { kind: 'paid' | 'surcharge'; at: Temporal.Instant; amount: Cents; card: string | null }
  | { kind: 'fee' | 'forfeited'; at: Temporal.Instant; amount: Cents }
  | {
      kind: 'refund'
      at: Temporal.Instant
      amount: Cents
      card: string | null
      state: RefundState
      settledAt: Temporal.Instant | null
    }

type Moved = {
  payments: readonly Payment[]
  changes: readonly Change[]
  refunds: readonly Refund[]
}

export function moneyLines({ payments, changes, refunds }: Moved): MoneyLine[] {
  const surcharges = new Set(changes.map(({ paymentId }) => paymentId))
  return [
    ...payments.flatMap((payment) => showPayment(payment, surcharges.has(payment.paymentId))),
    ...changes.flatMap(showKept),
    ...refunds.map(showRefund),
  ]
}

function showPayment(payment: Payment, isSurcharge: boolean): MoneyLine[] {
  const { capturedCents, settledAt, createdAt, cardLast4 } = payment
  if (capturedCents === 0) return []
  const at = settledAt ?? createdAt
  const kind = isSurcharge ? 'surcharge' : 'paid'
  return [{ kind, at, amount: cents(capturedCents), card: cardLast4 }]
}

type Change = Awaited<ReturnType<typeof listChanges>>[number]
type Refund = Awaited<ReturnType<typeof listRefunds>>[number]

/** The changes of an order since its purchase, oldest first. */
export async function listChanges(orderId: string) {
  const rows = await db
    .selectFrom('changes')
    .select([
      'changeId',
      'kind',
      'doneAt',
      'requestedAt',
      'refundCents',
      'portalCents',
      'goodwillCents',
      'feeCents',
      'forfeitedCents',
      'paymentId',
    ])
    .where('orderId', '=', orderId)
    .where('state', '=', 'done')
    .orderBy('doneAt')
    .execute()
  return rows.map((row) => ({
    ...row,
    doneAt: row.doneAt ?? row.requestedAt,
  }))
}

function showKept({ doneAt, feeCents, forfeitedCents }: Change): MoneyLine[] {
  const kept = [
    { kind: 'fee', at: doneAt, amount: cents(feeCents) },
    { kind: 'forfeited', at: doneAt, amount: cents(forfeitedCents) },
  ] as const
  return kept.filter(({ amount }) => amount > 0)
}

export function listRefunds(orderId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select([
      'refunds.amountCents',
      'refunds.state',
      'requestedAt',
      'refunds.settledAt',
      'cardLast4',
    ])
    .where('payableId', '=', orderId)
    .where('refunds.state', '!=', 'replaced')
    .orderBy('requestedAt')
    .execute()
}

function showRefund(refund: Refund): MoneyLine {
  const { amountCents, state, requestedAt, settledAt, cardLast4 } = refund
  return {
    kind: 'refund',
    at: requestedAt,
    amount: cents(amountCents),
    card: cardLast4,
    state,
    settledAt,
  }
}
