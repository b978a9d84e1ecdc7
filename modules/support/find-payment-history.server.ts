import { listPayments, type Payment } from '#modules/payments/payments.server.ts'
import { db } from '#platform/db.server.ts'

/* Everything recorded about the money of one order, for staff who investigate it. */

export type MoneyStory = NonNullable<Awaited<ReturnType<typeof findMoneyStory>>>

/** `named`: the reference of an order, or the id of one of its payments or refunds. */
export async function findMoneyStory(named: string) {
  const order = await findOrderNamed(named)
  if (!order) return undefined
  const payments = await listPayments(db, order.orderId)
  const refunds = await listRefunds(order.orderId)
  return {
    order,
    payments: await Promise.all(
      payments.map(async (payment) => ({ ...payment, notices: await listNotices(payment) })),
    ),
    refunds,
    ledger: await listEntries(order.orderId),
    audit: await listAudit([
      `order:${order.orderId}`,
      ...payments.map(({ paymentId }) => `payment:${paymentId}`),
      ...refunds.map(({ refundId }) => `refund:${refundId}`),
    ]),
  }
}

/** Each name has its own index, which one condition on all of them would not use. */
function findOrderNamed(named: string) {
  return db
    .selectFrom('orders')
    .select(['orderId', 'reference', 'status', 'createdAt', 'confirmedAt'])
    .where('orderId', 'in', (order) =>
      order
        .selectFrom('orders as own')
        .select('own.orderId')
        .where('own.reference', '=', named.toUpperCase())
        .unionAll(
          order
            .selectFrom('payments')
            .select('payableId as orderId')
            .where('paymentId', '=', named),
        )
        .unionAll(
          order
            .selectFrom('refunds')
            .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
            .select('payableId as orderId')
            .where('refundId', '=', named),
        ),
    )
    .executeTakeFirst()
}

/** Webhooks name a payment by the provider's reference or by ours. */
function listNotices({ provider, providerRef, merchantRef }: Payment) {
  return db
    .selectFrom('paymentNotices')
    .select(['noticeId', 'kind', 'receivedAt', 'processedAt'])
    .where('provider', '=', provider)
    .where((notice) =>
      notice.or([
        notice('providerRef', '=', providerRef ?? ''),
        notice('merchantRef', '=', merchantRef),
      ]),
    )
    .orderBy('receivedAt')
    .execute()
}

function listRefunds(orderId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .selectAll('refunds')
    .where('payableId', '=', orderId)
    .orderBy('requestedAt')
    .execute()
}

function listEntries(orderId: string) {
  return db
    .selectFrom('ledgerEntries')
    .select(['eventId', 'account', 'amountCents', 'enteredAt'])
    .where('payableId', '=', orderId)
    .orderBy('enteredAt')
    .orderBy('eventId')
    .orderBy('amountCents', 'desc')
    .execute()
}

function listAudit(subjects: string[]) {
  return db
    .selectFrom('auditEntries')
    .select(['enteredAt', 'actor', 'subject', 'action', 'reason', 'before', 'after'])
    .where('subject', 'in', subjects)
    .orderBy('enteredAt')
    .execute()
}
