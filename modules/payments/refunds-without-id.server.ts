import type { Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { lockPayment, type Payment } from './payments.server.ts'
import type { ProviderRefund } from './provider.ts'

/*
 * Refunds that a provider may list without our ids, so that one is recognised by its amount. To make
 * this unambiguous, at most one refund of an amount is sent for a payment and has not ended.
 */

/**
 * Notes that a refund is about to be sent. If it was sent before, its answer may have been lost:
 * then the result is the provider's names of the other refunds of its payment.
 *
 * @throws while another one of its amount may still be paid, so that the job is retried
 */
export async function noteSending(
  refundId: string,
  now: Temporal.Instant,
): Promise<string[] | undefined> {
  return inTransaction(async (tx) => {
    const { paymentId, amountCents } = await tx
      .selectFrom('refunds')
      .select(['paymentId', 'amountCents'])
      .where('refundId', '=', refundId)
      .executeTakeFirstOrThrow()
    await lockPayment(tx, paymentId)
    if (await wasSent(tx, refundId)) return listNamesOfOthers(tx, paymentId, refundId)

    const before = await selectSent(tx, paymentId, amountCents).executeTakeFirst()
    if (before) throw new Error(`refund ${refundId} waits for ${before.refundId}`)
    await tx.insertInto('sentRefunds').values({ refundId, sentAt: now }).execute()
    return undefined
  })
}

async function wasSent(tx: Tx, refundId: string): Promise<boolean> {
  const sent = await tx
    .selectFrom('sentRefunds')
    .select('refundId')
    .where('refundId', '=', refundId)
    .executeTakeFirst()
  return sent !== undefined
}

async function listNamesOfOthers(tx: Tx, paymentId: string, refundId: string): Promise<string[]> {
  const others = await tx
    .selectFrom('refunds')
    .select('providerRef')
    .where('paymentId', '=', paymentId)
    .where('refundId', '!=', refundId)
    .execute()
  return others.flatMap(({ providerRef }) => providerRef ?? [])
}

/**
 * Finds our refund that the provider lists without its id: the one of this amount that was sent,
 * and that the list does not name otherwise. A refund of the same amount that a person makes in the
 * portal meanwhile is taken for ours, so that the money is not paid twice.
 */
export async function findSentRefundId(
  tx: Tx,
  { paymentId }: Payment,
  { amount }: ProviderRefund,
  listed: readonly ProviderRefund[],
): Promise<string | undefined> {
  const names = listed.map(({ providerRef }) => providerRef)
  const sent = await selectSent(tx, paymentId, amount)
    .where((refund) =>
      refund.or([refund('providerRef', 'is', null), refund('providerRef', 'not in', names)]),
    )
    .executeTakeFirst()
  return sent?.refundId
}

/** Refunds that were sent and may still be paid, even if staff have been asked to look at them. */
function selectSent(tx: Tx, paymentId: string, amountCents: number) {
  return tx
    .selectFrom('refunds')
    .innerJoin('sentRefunds', 'sentRefunds.refundId', 'refunds.refundId')
    .select('refunds.refundId')
    .where('paymentId', '=', paymentId)
    .where('amountCents', '=', amountCents)
    .where('state', 'in', ['requested', 'pending', 'needs-attention'])
    .where('failedAt', 'is', null)
    .orderBy('sentAt')
}
