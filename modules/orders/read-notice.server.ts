import { getNotice, markProcessed } from '#modules/payments/notices.server.ts'
import { findPaymentId } from '#modules/payments/payments.server.ts'
import { raiseAlert } from '#platform/alert.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { transact } from '#platform/transaction.server.ts'

import { reconcile } from './reconcile.server.ts'

/**
 * Does what a notice is for: has the provider asked about the payment it names. Nothing it says is
 * believed beyond that name.
 *
 * @throws while the provider cannot be reached, so that the job comes again
 */
export async function readNotice(
  { provider, noticeId }: { provider: string; noticeId: string },
  now: Temporal.Instant,
): Promise<void> {
  const notice = await getNotice(provider, noticeId)
  if (notice.processedAt) return

  const paymentId = await findPaymentId(db, notice)
  if (paymentId) {
    const result = await reconcile(paymentId, { now, patience: 'job' })
    if (result?.unreachable) throw new Error(`notice ${noticeId}: the provider does not answer`)
  } else {
    const { merchantRef, providerRef } = notice
    await transact((tx) =>
      raiseAlert(tx, 'notice-of-unknown-payment', { provider, merchantRef, providerRef }),
    )
  }
  crashPoint('notice:after-reading')
  await markProcessed(provider, noticeId, now)
}
